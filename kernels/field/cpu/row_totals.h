// The loops that add the cells of a row are written once here and compiled for each SIMD level;
// each of kTotalLanes columns adds in the order that totals.h demands.
#pragma once

#include <cmath>
#include <cstring>
#include <utility>

#include "kernels/core/lanes.h"
#include "kernels/field/cpu/cpu_totals.h"

namespace heatwave::field {

/// Adds rows by vectors of kLanes floats. As in row_level.h, no function of one level may replace
/// one of another, so each has the number of lanes in its type.
template <int kLanes>
class RowTotalLanes {
 public:
  static RowTotals sum(const RowOfTotals& row) {
    const auto line_at = [&row](int x) __attribute__((always_inline)) {
      const Floats now = Floats::load(row.now + x);
      const unsigned any = any_flags(row.flags + x);
      return Line{now, (any & kWall) != 0 ? without(row.flags + x, kWall, now) : now};
    };
    const auto last_line = [&](int x) __attribute__((always_inline)) {
      return first_cells(line_at(x), row.width - x);
    };
    return add_lines(row.width, line_at, last_line, Places());
  }

  static RowTotals energy(const RowOfTotals& row, const RowOfEnergy& levels) {
    const auto line_at = [&](int x) __attribute__((always_inline)) {
      return energy_of_line(row, levels, x, row.now + x + 1, levels.before + x + 1);
    };
    // The eastern neighbour of the last cell is the first one.
    const auto last_line = [&](int x) __attribute__((always_inline)) {
      const int count = row.width - x;
      float east_now[kLanes] = {};
      float east_before[kLanes] = {};
      for (int i = 0; i < count; ++i) {
        const int east = i + 1 == count ? 0 : x + i + 1;
        east_now[i] = row.now[east];
        east_before[i] = levels.before[east];
      }
      return first_cells(energy_of_line(row, levels, x, east_now, east_before), count);
    };
    return add_lines(row.width, line_at, last_line, Places());
  }

 private:
  using Floats = core::Lanes<kLanes>;
  using Order = std::make_integer_sequence<int, kLanes>;
  using DoublesOfLine = typename core::VectorOf<double, kLanes>::Type;
  /// Half a line: a whole one does not fit into a register.
  static constexpr int kHalfLine = kLanes / 2;
  using Doubles = typename core::VectorOf<double, kHalfLine>::Type;
  static constexpr int kHalfLines = kTotalLanes / kHalfLine;
  using Places = std::make_integer_sequence<int, kTotalLanes / kLanes>;

  /// A line of cells gives these values to the totals of its row.
  struct Line {
    Floats now;
    Floats parts;  ///< the cells add these to the sum
  };

  /// Returns all flags that cells of a line have.
  [[gnu::always_inline]] static unsigned any_flags(const std::uint8_t* flags) {
    std::uint32_t words[kLanes / 4];
    std::memcpy(words, flags, sizeof words);
    std::uint32_t any = 0;
    for (const std::uint32_t word : words) any |= word;
    any |= any >> 16U;
    return (any | any >> 8U) & 0xFFU;
  }

  /// Returns the values with 0 for the cells that have the flag.
  [[gnu::always_inline]] static Floats without(const std::uint8_t* flags, std::uint32_t flag,
                                               const Floats& values) {
    const auto of_cells = core::LaneFlags<kLanes>::load(flags);
    return choose_lanes((of_cells & flag) != 0U, Floats(0.0F), values);
  }

  /// Returns a line whose cells from `count` on give nothing. Adding +0 changes no sum: sums begin
  /// with +0, so that none of them is ever -0.
  [[gnu::always_inline]] static Line first_cells(const Line& line, int count) {
    return first_cells(line, count, Order());
  }
  template <int... kLane>
  [[gnu::always_inline]] static Line first_cells(const Line& line, int count,
                                                 std::integer_sequence<int, kLane...> /*order*/) {
    const Floats lanes(typename Floats::Vector{static_cast<float>(kLane)...});
    const auto is_cell = lanes < Floats(static_cast<float>(count));
    return {choose_lanes(is_cell, line.now, Floats(line.now.of[0])),
            choose_lanes(is_cell, line.parts, Floats(0.0F))};
  }

