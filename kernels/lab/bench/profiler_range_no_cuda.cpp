// This file makes profiler ranges empty in a program built without CUDA.
#include "kernels/lab/bench/profiler_range.h"

namespace heatwave::lab {

ProfilerRange::ProfilerRange(const std::string& /*name*/) {}
ProfilerRange::~ProfilerRange() = default;

}  // namespace heatwave::lab
