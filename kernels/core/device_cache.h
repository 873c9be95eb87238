// The speed of a GPU's L2 cache is measured here.
#pragma once

namespace heatwave::core {

/// Returns the bytes per second that all multiprocessors of the first CUDA device together read
/// from its L2. The first call measures it, in some milliseconds. 0: there is no device.
double device_l2_bandwidth();

}  // namespace heatwave::core
