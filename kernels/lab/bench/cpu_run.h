// A CpuRun is a variant that runs on the CPU and is timed by the steady clock.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// Derive from this class if the variant has its own memory. Override reset() if a launch changes
/// its input.
class CpuRun : public Run {
 public:
  double time(int launches) final {
    reset();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) launch();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    return took.count();
  }
  double time_on_host() final { return time(1); }

 protected:
  virtual void reset() {}
  virtual void launch() = 0;
};

template <typename Launch, typename Check>
class CpuRunOf final : public CpuRun {
 public:
  CpuRunOf(Launch launch, Check check) : launch_(std::move(launch)), check_(std::move(check)) {}
  Outcome outcome() final { return check_(result_); }

 protected:
  void launch() final { result_ = launch_(); }

 private:
  Launch launch_;
  Check check_;
  decltype(std::declval<Launch&>()()) result_{};
};

/// Returns a run made of two functions: `launch()` returns a result and `check(result)` returns the
/// outcome.
template <typename Launch, typename Check>
std::unique_ptr<Run> cpu_run(Launch launch, Check check) {
  return std::make_unique<CpuRunOf<Launch, Check>>(std::move(launch), std::move(check));
}

}  // namespace heatwave::lab
