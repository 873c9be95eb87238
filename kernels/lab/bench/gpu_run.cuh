// A variant that runs on the GPU, timed by events in its own stream, named for profilers.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/host_pages.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

using HostArrays = std::vector<core::Bytes>;
/// The bytes of these vectors.
template <typename... Vectors>
HostArrays arrays_of(const Vectors&... vectors) {
  return {std::as_bytes(std::span(vectors))...};
}

class GpuRun : public Run {
 public:
  double time(int launches) final;
  double time_on_host() final;
  double time_with_copies() final;
  double time_with_pinned_copies() final;
  CopyTimes time_copies() final;
  [[nodiscard]] std::optional<LaunchShape> shape() const final { return shape_; }

 protected:
  /// Whether the copies cost something beside the launch; not so where they are what is launched.
  [[nodiscard]] virtual bool has_copies() const { return true; }
  /// Queues what must precede the copies and is none of their time, such as poisoning results.
  virtual void prepare() {}
  /// Queues the inputs' copies to the device; results left there by earlier launches are poisoned,
  /// here or in prepare().
  virtual void copy_in() {}
  /// Queues what sets back the changes of earlier launches; the results' memory may be poisoned
  /// here.
  virtual void reset() {}
  /// Queues the kernels, and what of the work is the host's between them.
  virtual void launch() = 0;
  /// Queues the results' copies to the host. The host's own share of the work, such as adding up
  /// partial sums, belongs into finish().
  virtual void copy_out() {}
  /// The arrays of the host that copy_in() and copy_out() read and write; none where they copy
  /// single numbers only.
  virtual HostArrays host_arrays() { return {}; }
  /// The host's share, once the copies are done; timed with them.
  virtual void finish() {}

  [[nodiscard]] const core::Stream& stream() const { return stream_; }
  [[nodiscard]] cudaStream_t queue() const { return stream_.get(); }

  /// Notes what the table shows of the variant's main kernel; once, for it asks the driver.
  void note_shape(const void* kernel, dim3 grid, dim3 block, std::size_t dynamic_shared) {
    if (!shape_) shape_ = shape_of(kernel, grid, block, dynamic_shared);
  }

 private:
  static LaunchShape shape_of(const void* kernel, dim3 grid, dim3 block,
                              std::size_t dynamic_shared);
  void copy_in_once();
  template <typename Work>
  double between_stamps(Work work);

  core::Stream stream_;
  core::Event begin_;
  core::Event end_;
  std::optional<LaunchShape> shape_;
  bool has_inputs_ = false;
};

/// Copies a whole host array to the device, or back.
template <typename T>
void upload(const core::DeviceBuffer<T>& to, const T* from, cudaStream_t stream) {
  if (to.empty()) return;
  HEATWAVE_CUDA_CHECK(
      cudaMemcpyAsync(to.data(), from, to.size() * sizeof(T), cudaMemcpyHostToDevice, stream));
}
template <typename T>
void download(T* to, const core::DeviceBuffer<T>& from, cudaStream_t stream) {
  if (from.empty()) return;
  HEATWAVE_CUDA_CHECK(
      cudaMemcpyAsync(to, from.data(), from.size() * sizeof(T), cudaMemcpyDeviceToHost, stream));
}
/// Fills results' memory with a pattern (NaN as float), so that what a kernel left out is seen.
template <typename T>
void poison(const core::DeviceBuffer<T>& memory, cudaStream_t stream) {
  if (memory.empty()) return;
  HEATWAVE_CUDA_CHECK(cudaMemsetAsync(memory.data(), 0xFF, memory.size() * sizeof(T), stream));
}
template <typename T>
void clear(const core::DeviceBuffer<T>& memory, cudaStream_t stream) {
  if (memory.empty()) return;
  HEATWAVE_CUDA_CHECK(cudaMemsetAsync(memory.data(), 0, memory.size() * sizeof(T), stream));
}

/// So many blocks of `threads` that each element has a thread.
inline unsigned blocks_for(std::int64_t elements, std::int64_t threads) {
  const std::int64_t blocks = (elements + threads - 1) / threads;
  return static_cast<unsigned>(blocks < 1 ? 1 : blocks);
}

}  // namespace heatwave::lab
