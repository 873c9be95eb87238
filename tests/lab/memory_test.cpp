// Tests the exact figures of the memory experiments: sectors, bank conflicts, pitch, scopes.
#include <gtest/gtest.h>

#include <numeric>

#include "kernels/core/warp_access.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/experiments/banks/banks_experiment.h"
#include "kernels/lab/experiments/coalescing/coalescing_experiment.h"
#include "kernels/lab/experiments/memory_spaces/memory_spaces_experiment.h"
#include "kernels/lab/experiments/pitch/pitch_experiment.h"
#include "kernels/lab/experiments/transfer/transfer_experiment.h"

namespace heatwave::lab::memory_test {
namespace {

using namespace banks_experiment;
using namespace coalescing_experiment;
using namespace memory_spaces_experiment;
using namespace pitch_experiment;
using namespace transfer_experiment;

using core::conflict_ways;
using core::sectors_touched;

Settings with(const std::string& experiment, const std::map<std::string, std::int64_t>& values) {
  Settings settings = quick_settings(find_experiment(experiment));
  for (const auto& [id, value] : values) settings.values[id] = value;
  return settings;
}

/// Returns the addresses that the first warp reads.
std::vector<std::int64_t> first_warp(ReadPattern pattern, std::int64_t offset,
                                     std::int64_t stride) {
  CoalescingProblem problem;
  problem.n = kWarp;
  problem.in.resize(1 << 20);
  problem.offset = offset;
  problem.stride = stride;
  std::vector<std::int64_t> addresses;
  for (std::int64_t i = 0; i < kWarp; ++i) addresses.push_back(4 * index_read(problem, pattern, i));
  return addresses;
}

TEST(Sectors, ThirtyTwoAdjacentAlignedFloatsNeedFour) {
  EXPECT_EQ(sectors_touched(first_warp(ReadPattern::adjacent, 0, 1)), 4);
}

TEST(Sectors, APermutationWithinTheSameBytesStillNeedsFour) {
  EXPECT_EQ(sectors_touched(first_warp(ReadPattern::permuted, 0, 1)), 4);
}

TEST(Sectors, AWarpOfWhichOnlySomeThreadsReadNeedsFourToo) {
  CoalescingProblem problem;
  problem.n = kWarp;
  std::vector<std::int64_t> addresses;
  for (std::int64_t i = 0; i < kWarp; ++i)
    if (reads(problem, ReadPattern::some_lanes, i)) addresses.push_back(4 * i);
  EXPECT_EQ(addresses.size(), 28U);
  EXPECT_EQ(sectors_touched(addresses), 4);
}

TEST(Sectors, ARowOf340BytesNeedsFourteenWhereItBeginsOffAlignmentAndElevenWherePadded) {
  const auto of_row = [](std::int64_t begin) {
    int sectors = 0;
    for (std::int64_t x = 0; x < 85; x += kWarp) {  // three warps read the row
      std::vector<std::int64_t> addresses;
      for (std::int64_t i = x; i < std::min<std::int64_t>(85, x + kWarp); ++i)
        addresses.push_back(begin + 4 * i);
      sectors += sectors_touched(addresses);
    }
    return sectors;
  };
  EXPECT_EQ(of_row(340), 14);
  EXPECT_EQ(of_row(512), 11);
}

TEST(Banks, AllLanesReadingOneWordIsABroadcastAndNoConflict) {
  EXPECT_EQ(conflict_ways(bank_addresses(BankPattern::stride, 0, 0)), 1);
}

TEST(Allocation, AnAddressThatIsNoMultipleOf256IsWrong) {
  EXPECT_TRUE(checked_alignment(512).right);
  EXPECT_EQ(checked_alignment(512).result, "aligned to 512 bytes");
  EXPECT_FALSE(checked_alignment(128).right);
  EXPECT_FALSE(checked_alignment(0).right);
}

TEST(Sectors, ShiftedOffAlignmentTheyNeedFive) {
  for (std::int64_t offset = 0; offset <= 32; ++offset) {
    const int expected = offset % 8 == 0 ? 4 : 5;  // a sector has eight floats
    EXPECT_EQ(sectors_touched(first_warp(ReadPattern::offset, offset, 1)), expected) << offset;
  }
}

TEST(Sectors, StridesNeedMoreUntilEachFloatHasItsOwn) {
  for (std::int64_t stride = 1; stride <= 32; ++stride) {
    const std::int64_t expected = stride < 8 ? 31 * stride / 8 + 1 : 32;
    EXPECT_EQ(sectors_touched(first_warp(ReadPattern::stride, 0, stride)), expected) << stride;
  }
}

TEST(Sectors, ScatteredReadsNeedUpToThirtyTwo) {
  const int sectors = sectors_touched(first_warp(ReadPattern::scattered, 0, 1));
  EXPECT_GE(sectors, 30);
  EXPECT_LE(sectors, 32);
  EXPECT_EQ(sectors_touched(first_warp(ReadPattern::stride, 0, 1000)), 32);
}

TEST(Permutation, VisitsEachPlaceOfAWarpOnce) {
  std::vector<int> visits(kWarp);
  for (std::int64_t i = 0; i < kWarp; ++i) ++visits[static_cast<std::size_t>(permuted_index(i))];
  EXPECT_EQ(visits, std::vector<int>(kWarp, 1));
}

TEST(Scattering, StaysInsideArraysOfAnySize) {
  for (const std::int64_t size : {std::int64_t{1}, std::int64_t{33}, std::int64_t{1} << 35}) {
    for (std::int64_t i = 0; i < 10'000; ++i) {
      ASSERT_GE(scattered_index(i, size), 0);
      ASSERT_LT(scattered_index(i, size), size);
    }
  }
}

TEST(Banks, AStrideConflictsAsOftenAsItsGreatestDivisorWith32) {
  for (std::int64_t stride = 1; stride <= 32; ++stride) {
    for (int step = 0; step < kTile; ++step) {
      EXPECT_EQ(conflict_ways(bank_addresses(BankPattern::stride, stride, step)),
                std::gcd(stride, std::int64_t{32}))
          << stride;
    }
  }
}

TEST(Banks, OneWordOfPaddingCuresTheColumnWalk) {
  EXPECT_EQ(conflict_ways(bank_addresses(BankPattern::row, 1, 5)), 1);
  EXPECT_EQ(conflict_ways(bank_addresses(BankPattern::column, 1, 5)), 32);
  EXPECT_EQ(conflict_ways(bank_addresses(BankPattern::padded, 1, 5)), 1);
}

TEST(Pitch, TheLecturesArray) {
  EXPECT_EQ(padded_to(kLectureWidth, 512), kLecturePitch);
  EXPECT_EQ(padded_to(512, 512), 512);
  const PitchedLayout layout{kLectureWidth, kLecturePitch};
  EXPECT_EQ(layout.padding(), 160);
  EXPECT_EQ(layout.address(5, 10), 5 * 512 + 10 * 4);
  EXPECT_EQ(layout.address(23, 87), 23 * 512 + 352 - 4);  // the last cell
}

TEST(Pitch, ACellThatWasLeftOutIsSeen) {
  PitchProblem problem;
  problem.rows = 2;
  problem.width = 2;
  problem.cells = {1, 2, 3, 4};
  EXPECT_TRUE(checked_doubles(problem, {2, 4, 6, 8}, 8, 512).right);
  EXPECT_FALSE(checked_doubles(problem, {2, 4, 6, 4}, 8, 512).right);
}

TEST(ThoughtResult, OnlyWhatCanBeIsRight) {
  EXPECT_TRUE(checked_thought_experiment({4, {0, 1, 2, 3, 4, 5}, {1, 2, 5}}).right);
  EXPECT_FALSE(
      // A has no thread's index.
      checked_thought_experiment({6, {0, 1, 2, 3, 4, 5}, {1, 2, 5}}).right);
  EXPECT_FALSE(
      // B has another thread's index.
      checked_thought_experiment({4, {0, 1, 2, 3, 5, 4}, {1, 2, 5}}).right);
  EXPECT_FALSE(
      // C has an index of another block.
      checked_thought_experiment({4, {0, 1, 2, 3, 4, 5}, {2, 2, 5}}).right);
  EXPECT_FALSE(checked_thought_experiment({}).right);  // nothing was stored
}

TEST(Chunks, CoverEverythingOnce) {
  for (const std::int64_t size : {1, 255, 256, 1000, 1'000'003}) {
    for (const std::int64_t chunks : {1, 2, 3, 8, 64}) {
      std::int64_t reached = 0;
      for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        const Chunk stretch = chunk_of(size, chunk, chunks);
        EXPECT_EQ(stretch.begin, reached);
        EXPECT_EQ(stretch.begin % 256 * (size - stretch.begin), 0);
        reached = stretch.end;
      }
      EXPECT_EQ(reached, size);
    }
  }
}

/// Checks every CPU variant of an experiment at one setting.
void expect_all_right(const std::string& id, const Settings& settings) {
  const Experiment& experiment = find_experiment(id);
  const auto problem = experiment.make_problem(settings, {});
  for (const Variant& variant : experiment.variants) {
    if (variant.processor != Processor::cpu) continue;
    const auto run = variant.make(*problem, {});
    run->time(2);
    const Outcome outcome = run->outcome();
    EXPECT_TRUE(outcome.right) << id << " " << variant.id << ": got " << outcome.result
                               << ", expected " << outcome.expected;
    EXPECT_FALSE(outcome.facts.empty() && id != "transfer" && variant.task.empty());
  }
}

TEST(MemoryExperiments, AreRightAtOddSettings) {
  for (const std::int64_t n : {1, 31, 33, 1000})
    for (const std::int64_t stride : {1, 7, 32})
      expect_all_right("coalescing", with("coalescing", {{"n", n}, {"stride", stride}}));
  expect_all_right("coalescing", with("coalescing", {{"n", 1'000'003}, {"offset", 31}}));
  for (const std::int64_t side : {1, 31, 33, 100})
    expect_all_right("banks", with("banks", {{"n", 3}, {"stride", side % 32 + 1}, {"side", side}}));
  for (const std::int64_t width : {1, 2, 31, 88, 1023, 1024, 1025})
    expect_all_right("pitch", with("pitch", {{"n", 24}, {"width", width}}));
  for (const std::int64_t n : {1, 2, 31, 1000, 1'000'003})
    expect_all_right("transfer", with("transfer", {{"n", n}, {"work", 5}}));
  for (const std::int64_t n : {1, 33, 1000, 4097})
    expect_all_right("memory-spaces", with("memory-spaces", {{"n", n}, {"rounds", 3}}));
}

TEST(MemorySpaces, AWrongWordOfTheTableIsSeen) {
  const auto posed =
      find_experiment("memory-spaces").make_problem(with("memory-spaces", {{"n", 100}}), {});
  const auto& problem = static_cast<const MemorySpacesProblem&>(*posed);
  auto out = problem.expected;
  EXPECT_TRUE(checked_job(problem, Space::shared, out).right);
  out[99] ^= 1U;
  EXPECT_FALSE(checked_job(problem, Space::shared, out).right);
}

}  // namespace
}  // namespace heatwave::lab::memory_test
