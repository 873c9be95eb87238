// Ranges use NVTX, which finds a profiler by itself and costs almost nothing without one.
#include "kernels/lab/bench/profiler_range.h"

#include <nvtx3/nvToolsExt.h>

namespace heatwave::lab {

ProfilerRange::ProfilerRange(const std::string& name) { nvtxRangePushA(name.c_str()); }
ProfilerRange::~ProfilerRange() { nvtxRangePop(); }

}  // namespace heatwave::lab
