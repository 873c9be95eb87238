// Names a stretch of a program in a profiler's time line (NVTX); without CUDA or a profiler,
// nothing.
#pragma once

#include <string>

namespace heatwave::lab {

/// The stretch lasts as long as this does. Ranges of one thread lie in each other.
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
