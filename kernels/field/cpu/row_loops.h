// The CPU's loops along a few rows at once are written once here and compiled for each vector
// width.
//
// Rows are stepped four at a time. Each row is a northern or southern neighbour of another, so that
// a vector of 16 cells is loaded once from each row. The western neighbours are shuffled from this
// vector and the previous one; the eastern ones are loaded. Shuffles compete with additions for the
// same units, and loads that straddle two cache lines compete with other loads, so one of each
// balances them (measured in the L1 cache: 3.4 cycles for each vector; with two shuffles 4.0).
// Cells that are not plain are blended in by masks made of their flags.
#pragma once

#include <algorithm>
#include <cstring>

#include "kernels/core/lanes.h"
#include "kernels/core/simd.h"
#include "kernels/field/cpu/row_job.h"

namespace heatwave::field {

/// One vector of cells in one row, as arrays that the compiler keeps in registers. An equation's
/// update is written for one cell; the loop over these arrays becomes one vector instruction for
/// each operation.
template <typename Equation, int kLanes>
struct CellsOfRow {
  static constexpr int kComponents = Equation::kComponents;
  struct alignas(kLanes * sizeof(float)) Floats {
    float of[kLanes];
    [[gnu::always_inline]] void set(const typename core::Lanes<kLanes>::Type& lanes) {
      core::store_lanes<kLanes>(lanes, of);
    }
  };
  struct Seen {
    Floats centre, west, east, north, south, older, next;
  };
  Seen components[kComponents];

  std::uint32_t flags[kLanes];
  Floats factors;

  /// Widens the flags to the size of the cells' values. On bytes, the compiler would work on four
  /// times as many cells at once.
  [[gnu::always_inline]] void read_flags(const std::uint8_t* from) {
    for (int i = 0; i < kLanes; ++i) flags[i] = from[i];
  }

  /// Sets `out` to `set` in each cell that has one of the wanted flags, and to `unset` in all
  /// others.
  [[gnu::always_inline]] void choose(std::uint32_t wanted, const Floats& set, const Floats& unset,
                                     Floats& out) const {
    typename core::Lanes<kLanes>::Bits bits;
    std::memcpy(&bits, flags, sizeof bits);
    typename core::Lanes<kLanes>::Type a;
    typename core::Lanes<kLanes>::Type b;
    core::load_lanes<kLanes>(set.of, a);
    core::load_lanes<kLanes>(unset.of, b);
    out.set((bits & wanted) != 0U ? a : b);
  }

  /// Does for all cells what visible_neighbours() and constants_in_cell() do for one. It uses
  /// masks, because the compiler turns several choices for each cell into jumps.
  [[gnu::always_inline]] void choose_by_flags() {
    Floats one;
    one.set(typename core::Lanes<kLanes>::Type{} + 1.0F);
    choose(kMedium, factors, one, factors);
    for (Seen& seen : components) {
      choose(kNoWest, seen.centre, seen.west, seen.west);
      choose(kNoEast, seen.centre, seen.east, seen.east);
      choose(kNoNorth, seen.centre, seen.north, seen.north);
      choose(kNoSouth, seen.centre, seen.south, seen.south);
    }
  }

  [[gnu::always_inline]] Neighbourhood<kComponents> seen(int i) const {
    Neighbourhood<kComponents> n;
    for (int c = 0; c < kComponents; ++c) {
      const Seen& all = components[c];
      n[c] = {all.centre.of[i], all.west.of[i], all.east.of[i], all.north.of[i], all.south.of[i]};
    }
    return n;
  }

  [[gnu::always_inline]] Values<kComponents> older(int i) const {
    Values<kComponents> values;
    for (int c = 0; c < kComponents; ++c) values[c] = components[c].older.of[i];
    return values;
  }

