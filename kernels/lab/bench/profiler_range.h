// Names a stretch of a program in a profiler's time line (NVTX); without CUDA or a profiler,
// nothing.
#pragma once

#include <string>

#include "kernels/core/non_copyable.h"

namespace heatwave::lab {

/// The stretch lasts as long as this does. Ranges of one thread lie in each other.
class ProfilerRange : core::NonCopyable {
 public:
  explicit ProfilerRange(const std::string& name);
  ~ProfilerRange();
};

}  // namespace heatwave::lab
