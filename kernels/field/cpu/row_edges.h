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
template <typename Equation>
[[gnu::always_inline]] inline bool step_ends_together(
    const RowJob<Equation::kComponents>& job, const typename Equation::Constants& constants,
    Values<Equation::kComponents> (&ends)[2 * kGroupRows]) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kLanes = 2 * kGroupRows;
  // Values beyond an edge are never used, so the left and the right edge can share one calculation.
  constexpr AbsorbingSides kLeft{.left = true};
  constexpr AbsorbingSides kRight{.right = true};
  struct Seen {
    float centre[kLanes], inside[kLanes], north[kLanes], south[kLanes], older[kLanes];
    float psi[kLanes], next[kLanes];
  };
  const int last = job.extent.width - 1;
  if (job.count != kGroupRows || !job.absorbing.left || !job.absorbing.right || last < 1) {
    return false;
  }
  Seen seen[kComponents];
  float factors[kLanes];
  for (int i = 0; i < kLanes; ++i) {
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
#pragma GCC ivdep
#pragma GCC unroll 1
  for (int i = 0; i < kLanes; ++i) {
    Neighbourhood<kComponents> n;
    Values<kComponents> older;
    Values<kComponents> psi;
    for (int c = 0; c < kComponents; ++c) {
      n[c] = {seen[c].centre[i], seen[c].inside[i], seen[c].inside[i], seen[c].north[i],
              seen[c].south[i]};
      older[c] = seen[c].older[i];
      psi[c] = seen[c].psi[i];
    }
    const Values<kComponents> next =
        step_absorbing_cell<Equation>(n, older, kMedium, factors[i], kLeft, constants, psi);
    for (int c = 0; c < kComponents; ++c) {
      seen[c].next[i] = next[c];
      seen[c].psi[i] = psi[c];
    }
  }
  for (int i = 0; i < kLanes; ++i) {
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
  using Cells = CellsOfRow<Equation, kLanes>;
  using Floats = typename Cells::Floats;
  Cells cells;
  Floats psi[kComponents];
  Floats after[kComponents];
  Floats out[kComponents];
  const int first = x < begin ? begin : x;
  const int count = (end < x + kLanes ? end : x + kLanes) - first;
  for (int c = 0; c < kComponents; ++c) {
    const float* const* from = job.rows[c].from;
    auto& seen = cells.components[c];
    const auto read = [x](const float* row, Floats& floats) {
      std::memcpy(floats.of, row + x, sizeof floats.of);
    };
    read(from[1], seen.centre);
    read(from[1] - 1, seen.west);
    read(from[1] + 1, seen.east);
    read(from[0], seen.north);
    read(from[2], seen.south);
    read(job.rows[c].to[0], seen.older);
    psi[c] = {};
    for (int i = 0; i < count; ++i) {
      psi[c].of[first - x + i] = rim_of<Equation>(job, kAt, first, job.y, c)[i];
    }
  }
  cells.read_flags(job.flags[0] + x);
  std::memcpy(cells.factors.of, job.factors[0] + x, sizeof cells.factors.of);
  cells.choose_by_flags();
#pragma GCC ivdep
#pragma GCC unroll 1
  for (int i = 0; i < kLanes; ++i) {
    Values<kComponents> memory;
    for (int c = 0; c < kComponents; ++c) memory[c] = psi[c].of[i];
    // The flags have been handled. Only the factor is left, which is 1 where a cell is no medium.
    const Values<kComponents> next = step_absorbing_cell<Equation>(
        cells.seen(i), cells.older(i), kMedium, cells.factors.of[i], kAt, constants, memory);
    for (int c = 0; c < kComponents; ++c) {
      out[c].of[i] = next[c];
      after[c].of[i] = memory[c];
    }
  }
  cells.template update<Run::Kind::any>(constants);
  for (int c = 0; c < kComponents; ++c) {
    Floats& next = cells.components[c].next;
    cells.choose(kAbsorb, out[c], next, next);
    cells.choose(kAbsorb, after[c], psi[c], after[c]);
    std::memcpy(job.rows[c].to[0] + x, next.of, sizeof next.of);
    for (int i = 0; i < count; ++i) {
      rim_of<Equation>(job, kAt, first, job.y, c)[i] = after[c].of[first - x + i];
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
  if (!step_ends_together<Equation>(job, constants, ends)) {
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
