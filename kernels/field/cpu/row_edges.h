// These functions step cells on absorbing edges on the CPU: the rows at top and bottom, and the
// ends of all other rows.
#pragma once

#include "kernels/field/cpu/row_loops.h"

namespace heatwave::field {

/// Returns one component's edge memory for these sides, from column 0 on.
template <typename Equation>
[[gnu::always_inline]] inline float* rim_of(const RowJob<Equation::kComponents>& job,
                                            AbsorbingSides at, int x, int y, int component) {
  const core::Extent grid = job.extent;
  return job.rim + component * rim_size(grid.width, grid.height) +
         rim_index(at, x, y, grid.width, grid.height);
}

/// Steps one cell in row r of the job.
template <typename Equation>
[[gnu::always_inline]] inline Values<Equation::kComponents> step_edge_cell(
    const RowJob<Equation::kComponents>& job, int r, int x,
    const typename Equation::Constants& constants) {
  constexpr int kComponents = Equation::kComponents;
  Neighbourhood<kComponents> n;
  Values<kComponents> older;
  for (int c = 0; c < kComponents; ++c) {
    const float* const* from = job.rows[c].from + r + 1;
    n[c] = {from[0][x], from[0][x - 1], from[0][x + 1], from[-1][x], from[1][x]};
    older[c] = job.rows[c].to[r][x];
  }
  const unsigned flags = job.flags[r][x];
  const float factor = job.factors[r][x];
  if ((flags & kAbsorb) == 0) {
    return step_special_cell<Equation>(n, older, flags, factor, constants);
  }
  const int y = job.y + r;
  const AbsorbingSides at = sides_of(job.absorbing, x, y, job.extent.width, job.extent.height);
  Values<kComponents> psi;
  for (int c = 0; c < kComponents; ++c) psi[c] = *rim_of<Equation>(job, at, x, y, c);
  const Values<kComponents> next =
      step_absorbing_cell<Equation>(n, older, flags, factor, at, constants, psi);
  for (int c = 0; c < kComponents; ++c) *rim_of<Equation>(job, at, x, y, c) = psi[c];
  return next;
}

/// Steps both ends of a group's rows at once, with the left ends in the first lanes. One end takes
/// two square roots and a division, so one after the other they take as long as all cells between
/// them. Returns false and does nothing unless all of these cells absorb and are media at most.
template <typename Equation, int kWidest>
[[gnu::always_inline]] inline bool step_ends_together(
    const RowJob<Equation::kComponents>& job, const typename Equation::Constants& constants,
    Values<Equation::kComponents> (&ends)[2 * kGroupRows]) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kEnds = 2 * kGroupRows;
  constexpr int kLanes = std::min(kEnds, kWidest);
  using Real = core::Lanes<kLanes>;
  // Values beyond an edge are never used, so the left and the right edge can share one calculation.
  constexpr AbsorbingSides kLeft{.left = true};
  constexpr AbsorbingSides kRight{.right = true};
  struct Seen {
    float centre[kEnds], inside[kEnds], north[kEnds], south[kEnds], older[kEnds];
    float psi[kEnds], next[kEnds];
  };
  const int last = job.extent.width - 1;
  if (job.count != kGroupRows || !job.absorbing.left || !job.absorbing.right || last < 1) {
    return false;
  }
  Seen seen[kComponents];
  float factors[kEnds];
  for (int i = 0; i < kEnds; ++i) {
    const bool is_left = i < kGroupRows;
    const int r = i % kGroupRows;
    const int x = is_left ? 0 : last;
    const unsigned flags = job.flags[r][x];
    if ((flags & ~unsigned{kMedium}) != (kAbsorb | (is_left ? kNoWest : kNoEast))) return false;
    factors[i] = (flags & kMedium) != 0 ? job.factors[r][x] : 1.0F;
    for (int c = 0; c < kComponents; ++c) {
      const float* const* from = job.rows[c].from + r + 1;
      seen[c].centre[i] = from[0][x];
      seen[c].inside[i] = from[0][is_left ? 1 : last - 1];
      seen[c].north[i] = from[-1][x];
      seen[c].south[i] = from[1][x];
      seen[c].older[i] = job.rows[c].to[r][x];
      seen[c].psi[i] = *rim_of<Equation>(job, is_left ? kLeft : kRight, x, job.y + r, c);
    }
  }
  for (int i = 0; i < kEnds; i += kLanes) {
    Neighbourhood<kComponents, Real> n;
    Values<kComponents, Real> older;
    Values<kComponents, Real> psi;
    for (int c = 0; c < kComponents; ++c) {
      const Real inside = Real::load(seen[c].inside + i);
      n[c] = {Real::load(seen[c].centre + i), inside, inside, Real::load(seen[c].north + i),
              Real::load(seen[c].south + i)};
      older[c] = Real::load(seen[c].older + i);
      psi[c] = Real::load(seen[c].psi + i);
    }
    const auto next = step_absorbing_cell<Equation>(n, older, unsigned{kMedium},
                                                    Real::load(factors + i), kLeft, constants, psi);
    for (int c = 0; c < kComponents; ++c) {
      next[c].store(seen[c].next + i);
      psi[c].store(seen[c].psi + i);
    }
  }
  for (int i = 0; i < kEnds; ++i) {
    const bool is_left = i < kGroupRows;
    const int y = job.y + i % kGroupRows;
    for (int c = 0; c < kComponents; ++c) {
      ends[i][c] = seen[c].next[i];
      *rim_of<Equation>(job, is_left ? kLeft : kRight, is_left ? 0 : last, y, c) = seen[c].psi[i];
    }
  }
  return true;
}

