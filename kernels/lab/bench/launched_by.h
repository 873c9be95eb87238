// Binds a GPU variant to its launcher, with or without CUDA in this program.
#pragma once

#include <memory>

#include "kernels/lab/experiment.h"

namespace heatwave::lab {

/// Whether this program has a CUDA half; the build says so to the experiments alone.
inline constexpr bool kHasCuda = HEATWAVE_HAS_CUDA != 0;

/// The maker of a GPU variant from its launcher, a plain function that queues the variant's
/// kernels: `Launched launch(const OwnProblem&, OwnDevice&, Queue)`. gpu_run_of(problem, launch),
/// beside the launchers, adds memory and copies. Empty where the program is built without CUDA:
/// then there are no launchers, and none is asked for.
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
