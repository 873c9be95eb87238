// The limits of memory and processors that a container or service sets for its processes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace heatwave::core {

struct CgroupLimits {
  /// Bytes that the group can still allocate. File cache counts as free, because the kernel
  /// releases it when memory runs short.
  std::optional<std::uint64_t> memory_left;
  std::optional<double> processors;  ///< processors' worth of time, such as 1.5
};

/// Returns the smallest limits of this process's group and all groups above it, in either version
/// of control groups. `root` is the folder that contains /proc and /sys. This process's own groups
/// are found once.
CgroupLimits cgroup_limits(const std::filesystem::path& root = "/");

}  // namespace heatwave::core
