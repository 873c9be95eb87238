// All computing calls the operating system through these functions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace heatwave::core {

/// Returns the number of processors that this process may use, by its affinity; at least 1.
int processors_by_affinity();

/// Returns the CPU's name; empty: the system does not report it.
std::string processor_name();

/// Sizes of the caches of one level; 0: unknown.
struct CacheBytes {
  std::uint64_t each = 0;  ///< bytes of the largest cache
  std::uint64_t all = 0;   ///< bytes of all caches that this process's processors have, together
};

/// Returns the sizes of the CPU's caches of level 2 or 3. `root` is the folder that contains /sys.
CacheBytes cache_bytes(int level, const std::filesystem::path& root = "/");

/// Returns the bytes that the machine can still allocate, whatever a container allows. `root` is
/// the folder that contains /proc.
std::uint64_t free_machine_memory(const std::filesystem::path& root = "/");

/// The limits that a container or a service sets for its processes.
struct CgroupLimits {
  /// Bytes that the group can still allocate. File cache counts as free, because the system
  /// releases it when memory runs short. empty: there is no limit.
  std::optional<std::uint64_t> memory_left;
  /// Processors' worth of time, such as 1.5; empty: there is no limit.
  std::optional<double> processors;
};
/// Returns the smallest limits of this process's group and all groups above it, in either version
/// of control groups. `root` is the folder that contains /proc and /sys. The groups of "/" are
/// found once.
CgroupLimits cgroup_limits(const std::filesystem::path& root = "/");

/// Returns the processor time of the calling thread, in seconds.
double thread_seconds();

/// Opens a shared library by name or path and keeps it open until the program ends. Returns null if
/// there is no such library.
void* open_library(const std::string& name);
/// Opens a library as open_library() does, so that those opened later find its functions.
void* open_library_for_others(const std::string& name);
/// Returns the address of a library's function; null: the library has no function of this name.
void* function_in(void* library, const char* name);

/// Pages of machine code that was made at run time. They are written first and executable then,
/// never both.
class ExecutableMemory {
 public:
  ExecutableMemory() = default;
  /// Throws Error when the system refuses to make the pages executable.
  explicit ExecutableMemory(std::span<const std::uint8_t> code);
  ExecutableMemory(ExecutableMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  ExecutableMemory& operator=(ExecutableMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~ExecutableMemory();

  [[nodiscard]] const std::uint8_t* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::uint8_t* data_ = nullptr;  ///< null: there is no code
  std::size_t size_ = 0;
};

}  // namespace heatwave::core
