// Linux reports most of this in /proc and in the files of control groups.
#include <dlfcn.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/platform.h"

namespace heatwave::core {
namespace {

namespace fs = std::filesystem;

/// Returns the value of a `key : value` line in a file of /proc; empty: there is no such line.
std::string proc_value(const fs::path& file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const auto colon = line.find(':');
    const auto start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return {};
}

/// The mount point of a hierarchy of groups, and this process's group in it.
struct Hierarchy {
  fs::path mounted;
  fs::path place;
  bool unified = false;  ///< true: version 2
};

std::vector<std::string> words_of(const std::string& line, char between) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; std::getline(in, word, between);) words.push_back(word);
  return words;
}

bool has(const std::string& list, const std::string& word) {
  const std::vector<std::string> words = words_of(list, ',');
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Returns this process's group in the hierarchy of a controller, or in the unified hierarchy if
/// the controller is empty. The lines have the form "4:memory:/a/b" or "0::/a".
std::optional<std::string> group_of(const fs::path& root, const std::string& controller) {
  std::ifstream lines(root / "proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controllers.empty() ? controller.empty() : has(controllers, controller)) {
      return line.substr(second + 1);
    }
  }
  return std::nullopt;
}

/// Returns the group's folder. A container often sees its own group as the mount's root, whatever
/// the group's name outside.
fs::path folder_of(const fs::path& mounted, const std::string& mount_root, std::string group) {
  if (mount_root != "/" && group.starts_with(mount_root)) group.erase(0, mount_root.size());
  const fs::path below = fs::path(group).relative_path();
  if (below.empty()) return mounted;
  const fs::path folder = (mounted / below).lexically_normal();
  std::error_code error;
  return fs::is_directory(folder, error) ? folder : mounted;
}

/// Parses a line of mountinfo: number, parent, device, root, mount point, options …, "-", type,
/// source, more options.
std::optional<Hierarchy> hierarchy_of(const fs::path& root, const std::string& controller) {
  const auto group = group_of(root, controller);
  if (!group) return std::nullopt;
  std::ifstream lines(root / "proc/self/mountinfo");
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> words = words_of(line, ' ');
    const auto dash = std::find(words.begin(), words.end(), "-");
    if (words.size() < 6 || words.end() - dash < 4) continue;
    const bool unified = controller.empty() && dash[1] == "cgroup2";
    if (!unified && (controller.empty() || dash[1] != "cgroup" || !has(dash[3], controller))) {
      continue;
    }
    const fs::path mounted = root / fs::path(words[4]).relative_path();
    return Hierarchy{mounted, folder_of(mounted, words[3], *group), unified};
  }
  return std::nullopt;
}

std::optional<double> number_in(const fs::path& file) {
  std::ifstream in(file);
  double value = 0.0;
  if (in >> value) return value;
  return std::nullopt;  // missing, or "max"
}

/// Returns the bytes of file cache that the group holds.
double kept_of_files(const fs::path& folder, const std::string& prefix) {
  std::ifstream lines(folder / "memory.stat");
  double sum = 0.0;
  std::string key;
  for (double value = 0.0; lines >> key >> value;) {
    if (key == prefix + "inactive_file" || key == prefix + "active_file") sum += value;
  }
  return sum;
}

std::optional<double> memory_left_in(const fs::path& folder, bool unified) {
  const auto limit = number_in(folder / (unified ? "memory.max" : "memory.limit_in_bytes"));
  const auto used = number_in(folder / (unified ? "memory.current" : "memory.usage_in_bytes"));
  // Version 1 writes the largest number of pages if there is no limit.
  constexpr double kNoLimit = 1e18;
  if (!limit || !used || *limit > kNoLimit) return std::nullopt;
  const double kept = kept_of_files(folder, unified ? "" : "total_");
  return std::max(0.0, *limit - std::max(0.0, *used - kept));
}

std::optional<double> processors_in(const fs::path& folder, bool unified) {
  double quota = -1.0;
  double period = 0.0;
  if (unified) {
    std::ifstream in(folder / "cpu.max");
    if (!(in >> quota >> period)) return std::nullopt;  // "max 100000"
  } else {
    quota = number_in(folder / "cpu.cfs_quota_us").value_or(-1.0);
    period = number_in(folder / "cpu.cfs_period_us").value_or(0.0);
  }
  if (quota <= 0.0 || period <= 0.0) return std::nullopt;
  return quota / period;
}

