// Compares the totals of rows, as each SIMD level computes them, with a plain loop in the order of
// totals.h, to the bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "kernels/core/simd.h"
#include "kernels/field/cpu/cpu_totals.h"
#include "kernels/field/cpu/row_job.h"

namespace heatwave::field::testing {
namespace {

struct LevelLoops {
  const char* name;
  const RowTotalLoops& loops;
};

/// Returns the levels that this CPU has.
std::vector<LevelLoops> loops_of_this_cpu() {
  std::vector<LevelLoops> all{{"basic", basic_row_totals()}};
#if HEATWAVE_HAS_LEVELS
  if (core::simd_level() >= core::SimdLevel::avx2) all.push_back({"avx2", avx2_row_totals()});
  if (core::simd_level() >= core::SimdLevel::avx512) all.push_back({"avx512", avx512_row_totals()});
#endif
  return all;
}

/// A row, the row south of it, and their values of the previous step. Behind the row's end lies
/// what no total may contain.
struct RandomRow {
  RandomRow(int columns, bool is_special) : width(columns) {
    std::mt19937 random(static_cast<unsigned>(columns));
    std::uniform_real_distribution<float> value(-1.0F, 1.0F);
    const auto size = static_cast<std::size_t>(width + kLineCells + 1);
    for (auto* row : {&now, &before, &south_now, &south_before}) {
      row->assign(size, 1e30F);
      for (int x = 0; x < width; ++x) (*row)[static_cast<std::size_t>(x)] = value(random);
    }
    flags.assign(size, kWall | kMedium | kNoEast | kNoSouth);
    factors.assign(size, 1.0F);
    for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x) {
      flags[x] = is_special && random() % 4 == 0 ? static_cast<std::uint8_t>(random() & 0xFFU) : 0;
      if ((flags[x] & kMedium) != 0) factors[x] = 0.37F;
    }
  }

  [[nodiscard]] RowOfTotals row() const { return {now.data(), flags.data(), width}; }
  [[nodiscard]] RowOfEnergy levels() const {
    return {before.data(), south_now.data(), south_before.data(), factors.data(), 0.21F};
  }
  /// Returns the totals in the order of totals.h.
  [[nodiscard]] RowTotals plain(bool is_energy) const {
    std::array<double, kTotalLanes> lanes{};
    RowTotals totals;
    for (int column = 0; column < width; ++column) {
      const auto x = static_cast<std::size_t>(column);
      const std::size_t east = column + 1 == width ? 0 : x + 1;
      const CellLevels cell{now[x],       before[x],    now[east],
                            before[east], south_now[x], south_before[x]};
      const float sum = (flags[x] & kWall) != 0 ? 0.0F : now[x];
      const float energy = energy_of_cell(cell, 0.21F, flags[x], factors[x]);
      lanes[x % kTotalLanes] += static_cast<double>(is_energy ? energy : sum);
      totals.minimum = std::min(totals.minimum, now[x]);
      totals.maximum = std::max(totals.maximum, now[x]);
    }
    for (std::size_t half = kTotalLanes / 2; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    }
    totals.sum = lanes[0];
    return totals;
  }

  int width;
  std::vector<float> now;
  std::vector<float> before;
  std::vector<float> south_now;
  std::vector<float> south_before;
  std::vector<float> factors;
  std::vector<std::uint8_t> flags;
};

void expect_equal(const RowTotals& totals, const RowTotals& plain) {
  EXPECT_EQ(totals.sum, plain.sum);
  EXPECT_EQ(totals.minimum, plain.minimum);
  EXPECT_EQ(totals.maximum, plain.maximum);
}

TEST(RowTotals, AreThoseOfAPlainLoopAtEverySimdLevel) {
  for (int width = 1; width < 700; ++width) {
    for (const bool is_special : {false, true}) {
      const RandomRow random(width, is_special);
      for (const LevelLoops& level : loops_of_this_cpu()) {
        SCOPED_TRACE(std::to_string(width) + (is_special ? " special cells, " : " plain cells, ") +
                     level.name);
        expect_equal(level.loops.sum(random.row()), random.plain(false));
        expect_equal(level.loops.energy(random.row(), random.levels()), random.plain(true));
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
