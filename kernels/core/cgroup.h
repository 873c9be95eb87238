// The limits that a container or a service sets its processes: memory and processors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace heatwave::core {

struct CgroupLimits {
  /// Bytes that the group can still take; what it keeps of files is given back when it is needed.
  std::optional<std::uint64_t> memory_left;
  std::optional<double> processors;  ///< as in "1.5 processors' time"
};

/// Of this process: the narrowest of its group and of those above it, in either version of control
/// groups. `root` is where /proc and /sys lie. Where this process's own groups are is found out
/// once.
CgroupLimits cgroup_limits(const std::filesystem::path& root = "/");

}  // namespace heatwave::core
