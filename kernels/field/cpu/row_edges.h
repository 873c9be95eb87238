// The CPU's steps of cells on absorbing edges: of the rows at top and bottom, and of rows' ends.
#pragma once

#include "kernels/field/cpu/row_loops.h"

namespace heatwave::field {

/// The memory of one component's absorbing edge cells, from that of column 0 of these sides on.
template <typename Equation>
[[gnu::always_inline]] inline float* rim_of(const RowJob<Equation::kComponents>& job,
                                            AbsorbingSides at, int x, int y, int component) {
  const core::Extent grid = job.extent;
  return job.rim + component * rim_size(grid.width, grid.height) +
         rim_index(at, x, y, grid.width, grid.height);
}

/// One cell of the job's row r.
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

/// A row at the top or the bottom: all cells between its corners lie on the same sides.
template <typename Equation, int kLanes>
[[gnu::always_inline]] inline void step_edge_row(const RowJob<Equation::kComponents>& job,
                                                 AbsorbingSides at,
                                                 const typename Equation::Constants& constants) {
  constexpr int kComponents = Equation::kComponents;
  const int last = job.extent.width - 1;
  // In a grid one column wide both corners are one.
  for (int x = 0; x <= last; x += last > 0 ? last : 1) {
    const Values<kComponents> next = step_edge_cell<Equation>(job, 0, x, constants);
    for (int c = 0; c < kComponents; ++c) job.rows[c].to[0][x] = next[c];
  }
  const PerComponent<ComponentRows, kComponents> rows = job.rows;
  const typename Equation::Constants k = constants;
  float* rim[kComponents];
  for (int c = 0; c < kComponents; ++c) rim[c] = rim_of<Equation>(job, at, 0, job.y, c);
  for (int first = 1; first < last; first += kLanes) {
    const int count = last - first < kLanes ? last - first : kLanes;
    std::uint32_t flag[kLanes];
    for (int i = 0; i < count; ++i) flag[i] = job.flags[0][first + i];
    const float* factors = job.factors[0] + first;
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) {
      const int x = first + i;
      Neighbourhood<kComponents> n;
      Values<kComponents> older;
      Values<kComponents> psi;
      for (int c = 0; c < kComponents; ++c) {
        n[c] = {rows[c].from[1][x], rows[c].from[1][x - 1], rows[c].from[1][x + 1],
                rows[c].from[0][x], rows[c].from[2][x]};
        older[c] = rows[c].to[0][x];
        psi[c] = rim[c][x];
      }
      const bool absorbs = (flag[i] & kAbsorb) != 0;
      Values<kComponents> after = psi;
      const Values<kComponents> out =
          step_absorbing_cell<Equation>(n, older, flag[i], factors[i], at, k, after);
      const Values<kComponents> inner =
          step_special_cell<Equation>(n, older, flag[i], factors[i], k);
      for (int c = 0; c < kComponents; ++c) {
        rim[c][x] = absorbs ? after[c] : psi[c];
        rows[c].to[0][x] = absorbs ? out[c] : inner[c];
      }
    }
  }
}

/// Rows of a grid of which some side absorbs. Their ends are stepped first, while `to` has what
/// stood there two steps back, and put in place when the rows have been stepped as if they were
/// like the others.
template <typename Equation, int kLanes, int kRows>
[[gnu::always_inline]] inline void step_rows_with_edges(
    const RowJob<Equation::kComponents>& job, const typename Equation::Constants& constants) {
  constexpr int kComponents = Equation::kComponents;
  const int last = job.extent.width - 1;
  const AbsorbingSides at{.top = job.absorbing.top && job.y == 0,
                          .bottom = job.absorbing.bottom && job.y == job.extent.height - 1};
  if (at.any()) {
    step_edge_row<Equation, kLanes>(job, at, constants);
    return;
  }
  Values<kComponents> left[kGroupRows];
  Values<kComponents> right[kGroupRows];
  // In a grid one column wide the left edge's cell is the right edge's too.
  const bool has_right = job.absorbing.right && !(job.absorbing.left && last == 0);
  for (int r = 0; r < job.count; ++r) {
    if (job.absorbing.left) left[r] = step_edge_cell<Equation>(job, r, 0, constants);
    if (has_right) right[r] = step_edge_cell<Equation>(job, r, last, constants);
  }
  step_runs<Equation, kLanes, kRows>(job, constants);
  for (int r = 0; r < job.count; ++r) {
    for (int c = 0; c < kComponents; ++c) {
      if (job.absorbing.left) job.rows[c].to[r][0] = left[r][c];
      if (has_right) job.rows[c].to[r][last] = right[r][c];
    }
  }
}

}  // namespace heatwave::field
