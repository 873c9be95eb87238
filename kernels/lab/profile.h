// What a profiler counts of a kernel's accesses to global memory, computed from their addresses: by
// the rule of the first CUDA GPUs, whose report the lecture prints, and by today's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heatwave::lab {

/// The counters of the old text profiler.
struct OldCounters {
  std::int64_t gld_incoherent = 0;
  std::int64_t gld_coherent = 0;
  std::int64_t gst_incoherent = 0;
  std::int64_t gst_coherent = 0;
  friend bool operator==(const OldCounters&, const OldCounters&) = default;
};

/// What Nsight Compute calls requests and sectors.
struct SectorCounters {
  std::int64_t load_requests = 0;
  std::int64_t load_sectors = 0;
  std::int64_t store_requests = 0;
  std::int64_t store_sectors = 0;
};

/// One access of each thread of a block, in the threads' order: addresses of words of 4 bytes.
struct BlockAccesses {
  std::vector<std::int64_t> loads;
  std::vector<std::int64_t> stores;
};

/// The G80's rule for words of 32 bits: the k-th of 16 threads takes the k-th word of a segment
/// that is aligned to 64 bytes; not all need take part (−1: this one does not).
bool coherent_on_g80(std::span<const std::int64_t> half_warp);

/// As that profiler counts: a coherent load of a warp is one, a coherent store four, and a
/// half-warp that breaks the rule has a transaction for each of its threads.
OldCounters old_counters(const BlockAccesses& block);
SectorCounters sector_counters(const BlockAccesses& block);

/// A line of the lecture's report.
struct OldReportLine {
  std::string method;
  double gpu_microseconds = 0.0;
  double cpu_microseconds = 0.0;  ///< 0: none printed
  double occupancy = 0.0;         ///< likewise
  OldCounters counters;
};
/// What the lecture printed for `reverse` with 256K ints: straight, then staged through shared
/// memory.
const std::vector<OldReportLine>& lecture_report();

/// The old counters of all its blocks.
OldCounters reverse_counters(std::int64_t n, std::int64_t threads, bool staged);

/// One of the old profiler's eleven counters.
struct OldCounter {
  const char* name;
  const char* counted;
};
std::span<const OldCounter> old_counter_names();

/// What one block of `reverse` does; `staged`: through shared memory.
BlockAccesses reverse_accesses(std::int64_t n, std::int64_t threads, std::int64_t block,
                               bool staged);

}  // namespace heatwave::lab
