// A ProfilerRange names a part of the program in a profiler's time line (NVTX). It has no effect
// without CUDA or a profiler.
#pragma once

#include <string>

#include "kernels/core/non_copyable.h"

namespace heatwave::lab {

/// The range lasts as long as this object. Ranges of one thread must be nested.
class ProfilerRange : core::NonCopyable {
 public:
  explicit ProfilerRange(const std::string& name);
  ~ProfilerRange();
};

}  // namespace heatwave::lab
