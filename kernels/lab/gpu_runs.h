// The functions that give each experiment's GPU runs: from its .cu file, or empty without CUDA.
#pragma once

#include "kernels/lab/catalogue.h"

namespace heatwave::lab {

#define HEATWAVE_DECLARE_GPU_RUNS(name) GpuRuns name##_on_gpu();
HEATWAVE_EXPERIMENTS(HEATWAVE_DECLARE_GPU_RUNS)
#undef HEATWAVE_DECLARE_GPU_RUNS

}  // namespace heatwave::lab
