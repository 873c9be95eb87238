// These are the launchers of the GPU variants that reverse an array.
#pragma once

#include <cstdint>

#include "kernels/lab/bench/array_experiment.h"

namespace heatwave::lab::reverse_experiment {

ArrayLauncher<std::int32_t> reverse_direct;
ArrayLauncher<std::int32_t> reverse_shared;
ArrayLauncher<std::int32_t> reverse_vectors;
ArrayLauncher<std::int32_t> reverse_copy;

}  // namespace heatwave::lab::reverse_experiment