  template <Run::Kind kKind>
  [[gnu::always_inline]] void update(const typename Equation::Constants& constants) {
    constexpr bool kHasMedia = kKind == Run::Kind::medium || kKind == Run::Kind::any;
#pragma GCC ivdep
#pragma GCC unroll 1
    for (int i = 0; i < kLanes; ++i) {
      const typename Equation::Constants here =
          kHasMedia ? Equation::in_medium(constants, factors.of[i]) : constants;
      const Values<kComponents> next = Equation::update(seen(i), older(i), here);
      for (int c = 0; c < kComponents; ++c) components[c].next.of[i] = next[c];
    }
    if constexpr (kKind != Run::Kind::plain) {
      for (Seen& seen : components) {
        choose(kHeld | kWall, seen.centre, seen.next, seen.next);
      }
    }
  }
};

/// Steps the cells of a run in kRows rows, starting at row `first`.
template <typename Equation, int kLanes, int kRows, Run::Kind kKind>
[[gnu::always_inline]] inline void step_run(const RowJob<Equation::kComponents>& job, int first,
                                            const typename Equation::Constants& constants,
                                            const Run& run) {
  constexpr int kComponents = Equation::kComponents;
  // Narrower vectors have no single instruction for this shuffle.
  constexpr bool kShuffles = kLanes == kLineCells;
  constexpr auto kAll = std::make_integer_sequence<int, kLanes>{};
  using Vector = typename core::Lanes<kLanes>::Type;
  const typename Equation::Constants k = constants;
  const float* from[kComponents][kRows + 2];
  float* to[kComponents][kRows];
  Vector before[kComponents][kRows];  // the vectors to the west
  for (int c = 0; c < kComponents; ++c) {
    for (int r = 0; r < kRows + 2; ++r) from[c][r] = job.rows[c].from[first + r];
    for (int r = 0; r < kRows; ++r) {
      to[c][r] = job.rows[c].to[first + r];
      if constexpr (kShuffles) {
        core::load_lanes<kLanes>(from[c][r + 1] + run.begin - kLanes, before[c][r]);
      }
    }
  }
  for (int x = run.begin; x < run.end; x += kLanes) {
    Vector here[kComponents][kRows + 2];
    for (int c = 0; c < kComponents; ++c) {
      for (int r = 0; r < kRows + 2; ++r) core::load_lanes<kLanes>(from[c][r] + x, here[c][r]);
    }
#pragma GCC unroll kGroupRows
    for (int r = 0; r < kRows; ++r) {
      CellsOfRow<Equation, kLanes> cells;
      for (int c = 0; c < kComponents; ++c) {
        Vector west;
        Vector east;
        Vector older{};
        if constexpr (kShuffles) {
          core::lanes_from<kLanes - 1, kLanes>(before[c][r], here[c][r + 1], west, kAll);
          before[c][r] = here[c][r + 1];
        } else {
          core::load_lanes<kLanes>(from[c][r + 1] + x - 1, west);
        }
        core::load_lanes<kLanes>(from[c][r + 1] + x + 1, east);
        if constexpr (Equation::kStepsBack > 0) core::load_lanes<kLanes>(to[c][r] + x, older);
        auto& seen = cells.components[c];
        seen.centre.set(here[c][r + 1]);
        seen.west.set(west);
        seen.east.set(east);
        seen.north.set(here[c][r]);
        seen.south.set(here[c][r + 2]);
        seen.older.set(older);
      }
      if constexpr (kKind != Run::Kind::plain) cells.read_flags(job.flags[first + r] + x);
      if constexpr (kKind == Run::Kind::medium || kKind == Run::Kind::any) {
        Vector factor;
        core::load_lanes<kLanes>(job.factors[first + r] + x, factor);
        cells.factors.set(factor);
      }
      if constexpr (kKind == Run::Kind::any) cells.choose_by_flags();
      cells.template update<kKind>(k);
      for (int c = 0; c < kComponents; ++c) {
        Vector next;
        core::load_lanes<kLanes>(cells.components[c].next.of, next);
        core::store_lanes<kLanes>(next, to[c][r] + x);
      }
    }
  }
}

/// Steps a run in all rows of the job, kRows at a time.
template <typename Equation, int kLanes, int kRows, Run::Kind kKind>
[[gnu::always_inline]] inline void step_run_in_rows(const RowJob<Equation::kComponents>& job,
                                                    const typename Equation::Constants& constants,
                                                    const Run& run) {
  for (int first = 0; first < job.count; first += kRows) {
    step_run<Equation, kLanes, kRows, kKind>(job, first, constants, run);
  }
}

/// Rare kinds of runs are stepped row by row, by the loop that handles all kinds.
template <typename Equation, int kLanes, int kRows>
[[gnu::always_inline]] inline void step_runs(const RowJob<Equation::kComponents>& job,
                                             const typename Equation::Constants& constants) {
  using Kind = Run::Kind;
  constexpr int kPair = std::min(kRows, 2);
  const bool is_group = job.count >= kRows;
  const bool is_pair = job.count >= kPair;
  for (const Run* run = job.runs; run != job.runs + job.run_count; ++run) {
    if (run->kind == Kind::fixed) continue;
    if (run->kind == Kind::plain && is_group) {
      step_run_in_rows<Equation, kLanes, kRows, Kind::plain>(job, constants, *run);
    } else if (run->kind == Kind::held && is_group) {
      step_run_in_rows<Equation, kLanes, kRows, Kind::held>(job, constants, *run);
    } else if (run->kind == Kind::medium && is_group) {
      step_run_in_rows<Equation, kLanes, kRows, Kind::medium>(job, constants, *run);
    } else if (run->kind == Kind::plain && is_pair) {
      step_run_in_rows<Equation, kLanes, kPair, Kind::plain>(job, constants, *run);
    } else if (run->kind == Kind::held && is_pair) {
      step_run_in_rows<Equation, kLanes, kPair, Kind::held>(job, constants, *run);
    } else if (run->kind == Kind::plain) {
      step_run_in_rows<Equation, kLanes, 1, Kind::plain>(job, constants, *run);
    } else {
      step_run_in_rows<Equation, kLanes, 1, Kind::any>(job, constants, *run);
    }
  }
}

}  // namespace heatwave::field
