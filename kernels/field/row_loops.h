// The CPU's loops along a row, to be inlined into a function that is compiled for several CPUs.
#pragma once

#include "kernels/field/cell_step.h"
#include "kernels/field/row_job.h"

namespace heatwave::field {

template <typename Equation>
[[gnu::always_inline]] inline void plain_cells(const RowJob& row,
                                               const typename Equation::Constants& constants,
                                               int begin, int end) {
  const float* __restrict north = row.north;
  const float* __restrict centre = row.centre;
  const float* __restrict south = row.south;
  float* __restrict out = row.out;
  const typename Equation::Constants c = constants;
  for (int x = begin; x < end; ++x) {
    const Neighbours n{centre[x], centre[x - 1], centre[x + 1], north[x], south[x]};
    out[x] = Equation::update(n, out[x], c.coefficient, c);
  }
}

/// Cells on absorbing edges keep the value of two steps back: their own step follows and needs it.
template <typename Equation>
[[gnu::always_inline]] inline void special_cells(const RowJob& row,
                                                 const typename Equation::Constants& constants,
                                                 int begin, int end) {
  const float* __restrict north = row.north;
  const float* __restrict centre = row.centre;
  const float* __restrict south = row.south;
  const std::uint8_t* __restrict flags = row.flags;
  // Without media the factors are never used; any readable row keeps the loop free of branches.
  const float* __restrict factors = row.factors != nullptr ? row.factors : row.centre;
  float* __restrict out = row.out;
  const typename Equation::Constants c = constants;
  for (int x = begin; x < end; ++x) {
    const Neighbours n{centre[x], centre[x - 1], centre[x + 1], north[x], south[x]};
    const float older = out[x];
    const float stepped = step_special_cell<Equation>(n, older, flags[x], factors[x], c);
    if constexpr (Equation::kAbsorbs) {
      out[x] = (flags[x] & kAbsorb) != 0 ? older : stepped;
    } else {
      out[x] = stepped;
    }
  }
}

}  // namespace heatwave::field
