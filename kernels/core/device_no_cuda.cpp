// This file replaces CUDA's device queries in a program built without nvcc.
#include "kernels/core/device.h"
#include "kernels/core/lost_device.h"

namespace heatwave::core {

CudaStatus cuda_status() { return {.reason = "this program was built without CUDA"}; }

bool device_answers(int /*device*/) { return false; }

std::uint64_t free_device_memory() { return 0; }

double device_copy_bandwidth() { return 0.0; }

double device_l2_bandwidth() { return 0.0; }

}  // namespace heatwave::core
