// Array reverse: the launchers of its GPU variants.
#pragma once

#include <cstdint>

#include "kernels/lab/bench/array_experiment.h"

namespace heatwave::lab::reverse_experiment {

ArrayLauncher<std::int32_t> reverse_direct;
ArrayLauncher<std::int32_t> reverse_shared;
ArrayLauncher<std::int32_t> reverse_vectors;
ArrayLauncher<std::int32_t> reverse_copy;

}  // namespace heatwave::lab::reverse_experiment
