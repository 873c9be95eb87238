// The CPU's name, instruction sets, caches and free memory are read here.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "kernels/core/copy_speed.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/platform.h"
#include "kernels/core/simd.h"

namespace heatwave::core {
namespace {

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

SimdLevel level_of_cpu() {
#if defined(__x86_64__)
  // Code is compiled for these levels: x86-64-v3 and -v4.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi2")) {
    return SimdLevel::basic;
  }
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512cd");
  return wide ? SimdLevel::avx512 : SimdLevel::avx2;
#else
  return SimdLevel::basic;
#endif
}

SimdLevel level_allowed() {
  const char* const variable = std::getenv("HEATWAVE_SIMD");
  const std::string_view highest = variable == nullptr ? "" : variable;
  if (highest == "sse2") return SimdLevel::basic;
  return highest == "avx2" ? SimdLevel::avx2 : SimdLevel::avx512;
}

}  // namespace

SimdLevel simd_level() {
  static const SimdLevel level = std::min(level_of_cpu(), level_allowed());
  return level;
}

CpuFacts cpu_facts(const std::filesystem::path& root) {
  std::string name = processor_name();
  if (name.empty()) name = "CPU";
  const CgroupLimits limits = cgroup_limits(root);
  return {.name = std::move(name),
          .processors = usable_processors(limits),
          .simd = simd_name(),
          .share = limits.processors.value_or(0.0)};
}

double cpu_memory_bandwidth() { return cpu_memory_speed().bytes_per_second; }

std::uint64_t cpu_last_cache() {
  const std::uint64_t shared = cache_bytes(3).all;
  return shared > 0 ? shared : cpu_own_cache();
}

std::uint64_t cpu_own_cache() { return cache_bytes(2).each; }

std::uint64_t available_memory(const std::filesystem::path& root) {
  const std::uint64_t all = free_machine_memory(root);
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
