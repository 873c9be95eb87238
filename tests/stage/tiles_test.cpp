// Tests tiles of cooperative groups that are smaller than a warp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/stage/text_lesson.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

/// Plays statements as a kernel of one block.
Trace played_block(const std::string& statements, const std::string& schedule, int threads) {
  const std::string text = "// heatwave: input c float[8]; input s int[1] = 0; launch 1, " +
                           std::to_string(threads) + "\n__global__ void k(float* c, int* s) {\n" +
                           statements + "\n}\n";
  return play(lesson_of_text(text, "own"), {.schedule = Schedule::from(schedule)});
}

std::string first_fault(const Trace& trace) {
  return trace.faults.empty() ? "" : trace.faults.front().text;
}

/// The second tile waits for what the first one writes after its own sync().
constexpr const char* kTileWaits =
    "auto tile = cooperative_groups::tiled_partition<2>(cooperative_groups::this_thread_block());\n"
    "if (threadIdx.x < 2) {\n"
    "  tile.sync();\n"
    "  int sum = tile.shfl_xor(threadIdx.x, 1) + threadIdx.x;\n"
    "  if (threadIdx.x == 0) atomicExch(&s[0], sum);\n"
    "} else {\n"
    "  while (atomicAdd(&s[0], 0) == 0) {\n"
    "  }\n"
    "  tile.sync();\n"
    "}";

TEST(StageTiles, ASmallTileWaitsOnlyForItsOwnThreads) {
  for (const char* schedule : {"independent", "random:1", "random:2", "random:3"}) {
    const Trace trace = played_block(kTileWaits, schedule, 4);
    EXPECT_TRUE(trace.faults.empty()) << schedule << ": " << first_fault(trace);
    EXPECT_EQ(test::final_value(trace, test::array_named(trace, "s")), 1) << schedule;
  }
}

TEST(StageTiles, ATileReducesItsOwnThreads) {
  const std::string statements =
      "auto tile = "
      "cooperative_groups::tiled_partition<4>(cooperative_groups::this_thread_block());\n"
      "int i = threadIdx.x;\n"
      "if (i < 4) c[i] = cooperative_groups::reduce(tile, i + 1, "
      "cooperative_groups::plus<int>());\n"
      "else c[i] = cooperative_groups::reduce(tile, i, cooperative_groups::greater<int>());";
  for (const char* schedule : {"lockstep", "independent", "random:1"}) {
    const Trace trace = played_block(statements, schedule, 8);
    EXPECT_TRUE(trace.faults.empty()) << schedule << ": " << first_fault(trace);
    EXPECT_EQ(test::final_values(trace, "c"), (std::vector<double>{10, 10, 10, 10, 7, 7, 7, 7}))
        << schedule;
  }
}

}  // namespace
}  // namespace heatwave::stage
