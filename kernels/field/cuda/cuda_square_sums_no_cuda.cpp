// This file stands in for sums on a device in programs built without nvcc, where no frame lies on
// one.
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_square_sums.h"

namespace heatwave::field {

struct CudaSquareSums::Memory {};

bool CudaSquareSums::exist() { return false; }

CudaSquareSums::CudaSquareSums(const DeviceFrame& frame) : device_(frame.device) {
  throw core::Error("this program was built without CUDA");
}
CudaSquareSums::~CudaSquareSums() = default;

void CudaSquareSums::upload(std::span<const float> /*sums*/, const DeviceFrame& /*frame*/) {}
void CudaSquareSums::add(const DeviceFrame& /*frame*/) {}
void CudaSquareSums::download(std::span<float> /*sums*/) const {}

}  // namespace heatwave::field
