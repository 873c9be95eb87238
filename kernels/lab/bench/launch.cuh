// A GPU variant is made of plain functions: the experiment's copies and one launcher for each
// variant.
#pragma once

#include <cuda_runtime.h>

#include <memory>
#include <optional>

#include "kernels/lab/bench/gpu_run.cuh"
#include "kernels/lab/experiment.h"

namespace heatwave::lab {

/// The launch shape of a variant's main kernel, for the table; empty: a library launched the
/// kernel.
struct Launched {
  const void* kernel = nullptr;
  dim3 grid = 1;
  dim3 block = 1;
  std::size_t shared_bytes = 0;
};

/// Call this right after a launch. Throws core::Error when the launch failed.
template <typename Kernel>
Launched launched(Kernel* kernel, dim3 grid, dim3 block, std::size_t shared_bytes = 0) {
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  return {reinterpret_cast<const void*>(kernel), grid, block, shared_bytes};
}

/// The functions that all variants of an experiment share. OwnDevice is the experiment's memory on
/// device and host; it is made from the problem and freed with the run.
template <typename OwnProblem, typename OwnDevice>
struct Steps {
  using Step = void(const OwnProblem& problem, OwnDevice& device, Queue queue);

  Step* prepare = nullptr;  ///< runs before the copies; its time does not count
  /// Copies the inputs to the device and poisons the results of earlier launches.
  Step* copy_in = nullptr;
  Step* reset = nullptr;     ///< undoes the changes of earlier launches
  Step* copy_out = nullptr;  ///< copies the results to the host
  /// Returns the host arrays that the copies use, so that they can be pinned; null: single numbers
  /// only.
  HostArrays (*host_arrays)(const OwnProblem& problem, const OwnDevice& device) = nullptr;
  /// The host's share of the work.
  void (*finish)(const OwnProblem& problem, OwnDevice& device) = nullptr;
  Outcome (*check)(const OwnProblem& problem, const OwnDevice& device) = nullptr;
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