  /// Returns a line of cells at both time levels, whose eastern neighbours are given.
  [[gnu::always_inline]] static Line energy_of_line(const RowOfTotals& row,
                                                    const RowOfEnergy& levels, int x,
                                                    const float* east_now,
                                                    const float* east_before) {
    const Floats now = Floats::load(row.now + x);
    const Floats before = Floats::load(levels.before + x);
    const Floats v = now - before;
    Floats moving = v * v;
    Floats east = (now - Floats::load(east_now)) * (before - Floats::load(east_before));
    Floats south = (now - Floats::load(levels.south_now + x)) *
                   (before - Floats::load(levels.south_before + x));
    const std::uint8_t* flags = row.flags + x;
    const unsigned any = any_flags(flags);
    if ((any & kMedium) != 0) moving = moving / Floats::load(levels.factors + x);
    if ((any & kNoEast) != 0) east = without(flags, kNoEast, east);
    if ((any & kNoSouth) != 0) south = without(flags, kNoSouth, south);
    Floats parts = moving + Floats(levels.stiffness) * (east + south);
    if ((any & kWall) != 0) parts = without(flags, kWall, parts);
    return {now, parts};
  }

  /// The sums, minima and maxima of a row so far.
  struct Sums {
    Doubles of[kHalfLines] = {};
    Floats low = Floats(INFINITY);
    Floats high = Floats(-INFINITY);

    /// Adds a line to its place among kTotalLanes columns. The compiler knows the place, so that
    /// the sums of the widest vectors stay in registers.
    template <int kPlace>
    [[gnu::always_inline]] void add(const Line& line) {
      low = choose_lanes(line.now < low, line.now, low);
      high = choose_lanes(line.now > high, line.now, high);
      // Converted at once, they take the fewest instructions.
      const DoublesOfLine wide = __builtin_convertvector(line.parts.of, DoublesOfLine);
      constexpr std::make_integer_sequence<int, kHalfLine> kHalf;
      of[2 * kPlace] += half_of<0>(wide, kHalf);
      of[2 * kPlace + 1] += half_of<kHalfLine>(wide, kHalf);
    }
    template <int kFirst, int... kLane>
    [[gnu::always_inline]] static Doubles half_of(const DoublesOfLine& wide,
                                                  std::integer_sequence<int, kLane...> /*lanes*/) {
      return __builtin_shufflevector(wide, wide, (kFirst + kLane)...);
    }
    /// Adds the upper half of `count` vectors to the lower half, until one is left.
    template <int kCount, int... kPlace>
    [[gnu::always_inline]] void join(std::integer_sequence<int, kPlace...> /*places*/) {
      ((of[kPlace] += of[kPlace + kCount / 2]), ...);
      if constexpr (kCount > 2) {
        join<kCount / 2>(std::make_integer_sequence<int, kCount / 4>());
      }
    }
    [[gnu::always_inline]] RowTotals joined() {
      join<kHalfLines>(std::make_integer_sequence<int, kHalfLines / 2>());
      double last[kHalfLine];
      std::memcpy(last, of, sizeof last);
      for (int half = kHalfLine / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) last[i] += last[i + half];
      }
      float lows[kLanes];
      float highs[kLanes];
      low.store(lows);
      high.store(highs);
      for (int half = kLanes / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
          lows[i] = lows[i + half] < lows[i] ? lows[i + half] : lows[i];
          highs[i] = highs[i + half] > highs[i] ? highs[i + half] : highs[i];
        }
      }
      return {.sum = last[0], .minimum = lows[0], .maximum = highs[0]};
    }
  };

  /// Adds a row. `line_at(x)` is the line that begins at column x, if the row goes on after it, and
  /// `last_line(x)` the last one, whose cells beyond the row give nothing.
  template <typename LineAt, typename LastLine, int... kPlace>
  [[gnu::always_inline]] static RowTotals add_lines(
      int width, LineAt line_at, LastLine last_line,
      std::integer_sequence<int, kPlace...> /*places*/) {
    Sums sums;
    int x = 0;
    for (; x + kTotalLanes < width; x += kTotalLanes) {
      (sums.template add<kPlace>(line_at(x + kPlace * kLanes)), ...);
    }
    const int inside = (width - 1 - x) / kLanes;
    ((kPlace < inside ? sums.template add<kPlace>(line_at(x + kPlace * kLanes)) : void()), ...);
    const Line last = last_line(x + inside * kLanes);
    ((kPlace == inside ? sums.template add<kPlace>(last) : void()), ...);
    return sums.joined();
  }
};

template <int kLanes>
inline constexpr RowTotalLoops kRowTotalLoops = {.sum = &RowTotalLanes<kLanes>::sum,
                                                 .energy = &RowTotalLanes<kLanes>::energy};

}  // namespace heatwave::field
