// These are the launchers of the GPU variants that compute each element by one of two paths.
#pragma once

#include <cstdint>

#include "kernels/lab/bench/array_experiment.h"

namespace heatwave::lab::divergence_experiment {

ArrayLauncher<std::uint32_t> divergence_lanes;
ArrayLauncher<std::uint32_t> divergence_no_branch;
ArrayLauncher<std::uint32_t> divergence_partitioned;

}  // namespace heatwave::lab::divergence_experiment
