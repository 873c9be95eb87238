// Messages of parts on CUDA devices lie in pinned memory, which the devices copy from and to while
// they step other rows; or on the devices themselves, where MPI takes such messages.
#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/field/parts/row_buffer.h"

namespace heatwave::field {
namespace {

/// `Buffer` is a PinnedBuffer or a DeviceBuffer.
template <typename Buffer>
class CudaRowBuffer final : public RowBuffer {
 public:
  void pack(const FieldMemory& memory, const Stretches& stretches) override {
    std::size_t floats = 0;
    for (const std::span<float> rows : stretches) floats += rows.size();
    reserve(memory, floats);
    float* to = buffer_.data();
    for (const std::span<float> rows : stretches) {
      copy(to, rows.data(), rows.size(), stream_of(memory));
      to += rows.size();
    }
  }
  std::span<float> take(const FieldMemory& memory, std::size_t floats) override {
    reserve(memory, floats);
    // The rows inside the part may still be stepped, in another stream.
    HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(stream_of(memory)));
    return {buffer_.data(), floats};
  }
  void unpack(const FieldMemory& memory, const Stretches& stretches) override {
    core::use_device(memory.device);
    const float* from = buffer_.data();
    for (const std::span<float> rows : stretches) {
      copy(rows.data(), from, rows.size(), stream_of(memory));
      from += rows.size();
    }
  }

 private:
  static cudaStream_t stream_of(const FieldMemory& memory) {
    return static_cast<cudaStream_t>(memory.stream);
  }
  static void copy(float* to, const float* from, std::size_t floats, cudaStream_t stream) {
    HEATWAVE_CUDA_CHECK(
        cudaMemcpyAsync(to, from, floats * sizeof(float), cudaMemcpyDefault, stream));
  }
  void reserve(const FieldMemory& memory, std::size_t floats) {
    core::use_device(memory.device);
    if (buffer_.size() < floats) buffer_ = Buffer(floats);
  }

  Buffer buffer_;
};

class CudaRowBuffers final : public RowBuffers {
 public:
  explicit CudaRowBuffers(bool on_devices) : on_devices_(on_devices) {}

  [[nodiscard]] std::string_view words() const override {
    return on_devices_ ? "messages of MPI from device to device"
                       : "messages of MPI by way of pinned memory";
  }
  [[nodiscard]] std::unique_ptr<RowBuffer> make() const override {
    if (on_devices_) return std::make_unique<CudaRowBuffer<core::DeviceBuffer<float>>>();
    return std::make_unique<CudaRowBuffer<core::PinnedBuffer<float>>>();
  }
  /// The rows of a plane, and what lies between them, are one stretch.
  [[nodiscard]] Stretches rows_of(const FieldMemory& memory, int first, int count,
                                  int /*width*/) const override {
    Stretches stretches;
    for (float* plane : memory.planes) {
      stretches.emplace_back(plane + static_cast<std::size_t>(first) * memory.stride,
                             static_cast<std::size_t>(count) * memory.stride);
    }
    return stretches;
  }

 private:
  bool on_devices_;
};

}  // namespace

std::unique_ptr<RowBuffers> make_cuda_buffers(bool on_devices) {
  return std::make_unique<CudaRowBuffers>(on_devices);
}

}  // namespace heatwave::field