/// Steps one line of the top or bottom row, from column x on. Only columns `begin` to `end` have
/// their edge memory here: corners have theirs on the left or right side.
template <typename Equation, int kLanes, bool kTop>
[[gnu::always_inline]] inline void step_edge_line(const RowJob<Equation::kComponents>& job, int x,
                                                  int begin, int end,
                                                  const typename Equation::Constants& constants) {
  constexpr int kComponents = Equation::kComponents;
  constexpr AbsorbingSides kAt{.top = kTop, .bottom = !kTop};
  using Real = core::Lanes<kLanes>;
  Neighbourhood<kComponents, Real> n;
  Values<kComponents, Real> older;
  Values<kComponents, Real> psi;
  const int first = x < begin ? begin : x;
  const int count = (end < x + kLanes ? end : x + kLanes) - first;
  for (int c = 0; c < kComponents; ++c) {
    const float* const* from = job.rows[c].from;
    n[c] = {Real::load(from[1] + x), Real::load(from[1] + x - 1), Real::load(from[1] + x + 1),
            Real::load(from[0] + x), Real::load(from[2] + x)};
    older[c] = Real::load(job.rows[c].to[0] + x);
    float memory[kLanes] = {};
    for (int i = 0; i < count; ++i) {
      memory[first - x + i] = rim_of<Equation>(job, kAt, first, job.y, c)[i];
    }
    psi[c] = Real::load(memory);
  }
  const auto flags = core::LaneFlags<kLanes>::load(job.flags[0] + x);
  const Real factor = Real::load(job.factors[0] + x);
  Values<kComponents, Real> after = psi;
  const auto out = step_absorbing_cell<Equation>(n, older, flags, factor, kAt, constants, after);
  const auto next = step_special_cell<Equation>(n, older, flags, factor, constants);
  const auto absorbs = (flags & kAbsorb) != 0U;
  for (int c = 0; c < kComponents; ++c) {
    core::choose(absorbs, out[c], next[c]).store(job.rows[c].to[0] + x);
    float memory[kLanes];
    core::choose(absorbs, after[c], psi[c]).store(memory);
    for (int i = 0; i < count; ++i) {
      rim_of<Equation>(job, kAt, first, job.y, c)[i] = memory[first - x + i];
    }
  }
}

/// Steps rows of a grid with absorbing sides. The row ends are stepped first, while `to` still
/// holds the values of two steps ago. They are stored after the rows have been stepped like any
/// others. Rows at the top and the bottom come alone.
template <typename Equation, int kLanes, int kRows>
[[gnu::always_inline]] inline void step_rows_with_edges(
    const RowJob<Equation::kComponents>& job, const typename Equation::Constants& constants) {
  constexpr int kComponents = Equation::kComponents;
  const AbsorbingSides grid = job.absorbing;
  const int last = job.extent.width - 1;
  Values<kComponents> ends[2 * kGroupRows];  // left ends first, then right ends
  // In a grid one column wide, the left edge's cell is the right edge's cell, too.
  const bool has_right = grid.right && !(grid.left && last == 0);
  if (!step_ends_together<Equation, kLanes>(job, constants, ends)) {
    for (int r = 0; r < job.count; ++r) {
      if (grid.left) ends[r] = step_edge_cell<Equation>(job, r, 0, constants);
      if (has_right) ends[kGroupRows + r] = step_edge_cell<Equation>(job, r, last, constants);
    }
  }
  const bool is_top = grid.top && job.y == 0;
  if (is_top || (grid.bottom && job.y == job.extent.height - 1)) {
    const int begin = grid.left ? 1 : 0;
    const int end = grid.right ? last : last + 1;
    for (int x = 0; x <= last; x += kLanes) {
      if (is_top) {
        step_edge_line<Equation, kLanes, true>(job, x, begin, end, constants);
      } else {
        step_edge_line<Equation, kLanes, false>(job, x, begin, end, constants);
      }
    }
  } else {
    step_runs<Equation, kLanes, kRows>(job, constants);
  }
  for (int r = 0; r < job.count; ++r) {
    for (int c = 0; c < kComponents; ++c) {
      if (grid.left) job.rows[c].to[r][0] = ends[r][c];
      if (has_right) job.rows[c].to[r][last] = ends[kGroupRows + r][c];
    }
  }
}

}  // namespace heatwave::field
