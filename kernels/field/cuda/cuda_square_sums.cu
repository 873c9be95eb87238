// One thread updates each cell's sum, by the function that the CPU calls.
#include <cuda_runtime.h>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/cuda_square_sums.h"
#include "kernels/field/mean_square.h"

namespace heatwave::field {
namespace {

__global__ void add_square(const float* cells, std::size_t cell_stride, float* sums,
                           std::size_t sum_stride, core::Extent extent) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= extent.width || y >= extent.height) return;
  float& sum = sums[static_cast<std::size_t>(y) * sum_stride + x];
  sum = with_square(sum, cells[static_cast<std::size_t>(y) * cell_stride + x]);
}

cudaStream_t stream_of(const DeviceFrame& frame) { return static_cast<cudaStream_t>(frame.stream); }

}  // namespace

struct CudaSquareSums::Memory {
  core::PitchedBuffer<float> sums;
};

bool CudaSquareSums::exist() { return true; }

CudaSquareSums::CudaSquareSums(const DeviceFrame& frame) : device_(frame.device) {
  core::use_device(device_);
  memory_ = std::make_unique<Memory>(Memory{core::PitchedBuffer<float>(frame.extent)});
}
CudaSquareSums::~CudaSquareSums() = default;

void CudaSquareSums::upload(std::span<const float> sums, const DeviceFrame& frame) {
  memory_->sums.upload(core::whole(frame.extent), sums.data(), stream_of(frame));
}

void CudaSquareSums::add(const DeviceFrame& frame) {
  const core::PitchedBuffer<float>& sums = memory_->sums;
  add_square<<<blocks_over(frame.extent), block_shape(), 0, stream_of(frame)>>>(
      frame.cells, frame.pitch / sizeof(float), sums.data(), sums.stride(), frame.extent);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

void CudaSquareSums::download(std::span<float> sums) const {
  core::use_device(device_);
  // The stream in which squares were added may have been destroyed with its solver.
  HEATWAVE_CUDA_CHECK(cudaDeviceSynchronize());
  const core::PitchedBuffer<float>& from = memory_->sums;
  from.download(core::whole(from.extent()), sums.data(), nullptr);
  HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(nullptr));
}

}  // namespace heatwave::field
