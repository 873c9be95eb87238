// A GPU variant is made of plain functions: the experiment's copies and one launcher for each
// variant. Its run is timed by events in its own stream and named for profilers.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/host_pages.h"
#include "kernels/lab/experiment.h"
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
// variant: *
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
// end
inline int multiprocessors() {
  int device = 0;
  int number = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, device));
  return number;
}

/// Returns how many blocks fit on the device at once: at least one and at most `needed`.
template <typename Kernel>
unsigned blocks_that_fit(Kernel* kernel, unsigned threads, std::size_t dynamic_shared,
                         std::int64_t needed) {
  int on_each = 0;
  HEATWAVE_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &on_each, kernel, static_cast<int>(threads), dynamic_shared));
  const std::int64_t fit = std::int64_t{multiprocessors()} * on_each;
  return static_cast<unsigned>(std::max<std::int64_t>(1, std::min(fit, needed)));
}

/// The launch shape of a variant's main kernel, for the table; empty: a library launched the
/// kernel.
struct Launched {
  const void* kernel = nullptr;
  dim3 grid = 1;
  dim3 block = 1;
  std::size_t shared_bytes = 0;
};
// variant: *
/// Call this right after a launch. Throws core::Error when the launch failed.
template <typename Kernel>
Launched launched(Kernel* kernel, dim3 grid, dim3 block, std::size_t shared_bytes = 0) {
  HEATWAVE_CUDA_CHECK(cudaGetLastError());  //! a launch returns no error of its own
  return {reinterpret_cast<const void*>(kernel), grid, block, shared_bytes};
}
// end
/// The functions that all variants of an experiment share. OwnDevice is the experiment's memory on
/// device and host; it is made from the problem and freed with the run.
template <typename OwnProblem, typename OwnDevice>
struct Steps {
  using Step = void(const OwnProblem& problem, OwnDevice& device, Queue queue);

  /// Poisons the results of earlier launches before the copies; its time does not count.
  Step* prepare = nullptr;
  Step* copy_in = nullptr;   ///< copies the inputs to the device
  Step* reset = nullptr;     ///< undoes the changes of earlier launches
  Step* copy_out = nullptr;  ///< copies the results to the host
  /// Returns the host arrays that the copies use, so that they can be pinned; null: single numbers
  /// only.
  HostArrays (*host_arrays)(const OwnProblem& problem, const OwnDevice& device) = nullptr;
  /// The host's share of the work.
  void (*finish)(const OwnProblem& problem, OwnDevice& device) = nullptr;
  Outcome (*check)(const OwnProblem& problem, const OwnDevice& device) = nullptr;
  /// Returns how many GPUs share the work; null: one.
  int (*devices)(const OwnDevice& device) = nullptr;
  bool repeatable = true;
  bool copies_are_apart = true;  ///< false: the launch itself is a copy
};

template <typename OwnProblem, typename OwnDevice>
class StepsRun final : public GpuRun {
 public:
  using Launcher = Launched(const OwnProblem&, OwnDevice&, Queue);

  StepsRun(const OwnProblem& problem, const Steps<OwnProblem, OwnDevice>& steps, Launcher* launcher)
      : problem_(problem), steps_(steps), launcher_(launcher), device_(problem) {}

  [[nodiscard]] bool repeatable() const override { return steps_.repeatable; }
  Outcome outcome() override { return steps_.check(problem_, device_); }
  [[nodiscard]] int devices() const override {
    return steps_.devices == nullptr ? 1 : steps_.devices(device_);
  }

 protected:
  [[nodiscard]] bool has_copies() const override { return steps_.copies_are_apart; }
  void prepare() override { take(steps_.prepare); }
  void copy_in() override { take(steps_.copy_in); }
  void reset() override { take(steps_.reset); }
  void launch() override {
    const Launched now = launcher_(problem_, device_, queue());
    if (now.kernel != nullptr) note_shape(now.kernel, now.grid, now.block, now.shared_bytes);
  }
  void copy_out() override { take(steps_.copy_out); }
  HostArrays host_arrays() override {
    return steps_.host_arrays == nullptr ? HostArrays{} : steps_.host_arrays(problem_, device_);
  }
  void finish() override {
    if (steps_.finish != nullptr) steps_.finish(problem_, device_);
  }

 private:
  void take(typename Steps<OwnProblem, OwnDevice>::Step* step) {
    if (step != nullptr) step(problem_, device_, queue());
  }

  const OwnProblem& problem_;
  Steps<OwnProblem, OwnDevice> steps_;
  Launcher* launcher_;
  OwnDevice device_;
};

/// Returns a run made of an experiment's steps and one of its launchers.
template <typename OwnProblem, typename OwnDevice>
std::unique_ptr<Run> run_with(const OwnProblem& problem, const Steps<OwnProblem, OwnDevice>& steps,
                              Launched (*launcher)(const OwnProblem&, OwnDevice&, Queue)) {
  return std::make_unique<StepsRun<OwnProblem, OwnDevice>>(problem, steps, launcher);
}

}  // namespace heatwave::lab
