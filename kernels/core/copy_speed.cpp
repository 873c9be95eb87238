// Every thread copies its own part, which it wrote first, so that the part is in nearby memory.
#include "kernels/core/copy_speed.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"

namespace heatwave::core {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLeastBytes = std::uint64_t{256} << 10U;
/// The assumed size of the last-level cache if the system does not report it.
constexpr std::uint64_t kUsualCache = std::uint64_t{32} << 20U;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
/// A sanitizer keeps notes of every byte, so a measurement with it means nothing.
constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 20U;
#else
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
#endif
/// A sequential pass over this many times the cache's size finds almost nothing in the cache.
/// Caches do not evict the oldest lines first: beside 32 MB of cache, two threads copied 64 MB at
/// 57 GB/s, 128 MB at 41 GB/s and 256 MB at 35 GB/s.
constexpr std::uint64_t kTimesTheCache = 8;

std::uint64_t last_cache() {
  const std::uint64_t known = cpu_last_cache();
  return known > 0 ? known : kUsualCache;
}

std::uint64_t memory_bytes() {
  const std::uint64_t wanted = std::bit_ceil(kTimesTheCache * last_cache());
  return std::clamp(std::bit_floor(available_memory() / 8), kLeastBytes,
                    std::min(wanted, kMostBytes));
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One thread's part. Its memory is not zeroed by the thread that allocates it.
struct Part {
  std::unique_ptr<std::uint8_t[]> from;
  std::unique_ptr<std::uint8_t[]> to;
};

CopySpeed measured(std::uint64_t bytes, bool in_cache) {
  // Other programs take a processor for a moment: the best of many short rounds excludes them.
  constexpr int kRounds = 12;
  constexpr double kAtMost = 0.15;  // seconds
  // Bytes in a round: a millisecond.
  constexpr std::uint64_t kLeastCopied = std::uint64_t{16} << 20U;
  ThreadTeam team(cpu_facts().processors);
  const auto threads = static_cast<std::size_t>(team.size());
  const std::size_t share = std::max<std::size_t>(1, bytes / 2 / threads);
  const auto times = static_cast<int>(std::max<std::uint64_t>(1, kLeastCopied / bytes));
  std::vector<Part> parts(threads);
  for (Part& part : parts) {
    part.from = std::make_unique_for_overwrite<std::uint8_t[]>(share);
    part.to = std::make_unique_for_overwrite<std::uint8_t[]>(share);
  }
  team.run([&](int index) {
    const Part& part = parts[static_cast<std::size_t>(index)];
    std::memset(part.from.get(), 1, share);
    std::memset(part.to.get(), 0, share);
  });
  double best = std::numeric_limits<double>::max();
  const Clock::time_point began = Clock::now();
  for (int round = 0; round < kRounds && (round < 2 || seconds_since(began) < kAtMost); ++round) {
    const Clock::time_point start = Clock::now();
    team.run([&](int index) {
      Part& part = parts[static_cast<std::size_t>(index)];
      // The copies alternate in direction, so that no copy writes values that are already there.
      for (int i = 0; i < times; ++i) {
        std::memcpy(part.to.get(), part.from.get(), share);
        part.from.swap(part.to);
      }
    });
    best = std::min(best, seconds_since(start));
  }
  const double copied = 2.0 * static_cast<double>(share * threads) * times;
  return {.bytes_per_second = copied / best,
          .bytes = bytes,
          .threads = team.size(),
          .in_cache = in_cache};
}

}  // namespace

CopySpeed cpu_copy_speed(std::uint64_t bytes) {
  static std::mutex mutex;
  static std::map<std::uint64_t, CopySpeed> known;
  const std::uint64_t cache = last_cache();
  const bool fits = bytes <= cache;
  const std::uint64_t of_cache =
      fits ? std::min(std::bit_ceil(std::max(bytes, kLeastBytes)), std::bit_floor(cache)) : 0;
  const std::lock_guard lock(mutex);
  const auto found = known.find(of_cache);
  if (found != known.end()) return found->second;
  return known.emplace(of_cache, measured(fits ? of_cache : memory_bytes(), fits)).first->second;
}

CopySpeed cpu_memory_speed() { return cpu_copy_speed(std::numeric_limits<std::uint64_t>::max()); }

}  // namespace heatwave::core
