// How fast this machine's processors multiply and add.
#pragma once

namespace heatwave::core {

/// Multiplications and additions of float32 that all processors together do in a second, in the
/// widest vectors they have; measured at the first call, in some tens of milliseconds.
double cpu_arithmetic_rate();

}  // namespace heatwave::core
