// launched_by() binds a GPU variant to its launcher, in programs with and without CUDA.
#pragma once

#include <memory>

#include "kernels/lab/experiment.h"

namespace heatwave::lab {

/// true: this program is built with CUDA. Only experiments are compiled with this definition.
inline constexpr bool kHasCuda = HEATWAVE_HAS_CUDA != 0;

/// Returns the maker of a GPU variant, given its launcher: a plain function `Launched launch(const
/// OwnProblem&, OwnDevice&, Queue)` that queues the variant's kernels. gpu_run_of(problem, launch),
/// next to the launchers, adds memory and copies. Without CUDA the maker is empty and no launcher
/// needs to exist.
template <auto* launcher>
MakeRun launched_by() {
  if constexpr (kHasCuda) {
    return []<typename OwnProblem, typename OwnDevice>(
               Launched (*launch)(const OwnProblem&, OwnDevice&, Queue)) -> MakeRun {
      return [launch](const Problem& problem, const Stop& /*stop*/) {
        return std::unique_ptr<Run>(gpu_run_of(static_cast<const OwnProblem&>(problem), launch));
      };
    }(launcher);
  } else {
    return {};
  }
}

}  // namespace heatwave::lab
