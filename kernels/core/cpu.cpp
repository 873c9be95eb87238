// The CPU's name, memory speed and free memory are read from Linux here.
#include <sched.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <thread>

#include "kernels/core/cgroup.h"
#include "kernels/core/copy_speed.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/simd.h"

namespace heatwave::core {
namespace {

/// Returns the value of a `key : value` line in a file of /proc; empty: there is no such line.
std::string proc_value(const std::filesystem::path& file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, key.size(), key) != 0) continue;
    const auto colon = line.find(':');
    const auto start = line.find_first_not_of(" \t", colon + 1);
    return start == std::string::npos ? std::string() : line.substr(start);
  }
  return {};
}

int processors_by_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// Returns at most the container's share of processors. More threads would be stopped in the middle
/// of a step while the others wait for them.
int usable_processors(const CgroupLimits& limits) {
  const int all = processors_by_affinity();
  if (!limits.processors || *limits.processors >= all) return all;
  return std::max(1, static_cast<int>(*limits.processors));
}

std::string simd_name() {
#if defined(__x86_64__)
  switch (simd_level()) {
    case SimdLevel::basic:
      return "SSE2";
    case SimdLevel::avx2:
      return "AVX2";
    case SimdLevel::avx512:
      return "AVX-512";
  }
  return {};
#elif defined(__aarch64__)
  return "NEON";
#else
  return "the compiler's default";
#endif
}

}  // namespace

CpuFacts cpu_facts(const std::filesystem::path& root) {
  std::string name = proc_value("/proc/cpuinfo", "model name");
  if (name.empty()) name = "CPU";
  const CgroupLimits limits = cgroup_limits(root);
  return {.name = std::move(name),
          .processors = usable_processors(limits),
          .simd = simd_name(),
          .share = limits.processors.value_or(0.0)};
}

double cpu_memory_bandwidth() { return cpu_memory_speed().bytes_per_second; }

std::uint64_t cpu_last_cache() {
  for (const int level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE}) {
    const long bytes = sysconf(level);
    if (bytes > 0) return static_cast<std::uint64_t>(bytes);
  }
  return 0;
}

std::uint64_t cpu_own_cache() {
  const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
}

std::uint64_t available_memory(const std::filesystem::path& root) {
  const std::string kilobytes = proc_value(root / "proc/meminfo", "MemAvailable");
  const std::uint64_t all = !kilobytes.empty()
                                ? std::stoull(kilobytes) * 1024U
                                : static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                                      static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(all, cgroup_limits(root).memory_left.value_or(all));
}

void require_memory(std::uint64_t bytes, const std::string& what) {
  // A tenth is left to the rest of the machine: if a grid overcommits memory, the system kills the
  // program.
  const std::uint64_t free = available_memory() / 10U * 9U;
  if (bytes <= free) return;
  throw OutOfMemory(what + " needs " + in_bytes(static_cast<double>(bytes)) + ", and only " +
                    in_bytes(static_cast<double>(free)) + " are free");
}

void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

std::string in_bytes(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 1000.0 && unit < 5) {
    bytes /= 1000.0;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
  return text;
}

}  // namespace heatwave::core
