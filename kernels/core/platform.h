// What the operating system tells of the machine, and does, for all computing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace heatwave::core {

/// How many processors this process may run on, by its affinity; at least 1.
int processors_by_affinity();

/// The CPU's name; empty: the system does not tell it.
std::string processor_name();

/// Bytes of the CPU's cache of level 2 or 3; 0: they are not known.
std::uint64_t cache_bytes(int level);

/// Bytes of memory that the machine can still give, whatever a container allows. `root` is where
/// /proc lies.
std::uint64_t free_machine_memory(const std::filesystem::path& root = "/");

/// The limits that a container or a service sets its processes.
struct CgroupLimits {
  /// Bytes that the group can still take; the system frees what the group caches of files when they
  /// are needed. Empty: there is no limit.
  std::optional<std::uint64_t> memory_left;
  std::optional<double> processors;  ///< as in "1.5 processors' time"; empty: there is no limit
};
/// The narrowest limits of this process's group and of those above it, in either version of control
/// groups. `root` is where /proc and /sys lie. The groups of "/" are found once.
CgroupLimits cgroup_limits(const std::filesystem::path& root = "/");

/// The processor time that the calling thread has used, in seconds.
double thread_seconds();

/// Opens a shared library by its name or path, until the program ends. null: there is no such
/// library.
void* open_library(const std::string& name);
/// The address of one of its functions; null: the library has none of this name.
void* function_in(void* library, const char* name);

}  // namespace heatwave::core
