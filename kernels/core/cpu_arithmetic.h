// The arithmetic rate is the speed at which this machine's processors multiply and add.
#pragma once

namespace heatwave::core {

/// Returns the float32 multiplications and additions per second of all processors together, with
/// their widest vectors. The first call measures it, in some tens of milliseconds.
double cpu_arithmetic_rate();

}  // namespace heatwave::core
