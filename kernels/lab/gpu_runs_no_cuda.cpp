// Stands in for the experiments' .cu files where the program is built without CUDA.
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {

#define HEATWAVE_NO_GPU_RUNS(name) \
  GpuRuns name##_on_gpu() { return {}; }
HEATWAVE_EXPERIMENTS(HEATWAVE_NO_GPU_RUNS)
#undef HEATWAVE_NO_GPU_RUNS

}  // namespace heatwave::lab
