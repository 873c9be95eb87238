// The CPU's loops along a few rows at once are written once here and compiled for each SIMD level.
//
// Rows are stepped up to four at a time. Each row is a northern or southern neighbour of another,
// so that a vector of cells is loaded once from each row. With 16 lanes, the western neighbours are
// shuffled from this vector and the previous one; the eastern ones are loaded. Shuffles compete
// with additions for the same units, and loads that straddle two cache lines compete with other
// loads, so one of each balances them (measured in the L1 cache: 3.4 cycles for each vector; with
// two shuffles 4.0). Cells that are not plain are blended in by masks made of their flags.
#pragma once

#include <algorithm>
#include <utility>

#include "kernels/core/lanes.h"
#include "kernels/field/cpu/row_job.h"

namespace heatwave::field {

/// Steps a vector of cells in row r of the job, from column x on.
template <typename Equation, int kLanes, Run::Kind kKind>
[[gnu::always_inline]] inline Values<Equation::kComponents, core::Lanes<kLanes>> step_cells(
    const RowJob<Equation::kComponents>& job, int r, int x,
    const Neighbourhood<Equation::kComponents, core::Lanes<kLanes>>& n,
    const Values<Equation::kComponents, core::Lanes<kLanes>>& older,
    const typename Equation::Constants& constants) {
  using Real = core::Lanes<kLanes>;
  using Kind = Run::Kind;
  if constexpr (kKind == Kind::plain) {
    return Equation::update(n, older, Equation::in_medium(constants, Real(1.0F)));
  } else {
    const auto flags = core::LaneFlags<kLanes>::load(job.flags[r] + x);
    const Real factor = kKind == Kind::held ? Real(1.0F) : Real::load(job.factors[r] + x);
    if constexpr (kKind == Kind::any) {
      return step_special_cell<Equation>(n, older, flags, factor, constants);
    } else {
      return unless_fixed(Equation::update(n, older, Equation::in_medium(constants, factor)), n,
                          flags);
    }
  }
}

/// Steps the cells of a run in kRows rows, starting at row `first`.
template <typename Equation, int kLanes, int kRows, Run::Kind kKind>
[[gnu::always_inline]] inline void step_run(const RowJob<Equation::kComponents>& job, int first,
                                            const typename Equation::Constants& constants,
                                            const Run& run) {
  constexpr int kComponents = Equation::kComponents;
  // Narrower vectors have no single instruction for this shuffle.
  constexpr bool kShuffles = kLanes == kLineCells;
  constexpr auto kAll = std::make_integer_sequence<int, kLanes>{};
  using Real = core::Lanes<kLanes>;
  const typename Equation::Constants k = constants;
  const float* from[kComponents][kRows + 2];
  float* to[kComponents][kRows];
  Real before[kComponents][kRows];  // the vectors to the west
  for (int c = 0; c < kComponents; ++c) {
    for (int r = 0; r < kRows + 2; ++r) from[c][r] = job.rows[c].from[first + r];
    for (int r = 0; r < kRows; ++r) {
      to[c][r] = job.rows[c].to[first + r];
      if constexpr (kShuffles) before[c][r] = Real::load(from[c][r + 1] + run.begin - kLanes);
    }
  }
  for (int x = run.begin; x < run.end; x += kLanes) {
    Real here[kComponents][kRows + 2];
    for (int c = 0; c < kComponents; ++c) {
      for (int r = 0; r < kRows + 2; ++r) here[c][r] = Real::load(from[c][r] + x);
    }
#pragma GCC unroll kGroupRows
    for (int r = 0; r < kRows; ++r) {
      Neighbourhood<kComponents, Real> n;
      Values<kComponents, Real> older;
      for (int c = 0; c < kComponents; ++c) {
        const Real centre = here[c][r + 1];
        Real west;
        if constexpr (kShuffles) {
          west = core::lanes_from<kLanes - 1>(before[c][r], centre, kAll);
          before[c][r] = centre;
        } else {
          west = Real::load(from[c][r + 1] + x - 1);
        }
        n[c] = {centre, west, Real::load(from[c][r + 1] + x + 1), here[c][r], here[c][r + 2]};
        if constexpr (Equation::kStepsBack > 0) older[c] = Real::load(to[c][r] + x);
      }
      const auto next = step_cells<Equation, kLanes, kKind>(job, first + r, x, n, older, k);
      for (int c = 0; c < kComponents; ++c) next[c].store(to[c][r] + x);
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
    // NOLINTNEXTLINE(bugprone-branch-clone): where a group is one row, branches are equal
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
