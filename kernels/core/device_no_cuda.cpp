// Stands in for the questions to CUDA in a program built without nvcc.
#include "kernels/core/device.h"

namespace heatwave::core {

CudaStatus cuda_status() { return {.reason = "this program was built without CUDA"}; }

}  // namespace heatwave::core
