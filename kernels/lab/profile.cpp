// Accesses are counted half-warp by half-warp and warp by warp.
#include "kernels/lab/profile.h"

#include <algorithm>
#include <array>

#include "kernels/core/warp_access.h"

namespace heatwave::lab {
namespace {

constexpr std::size_t kHalfWarp = 16;
constexpr std::size_t kWholeWarp = 32;
constexpr std::int64_t kSegment = 64;  // bytes: 16 words of 32 bits

/// Splits the addresses into groups of `size` and calls `count` for each; the last group may be
/// smaller.
template <typename Count>
void in_groups(std::span<const std::int64_t> addresses, std::size_t size, Count count) {
  for (std::size_t at = 0; at < addresses.size(); at += size) {
    count(addresses.subspan(at, std::min(size, addresses.size() - at)));
  }
}

bool warp_is_coherent(std::span<const std::int64_t> warp) {
  bool coherent = true;
  in_groups(warp, kHalfWarp, [&](auto half) { coherent = coherent && coherent_on_g80(half); });
  return coherent;
}

/// Counts a warp's access: `weight` coherent transactions, or one incoherent transaction for each
/// thread.
void count_warp(std::span<const std::int64_t> warp, int weight, std::int64_t& coherent,
                std::int64_t& incoherent) {
  if (warp_is_coherent(warp)) {
    coherent += weight;
  } else {
    incoherent += static_cast<std::int64_t>(warp.size());
  }
}

}  // namespace

bool coherent_on_g80(std::span<const std::int64_t> half_warp) {
  std::int64_t segment = -1;
  for (std::size_t k = 0; k < half_warp.size(); ++k) {
    if (half_warp[k] < 0) continue;
    const std::int64_t begin = half_warp[k] - static_cast<std::int64_t>(k) * core::kWordBytes;
    if (segment < 0) segment = begin;
    if (begin != segment || begin % kSegment != 0) return false;
  }
  return true;
}

OldCounters old_counters(const BlockAccesses& block) {
  constexpr int kOfLoad = 1;
  constexpr int kOfStore = 4;
  OldCounters counters;
  in_groups(block.loads, kWholeWarp, [&](auto warp) {
    count_warp(warp, kOfLoad, counters.gld_coherent, counters.gld_incoherent);
  });
  in_groups(block.stores, kWholeWarp, [&](auto warp) {
    count_warp(warp, kOfStore, counters.gst_coherent, counters.gst_incoherent);
  });
  return counters;
}

SectorCounters sector_counters(const BlockAccesses& block) {
  SectorCounters counters;
  in_groups(block.loads, kWholeWarp, [&](auto warp) {
    ++counters.load_requests;
    counters.load_sectors += core::sectors_touched(warp);
  });
  in_groups(block.stores, kWholeWarp, [&](auto warp) {
    ++counters.store_requests;
    counters.store_sectors += core::sectors_touched(warp);
  });
  return counters;
}

const std::vector<OldReportLine>& lecture_report() {
  static const std::vector<OldReportLine> lines{
      {.method = "memcpy", .gpu_microseconds = 438.432},
      {.method = "reverse, direct",
       .gpu_microseconds = 267.520,
       .cpu_microseconds = 297,
       .occupancy = 1,
       .counters = {.gld_coherent = 1952, .gst_incoherent = 62464}},
      {.method = "memcpy", .gpu_microseconds = 349.344},
      {.method = "memcpy", .gpu_microseconds = 449.600},
      {.method = "reverse, staged",
       .gpu_microseconds = 50.464,
       .cpu_microseconds = 108,
       .occupancy = 1,
       .counters = {.gld_coherent = 2032, .gst_coherent = 8128}},
      {.method = "memcpy", .gpu_microseconds = 509.984}};
  return lines;
}

std::span<const OldCounter> old_counter_names() {
  static constexpr std::array kNames{
      OldCounter{"gld_incoherent", "transactions of loads that break the rule"},
      OldCounter{"gld_coherent", "transactions of loads that keep it"},
      OldCounter{"gst_incoherent", "transactions of stores that break the rule"},
      OldCounter{"gst_coherent", "transactions of stores that keep it"},
      OldCounter{"local_load", "loads from local memory"},
      OldCounter{"local_store", "stores to local memory"},
      OldCounter{"branch", "branches that warps executed"},
      OldCounter{"divergent_branch", "branches at which a warp diverged"},
      OldCounter{"instructions", "instructions"},
      OldCounter{"warp_serialize",
                 "warps that took turns at an address of shared or constant memory"},
      OldCounter{"cta_launched", "blocks that were started"}};
  return kNames;
}

OldCounters reverse_counters(std::int64_t n, std::int64_t threads, bool staged) {
  // A block's offset within a segment repeats after at most 16 blocks.
  constexpr std::int64_t kPeriod = kSegment / core::kWordBytes;
  const std::int64_t whole = n / threads;
  OldCounters all;
  const auto add = [&](std::int64_t block, std::int64_t times) {
    const OldCounters own = old_counters(reverse_accesses(n, threads, block, staged));
    all.gld_incoherent += times * own.gld_incoherent;
    all.gld_coherent += times * own.gld_coherent;
    all.gst_incoherent += times * own.gst_incoherent;
    all.gst_coherent += times * own.gst_coherent;
  };
  for (std::int64_t block = 0; block < std::min(kPeriod, whole); ++block) {
    add(block, (whole - block + kPeriod - 1) / kPeriod);
  }
  if (whole * threads < n) add(whole, 1);
  return all;
}

BlockAccesses reverse_accesses(std::int64_t n, std::int64_t threads, std::int64_t block,
                               bool staged) {
  BlockAccesses accesses;
  const std::int64_t first = block * threads;
  const std::int64_t count = std::min(threads, n - first);
  for (std::int64_t thread = 0; thread < count; ++thread) {
    const std::int64_t to = staged ? n - first - count + thread : n - 1 - first - thread;
    accesses.loads.push_back(core::kWordBytes * (first + thread));
    accesses.stores.push_back(core::kWordBytes * to);
  }
  return accesses;
}

}  // namespace heatwave::lab
