// Linux tells most of it in /proc.
#include <dlfcn.h>
#include <sched.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string_view>
#include <thread>

#include "kernels/core/device.h"
#include "kernels/core/platform.h"

namespace heatwave::core {
namespace {

/// The value of a `key : value` line in a file of /proc; empty: there is no such line.
std::string proc_value(const std::filesystem::path& file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const auto colon = line.find(':');
    const auto start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return {};
}

}  // namespace

int processors_by_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::string processor_name() { return proc_value("/proc/cpuinfo", "model name"); }

std::uint64_t cache_bytes(int level) {
  const long bytes = sysconf(level == 3 ? _SC_LEVEL3_CACHE_SIZE : _SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

std::uint64_t free_machine_memory(const std::filesystem::path& root) {
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

double thread_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

void* open_library(const std::string& name) { return dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL); }

void* function_in(void* library, const char* name) { return dlsym(library, name); }

}  // namespace heatwave::core
