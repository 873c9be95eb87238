// A ProfilerRange names a part of the program in a profiler's time line (NVTX). It has no effect
// without CUDA or a profiler.
#pragma once

#include <string>

namespace heatwave::lab {

/// The range lasts as long as this object. Ranges of one thread must be nested.
class ProfilerRange {
 public:
  explicit ProfilerRange(const std::string& name);
  ~ProfilerRange();
  ProfilerRange(const ProfilerRange&) = delete;
  ProfilerRange& operator=(const ProfilerRange&) = delete;
  ProfilerRange(ProfilerRange&&) = delete;
  ProfilerRange& operator=(ProfilerRange&&) = delete;
};

}  // namespace heatwave::lab
