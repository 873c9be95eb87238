// Tests how many steps the command line takes at a time.
#include "app/cli/course.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace heatwave::cli {
namespace {

/// Returns the chunk that is reached when a step takes one time in short chunks and another one in
/// whole passes.
std::int64_t settled(double short_step, double step) {
  std::int64_t chunk = 1;
  for (int i = 0; i < 40; ++i) {
    chunk = next_chunk(chunk, static_cast<double>(chunk) * (chunk < 24 ? short_step : step));
  }
  return chunk;
}

/// Steps of large fields take several times as long in short chunks, which must not keep them
/// short.
TEST(Chunks, GrowToWholePassesThoughShortOnesAreSlow) {
  EXPECT_GE(settled(0.05, 0.005), 96);
  EXPECT_GE(settled(0.08, 0.02), 24);
  EXPECT_GE(settled(0.07, 0.07), 24);
}

TEST(Chunks, AreShortEnoughForAProgressBar) {
  for (const double step : {1e-6, 1e-4, 1e-3, 0.01}) {
    const double seconds = static_cast<double>(settled(step, step)) * step;
    EXPECT_LE(seconds, 1.0) << step;
    EXPECT_GE(seconds, step < 1e-5 ? 0.1 : 0.3) << step;
  }
  EXPECT_LE(settled(2.0, 2.0), 3);
}

}  // namespace
}  // namespace heatwave::cli
