// Tests the counters of the old profiler against the lecture's two reports, and the counters of
// current profilers.
#include "kernels/lab/profile.h"

#include <gtest/gtest.h>

#include <array>

namespace heatwave::lab {
namespace {

constexpr std::int64_t kInts = 256 * 1024;
constexpr std::int64_t kThreads = 256;
// The profiler watched one multiprocessor, which ran this many of the 1024 blocks.
constexpr std::int64_t kStraightBlocks = 244;
constexpr std::int64_t kStagedBlocks = 254;

OldCounters of_blocks(bool staged, std::int64_t blocks) {
  OldCounters all;
  for (std::int64_t block = 0; block < blocks; ++block) {
    const OldCounters own = old_counters(reverse_accesses(kInts, kThreads, block, staged));
    all.gld_coherent += own.gld_coherent;
    all.gld_incoherent += own.gld_incoherent;
    all.gst_coherent += own.gst_coherent;
    all.gst_incoherent += own.gst_incoherent;
  }
  return all;
}

TEST(OldProfiler, CountsWhatTheLecturePrinted) {
  EXPECT_EQ(of_blocks(false, kStraightBlocks), lecture_report()[1].counters);
  EXPECT_EQ(of_blocks(true, kStagedBlocks), lecture_report()[4].counters);
}

TEST(OldProfiler, CountsAllBlocksAsOneByOne) {
  for (const bool staged : {false, true}) {
    for (const std::int64_t n : {1, 31, 1000, 4096, 33333}) {
      for (const std::int64_t threads : {1, 30, 32, 100, 256}) {
        OldCounters sum;
        for (std::int64_t block = 0; block * threads < n; ++block) {
          const OldCounters own = old_counters(reverse_accesses(n, threads, block, staged));
          sum.gld_coherent += own.gld_coherent;
          sum.gld_incoherent += own.gld_incoherent;
          sum.gst_coherent += own.gst_coherent;
          sum.gst_incoherent += own.gst_incoherent;
        }
        EXPECT_EQ(reverse_counters(n, threads, staged), sum) << n << " " << threads << staged;
      }
    }
  }
}

TEST(OldProfiler, HadElevenCounters) { EXPECT_EQ(old_counter_names().size(), 11U); }

TEST(OldProfiler, TheRuleAsksForTheOwnWordOfAnAlignedSegment) {
  std::array<std::int64_t, 16> words{};
  for (std::size_t k = 0; k < words.size(); ++k) words[k] = 128 + 4 * static_cast<std::int64_t>(k);
  EXPECT_TRUE(coherent_on_g80(words));
  words[5] = -1;
  EXPECT_TRUE(coherent_on_g80(words)) << "not all need take part";
  std::swap(words[0], words[1]);
  EXPECT_FALSE(coherent_on_g80(words)) << "a permutation breaks it";
  for (auto& word : words) word = 132 + 4 * (&word - words.data());
  EXPECT_FALSE(coherent_on_g80(words)) << "so does a shift";
}

// These are an H200's own counters, read by CUPTI's range profiler: 8192 requests and 32768
// sectors, for loads and for stores, in both variants.
TEST(Sectors, AreWhatAnH200Counted) {
  for (const bool staged : {false, true}) {
    SectorCounters all;
    for (std::int64_t block = 0; block < kInts / kThreads; ++block) {
      const SectorCounters own = sector_counters(reverse_accesses(kInts, kThreads, block, staged));
      all.load_requests += own.load_requests;
      all.load_sectors += own.load_sectors;
      all.store_requests += own.store_requests;
      all.store_sectors += own.store_sectors;
    }
    EXPECT_EQ(all.load_requests, 8192);
    EXPECT_EQ(all.load_sectors, 32768);
    EXPECT_EQ(all.store_requests, 8192);
    EXPECT_EQ(all.store_sectors, 32768);
  }
}

TEST(Sectors, AreTheSameBothWaysToday) {
  for (const bool staged : {false, true}) {
    const SectorCounters block = sector_counters(reverse_accesses(kInts, kThreads, 7, staged));
    EXPECT_EQ(block.load_requests, 8);
    EXPECT_EQ(block.load_sectors, 32) << "four for each warp";
    EXPECT_EQ(block.store_requests, 8);
    EXPECT_EQ(block.store_sectors, 32);
  }
}

}  // namespace
}  // namespace heatwave::lab
