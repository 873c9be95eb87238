// Lines of cells are added as vectors; each lane adds in the order that totals.h demands.
#include "kernels/field/cpu/cpu_totals.h"

#include <cmath>
#include <cstring>

#include "kernels/core/every_level.h"
#include "kernels/core/lanes.h"
#include "kernels/field/cpu/row_job.h"

namespace heatwave::field {
namespace {

using Floats = core::VectorOf<float, kLineCells>::Type;
using Bits = core::VectorOf<std::uint32_t, kLineCells>::Type;
using DoublesOfLine [[gnu::vector_size(kLineCells * sizeof(double))]] = double;
/// Half a line: a whole one does not fit into a register.
constexpr int kHalfLine = kLineCells / 2;
using Doubles [[gnu::vector_size(kHalfLine * sizeof(double))]] = double;

constexpr int kHalfLines = kTotalLanes / kHalfLine;

[[gnu::always_inline]] inline void load(const float* from, Floats& to) {
  std::memcpy(&to, from, sizeof to);
}

/// Returns all flags that cells of a line have.
[[gnu::always_inline]] inline unsigned any_flags(const std::uint8_t* flags) {
  std::uint64_t words[kLineCells / sizeof(std::uint64_t)];
  std::memcpy(words, flags, sizeof words);
  if ((words[0] | words[1]) == 0) return 0;
  unsigned any = 0;
  for (int i = 0; i < kLineCells; ++i) any |= flags[i];
  return any;
}

/// Sets the values of cells that have the flag to zero.
[[gnu::always_inline]] inline void clear(const std::uint8_t* flags, std::uint32_t flag,
                                         Floats& values) {
  // The compiler would convert a vector of bytes one by one.
  std::uint32_t wide[kLineCells];
#pragma GCC ivdep
#pragma GCC unroll 1
  for (int i = 0; i < kLineCells; ++i) wide[i] = flags[i];
  Bits bits;
  std::memcpy(&bits, wide, sizeof bits);
  values = (bits & flag) != 0U ? Floats{} : values;
}

/// The sums, minima and maxima of a row so far.
struct RowLanes {
  Doubles sums[kHalfLines] = {};
  Floats low = Floats{} + INFINITY;
  Floats high = Floats{} - INFINITY;

  /// Adds a line that begins at column x.
  [[gnu::always_inline]] void add(int x, const Floats& now, const Floats& parts) {
    low = now < low ? now : low;
    high = now > high ? now : high;
    // Converted at once, they take the fewest instructions.
    const auto wide = __builtin_convertvector(parts, DoublesOfLine);
    Doubles* to = &sums[x / kHalfLine % kHalfLines];
    to[0] += __builtin_shufflevector(wide, wide, 0, 1, 2, 3, 4, 5, 6, 7);
    to[1] += __builtin_shufflevector(wide, wide, 8, 9, 10, 11, 12, 13, 14, 15);
  }
  /// Adds one cell.
  [[gnu::always_inline]] void add_cell(int x, float now, float part) {
    low[0] = now < low[0] ? now : low[0];
    high[0] = now > high[0] ? now : high[0];
    sums[x / kHalfLine % kHalfLines][x % kHalfLine] += static_cast<double>(part);
  }
  [[gnu::always_inline]] RowTotals joined() {
    for (int half = kHalfLines / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) sums[i] += sums[i + half];
    }
    double last[kHalfLine];
    std::memcpy(last, sums, sizeof last);
    for (int half = kHalfLine / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) last[i] += last[i + half];
    }
    RowTotals row{.sum = last[0]};
    for (int i = 0; i < kLineCells; ++i) {
      row.minimum = low[i] < row.minimum ? low[i] : row.minimum;
      row.maximum = high[i] > row.maximum ? high[i] : row.maximum;
    }
    return row;
  }
};

[[gnu::always_inline]] inline RowTotals sum_of_cells(const RowOfTotals& row) {
  RowLanes lanes;
  int x = 0;
  for (; x + kLineCells <= row.width; x += kLineCells) {
    Floats now;
    load(row.now + x, now);
    Floats parts = now;
    if ((any_flags(row.flags + x) & kWall) != 0) clear(row.flags + x, kWall, parts);
    lanes.add(x, now, parts);
  }
  for (; x < row.width; ++x) {
    lanes.add_cell(x, row.now[x], (row.flags[x] & kWall) != 0 ? 0.0F : row.now[x]);
  }
  return lanes.joined();
}

[[gnu::always_inline]] inline RowTotals energy_of_cells(const RowOfTotals& row,
                                                        const RowOfEnergy& levels) {
  RowLanes lanes;
  int x = 0;
  // The last cell is left for the end: its eastern neighbour is the first one.
  for (; x + kLineCells < row.width; x += kLineCells) {
    Floats now;
    Floats before;
    Floats east_now;
    Floats east_before;
    Floats south_now;
    Floats south_before;
    load(row.now + x, now);
    load(levels.before + x, before);
    load(row.now + x + 1, east_now);
    load(levels.before + x + 1, east_before);
    load(levels.south_now + x, south_now);
    load(levels.south_before + x, south_before);
    const Floats v = now - before;
    Floats moving = v * v;
    Floats east = (now - east_now) * (before - east_before);
    Floats south = (now - south_now) * (before - south_before);
    const std::uint8_t* flags = row.flags + x;
    const unsigned any = any_flags(flags);
    if ((any & kMedium) != 0) {
      Floats factors;
      load(levels.factors + x, factors);
      moving /= factors;
    }
    if ((any & kNoEast) != 0) clear(flags, kNoEast, east);
    if ((any & kNoSouth) != 0) clear(flags, kNoSouth, south);
    Floats parts = moving + levels.stiffness * (east + south);
    if ((any & kWall) != 0) clear(flags, kWall, parts);
    lanes.add(x, now, parts);
  }
  for (; x < row.width; ++x) {
    const int east = x + 1 == row.width ? 0 : x + 1;
    const CellLevels cell{row.now[x],          levels.before[x],    row.now[east],
                          levels.before[east], levels.south_now[x], levels.south_before[x]};
    const float factor = levels.factors == nullptr ? 1.0F : levels.factors[x];
    lanes.add_cell(x, row.now[x], energy_of_cell(cell, levels.stiffness, row.flags[x], factor));
  }
  return lanes.joined();
}

}  // namespace

RowTotals sum_of_row(const RowOfTotals& row) { return core::kAtBestLevel<sum_of_cells>(row); }

RowTotals energy_of_row(const RowOfTotals& row, const RowOfEnergy& levels) {
  return core::kAtBestLevel<energy_of_cells>(row, levels);
}

}  // namespace heatwave::field
