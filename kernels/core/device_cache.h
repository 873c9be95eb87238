// How fast a GPU's last cache answers.
#pragma once

namespace heatwave::core {

/// Bytes a second that all multiprocessors of the first CUDA device together read from its L2;
/// measured at the first call, in some milliseconds. 0 without a device.
double device_l2_bandwidth();

}  // namespace heatwave::core