/// The hierarchies of the groups that limit this process.
struct Hierarchies {
  std::vector<Hierarchy> memory;
  std::vector<Hierarchy> processors;
};

Hierarchies hierarchies_below(const fs::path& root) {
  const auto found = [&root](const std::string& controller) {
    std::vector<Hierarchy> all;
    for (const std::string& each : {controller, std::string()}) {
      if (auto hierarchy = hierarchy_of(root, each)) all.push_back(std::move(*hierarchy));
    }
    return all;
  };
  return {.memory = found("memory"), .processors = found("cpu")};
}

/// Returns the smallest `limit(folder, unified)` of the group and all groups above it.
template <typename Limit>
std::optional<double> narrowest(const std::vector<Hierarchy>& hierarchies, Limit limit) {
  std::optional<double> least;
  for (const Hierarchy& hierarchy : hierarchies) {
    for (fs::path at = hierarchy.place;; at = at.parent_path()) {
      if (const auto here = limit(at, hierarchy.unified); here) {
        least = std::min(least.value_or(*here), *here);
      }
      if (at == hierarchy.mounted || at == at.parent_path()) break;
    }
  }
  return least;
}

CgroupLimits limits_of(const Hierarchies& hierarchies) {
  CgroupLimits limits;
  if (const auto left = narrowest(hierarchies.memory, memory_left_in)) {
    limits.memory_left = static_cast<std::uint64_t>(*left);
  }
  limits.processors = narrowest(hierarchies.processors, processors_in);
  return limits;
}

/// Adds a processor's caches of this level: their bytes by the list of processors that share them.
void note_caches(const fs::path& root, int processor, int level,
                 std::map<std::string, std::uint64_t>& caches) {
  const fs::path all =
      root / "sys/devices/system/cpu" / ("cpu" + std::to_string(processor)) / "cache";
  for (int index = 0;; ++index) {
    const fs::path cache = all / ("index" + std::to_string(index));
    const auto found = number_in(cache / "level");
    if (!found) return;
    if (*found != level) continue;
    std::ifstream size(cache / "size");  // "32768K"
    std::uint64_t kibibytes = 0;
    std::string sharers;
    std::ifstream(cache / "shared_cpu_list") >> sharers;
    if (size >> kibibytes) caches[sharers] = kibibytes << 10U;
  }
}

}  // namespace

int processors_by_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::string processor_name() { return proc_value("/proc/cpuinfo", "model name"); }

CacheBytes cache_bytes(int level, const fs::path& root) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::map<std::string, std::uint64_t> caches;  // by the processors that share each of them
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
      if (CPU_ISSET(processor, &allowed)) note_caches(root, processor, level, caches);
    }
  }
  CacheBytes bytes;
  for (const auto& [sharers, size] : caches) {
    bytes.each = std::max(bytes.each, size);
    bytes.all += size;
  }
  if (bytes.all > 0) return bytes;
  // In a virtual machine this may be the sum over the host's processors.
  const long told = sysconf(level == 3 ? _SC_LEVEL3_CACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
  bytes.each = bytes.all = told > 0 ? static_cast<std::uint64_t>(told) : 0;
  return bytes;
}

std::uint64_t free_machine_memory(const fs::path& root) {
  const std::string kilobytes = proc_value(root / "proc/meminfo", "MemAvailable");
  if (!kilobytes.empty()) return std::stoull(kilobytes) * 1024U;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

CgroupLimits cgroup_limits(const fs::path& root) {
  if (root != "/") return limits_of(hierarchies_below(root));
  // Every edit of a field checks the memory that is left, and searching for the groups takes a
  // millisecond.
  static const Hierarchies own = hierarchies_below("/");
  return limits_of(own);
}

double thread_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void* open_library(const std::string& name) { return dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); }

void* open_library_for_others(const std::string& name) {
  return dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

void* function_in(void* library, const char* name) { return dlsym(library, name); }

ExecutableMemory::ExecutableMemory(std::span<const std::uint8_t> code) {
  void* pages =
      mmap(nullptr, code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw Error("there is no memory for machine code");
  std::memcpy(pages, code.data(), code.size());
  if (mprotect(pages, code.size(), PROT_READ | PROT_EXEC) != 0) {
    munmap(pages, code.size());
    throw Error("the system refuses to run machine code that was made at run time");
  }
  data_ = static_cast<std::uint8_t*>(pages);
  size_ = code.size();
}

ExecutableMemory::~ExecutableMemory() {
  if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace heatwave::core
