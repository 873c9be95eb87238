// A profiler's counters of accesses to global memory are computed from addresses: by the rule of
// the first CUDA GPUs, whose report Farber's article prints, and by the rule of current GPUs.
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

/// The requests and sectors of Nsight Compute.
struct SectorCounters {
  std::int64_t load_requests = 0;
  std::int64_t load_sectors = 0;
  std::int64_t store_requests = 0;
  std::int64_t store_sectors = 0;
};

/// One load and one store by each thread of a block, in the order of the threads; addresses of
/// 4-byte words.
struct BlockAccesses {
  std::vector<std::int64_t> loads;
  std::vector<std::int64_t> stores;
};

/// Returns whether a half-warp follows the G80's rule for 32-bit words: the k-th of 16 threads
/// accesses the k-th word of a segment that is aligned to 64 bytes. Inactive threads are allowed
/// (−1).
bool coherent_on_g80(std::span<const std::int64_t> half_warp);

/// Counts like the old profiler: a coherent load of a warp counts 1, a coherent store 4, and a
/// half-warp that breaks the rule counts one transaction for each thread.
OldCounters old_counters(const BlockAccesses& block);
SectorCounters sector_counters(const BlockAccesses& block);

/// A line of the article's report.
struct OldReportLine {
  std::string method;
  double gpu_microseconds = 0.0;
  double cpu_microseconds = 0.0;  ///< 0: not printed
  double occupancy = 0.0;         ///< from 0 to 1; 0: not printed
  OldCounters counters;
};
/// The article's report of `reverse` with 256K ints: first directly, then staged through shared
/// memory.
const std::vector<OldReportLine>& lecture_report();

/// Returns the old counters summed over all blocks.
OldCounters reverse_counters(std::int64_t n, std::int64_t threads, bool staged);

/// One of the old profiler's eleven counters.
struct OldCounter {
  const char* name;
  const char* counted;
};
std::span<const OldCounter> old_counter_names();

/// Returns the accesses of one block of `reverse`; `staged`: through shared memory.
BlockAccesses reverse_accesses(std::int64_t n, std::int64_t threads, std::int64_t block,
                               bool staged);

}  // namespace heatwave::lab
