// A kernel that fails takes its device from this process, and with some drivers all other devices,
// too.
#pragma once

namespace heatwave::core {

/// Returns whether a CUDA device still computes for this process.
bool device_answers(int device);

}  // namespace heatwave::core
