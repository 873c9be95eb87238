// Tests what lines cost, and the figures of lessons about cost.
#include <gtest/gtest.h>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

Totals cost_of(const std::string& lesson, const std::string& version) {
  const Trace trace = play(find_lesson(lesson), {.version = version});
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
  return totals(trace);
}

TEST(StageCost, OfAllLinesIsTheCostOfThePlay) {
  for (const Lesson* lesson : all_lessons()) {
    Trace trace;
    try {
      trace = play(*lesson, {.schedule = Schedule::from("independent")});
    } catch (const std::exception&) {
      continue;  // an exercise with gaps may not compile
    }
    const Totals sum = totals(trace);
    Cost all;
    for (const auto& [line, cost] : sum.by_line) {
      all.instructions += cost.instructions;
      all.sectors += cost.sectors;
      all.conflicts += cost.conflicts;
      all.waiting += cost.waiting;
      all.barriers += cost.barriers;
    }
    EXPECT_EQ(all, static_cast<const Cost&>(sum)) << lesson->id;
    EXPECT_LE(sum.instructions, sum.steps) << lesson->id;
  }
}

TEST(StageCost, CountsAnInstructionOnceForAWarp) {
  const KernelText code = R"(
__global__ void k(int* x) {
  x[threadIdx.x] = 1;
  __syncthreads();
}
)";
  Machine machine({.warp = 4});
  const Array x = machine.unwritten("x", Space::global, Scalar::int32, 8);
  const Totals sum = totals(machine.play([&] {
    machine.launch({code.kernel("k"), {1}, {8}, {x}});
  }));
  ASSERT_EQ(sum.by_line.size(), 2U);
  EXPECT_EQ(sum.by_line.at(2), (Cost{.instructions = 2, .sectors = 2}));
  EXPECT_EQ(sum.by_line.at(3), (Cost{.instructions = 2, .barriers = 2}));
  EXPECT_EQ(words::cost(sum.by_line.at(3)), "2 instructions, 2 barriers");
}

TEST(StageCost, ATileSavesSectorsAndItsPaddingConflicts) {
  const Totals direct = cost_of("tile-transpose", "direct");
  const Totals tile = cost_of("tile-transpose", "tile");
  const Totals padded = cost_of("tile-transpose", "padded");
  EXPECT_EQ(direct.sectors, 16 * 2 + 16 * 16);
  EXPECT_EQ(tile.sectors, 2 * 16 * 2);
  EXPECT_EQ(padded.sectors, tile.sectors);
  EXPECT_EQ(tile.conflicts, 16 * 7);
  EXPECT_EQ(padded.conflicts, 0);
}

TEST(StageCost, OfDivergentWarpsIsThatOfBothPaths) {
  const auto accesses = [](const std::string& version) {
    const Totals sum = cost_of("divergence", version);
    int all = 0;
    for (const auto& [line, cost] : sum.by_line) all += cost.sectors > 0 ? cost.instructions : 0;
    return all;
  };
  EXPECT_EQ(accesses("lanes"), 2 * accesses("warps"));
  EXPECT_EQ(accesses("select"), accesses("warps"));
}

TEST(StageCost, ShufflesNeedNeitherMemoryNorBarriers) {
  const Totals shuffles = cost_of("warp-sum", "shuffle");
  const Totals shared = cost_of("warp-sum", "shared");
  EXPECT_EQ(shuffles.barriers, 0);
  EXPECT_EQ(shared.barriers, 4);
  EXPECT_LT(shuffles.instructions, shared.instructions);
}

TEST(StageCost, OfNeighboursIsLessThanThatOfPieces) {
  EXPECT_EQ(cost_of("stride-loop", "stride").sectors, 2 * 64 / 4);
  EXPECT_EQ(cost_of("stride-loop", "pieces").sectors, 2 * 64);
}

}  // namespace
}  // namespace heatwave::stage
