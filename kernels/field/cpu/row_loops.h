// The CPU's loops along a row, to be inlined into a function that is compiled for several CPUs.
#pragma once

#include "kernels/field/cell_step.h"
#include "kernels/field/cpu/row_job.h"

namespace heatwave::field {

template <int kComponents>
[[gnu::always_inline]] inline Neighbourhood<kComponents> neighbourhood(
    const PerComponent<ComponentRows, kComponents>& rows, int x) {
  Neighbourhood<kComponents> n;
  for (int c = 0; c < kComponents; ++c) {
    n[c] = {rows[c].centre[x], rows[c].centre[x - 1], rows[c].centre[x + 1], rows[c].north[x],
            rows[c].south[x]};
  }
  return n;
}

template <int kComponents>
[[gnu::always_inline]] inline Values<kComponents> older_values(
    const PerComponent<ComponentRows, kComponents>& rows, int x) {
  Values<kComponents> older;
  for (int c = 0; c < kComponents; ++c) older[c] = rows[c].out[x];
  return older;
}

// The rows that a step writes are none of those that it reads: `ivdep` tells the compiler so, which
// cannot see it of an array of pointers.

template <typename Equation>
[[gnu::always_inline]] inline void plain_cells(const RowJob<Equation::kComponents>& row,
                                               const typename Equation::Constants& constants,
                                               int begin, int end) {
  constexpr int kComponents = Equation::kComponents;
  const PerComponent<ComponentRows, kComponents> rows = row.rows;
  const typename Equation::Constants k = constants;
#pragma GCC ivdep
  for (int x = begin; x < end; ++x) {
    const Values<kComponents> next = Equation::update(neighbourhood<kComponents>(rows, x),
                                                      older_values<kComponents>(rows, x), k);
    for (int c = 0; c < kComponents; ++c) rows[c].out[x] = next[c];
  }
}

/// Cells on absorbing edges keep the value of two steps back: their own step follows and needs it.
template <typename Equation>
[[gnu::always_inline]] inline void special_cells(const RowJob<Equation::kComponents>& row,
                                                 const typename Equation::Constants& constants,
                                                 int begin, int end) {
  constexpr int kComponents = Equation::kComponents;
  constexpr int kBlock = 64;
  const PerComponent<ComponentRows, kComponents> rows = row.rows;
  // Without media the factors are never used; any readable row keeps the loop free of branches.
  const float* factors = row.factors != nullptr ? row.factors : rows[0].centre;
  const typename Equation::Constants k = constants;
  for (int first = begin; first < end; first += kBlock) {
    const int count = end - first < kBlock ? end - first : kBlock;
    // As wide as the cells' values: on bytes the compiler would work on four times as many cells at
    // once, and one by one on the many runs that are shorter than that.
    std::uint32_t flags[kBlock];
    for (int i = 0; i < count; ++i) flags[i] = row.flags[first + i];
#pragma GCC ivdep
    for (int i = 0; i < count; ++i) {
      const int x = first + i;
      const Values<kComponents> older = older_values<kComponents>(rows, x);
      Values<kComponents> next = step_special_cell<Equation>(neighbourhood<kComponents>(rows, x),
                                                             older, flags[i], factors[x], k);
      for (int c = 0; c < kComponents; ++c) {
        if constexpr (Equation::kAbsorbs) next[c] = (flags[i] & kAbsorb) != 0 ? older[c] : next[c];
        rows[c].out[x] = next[c];
      }
    }
  }
}

}  // namespace heatwave::field
