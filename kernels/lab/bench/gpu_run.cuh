// A GpuRun is a variant that runs on the GPU. It is timed by events in its own stream and named for
// profilers.
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
/// Returns the memory of these vectors as bytes.
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
  /// Returns whether the copies cost time besides the launch. Returns false if the launch itself is
  /// a copy.
  [[nodiscard]] virtual bool has_copies() const { return true; }
  /// Queues preparations whose time does not count, such as poisoning the results. Runs before the
  /// copies.
  virtual void prepare() {}
  /// Queues the copies of the inputs to the device. Results of earlier launches are poisoned here
  /// or in prepare().
  virtual void copy_in() {}
  /// Queues the work that undoes the changes of earlier launches. The results' memory may be
  /// poisoned here.
  virtual void reset() {}
  /// Queues the kernels and does any host work between them.
  virtual void launch() = 0;
  /// Queues the copies of the results to the host. Host work, such as adding partial sums, belongs
  /// in finish().
  virtual void copy_out() {}
  /// Returns the host arrays that copy_in() and copy_out() use; empty: they copy single numbers
  /// only.
  virtual HostArrays host_arrays() { return {}; }
  /// Does the host's share of the work after the copies. Its time counts.
  virtual void finish() {}

  [[nodiscard]] const core::Stream& stream() const { return stream_; }
  [[nodiscard]] cudaStream_t queue() const { return stream_.get(); }

  /// Records the launch shape of the variant's main kernel for the table. Runs once, because it
  /// queries the driver.
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

/// upload() copies a whole host array to the device; download() copies one back.
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
/// Fills the results' memory with a pattern (NaN as float), so that elements which a kernel leaves
/// out are noticed.
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

/// Returns how many blocks of `threads` threads are needed to give each element a thread.
inline unsigned blocks_for(std::int64_t elements, std::int64_t threads) {
  const std::int64_t blocks = (elements + threads - 1) / threads;
  return static_cast<unsigned>(blocks < 1 ? 1 : blocks);
}

}  // namespace heatwave::lab
