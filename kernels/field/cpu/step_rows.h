// An equation's loops along rows are compiled here for each SIMD level.
#pragma once

#include "kernels/core/simd.h"
#include "kernels/field/cpu/row_edges.h"

namespace heatwave::field {

template <typename Equation, int kLanes, int kRows>
[[gnu::always_inline]] inline void step_rows_in(const RowJob<Equation::kComponents>& job,
                                                const typename Equation::Constants& constants) {
  if constexpr (Equation::kAbsorbs) {
    if (job.absorbing.any()) {
      step_rows_with_edges<Equation, kLanes, kRows>(job, constants);
      return;
    }
  }
  step_runs<Equation, kLanes, kRows>(job, constants);
}

template <typename Equation>
HEATWAVE_TARGET("x86-64-v4")
void step_rows_avx512(const RowJob<Equation::kComponents>& job,
                      const typename Equation::Constants& constants) {
  step_rows_in<Equation, 16, rows_at_once(Equation::kComponents)>(job, constants);
}

/// With 16 vector registers, two rows of one component or one row of two components are stepped at
/// once.
template <typename Equation>
HEATWAVE_TARGET("x86-64-v3")
void step_rows_avx2(const RowJob<Equation::kComponents>& job,
                    const typename Equation::Constants& constants) {
  step_rows_in<Equation, 8, Equation::kComponents == 1 ? 2 : 1>(job, constants);
}

template <typename Equation>
void step_rows_basic(const RowJob<Equation::kComponents>& job,
                     const typename Equation::Constants& constants) {
  step_rows_in<Equation, 4, 2>(job, constants);
}

/// Each equation's own step_rows() calls this function in its own file, so that the loops are
/// compiled once.
template <typename Equation>
void step_rows_at_level(const RowJob<Equation::kComponents>& job,
                        const typename Equation::Constants& constants) {
#if HEATWAVE_HAS_TARGETS
  if (job.level == core::SimdLevel::avx512) {
    step_rows_avx512<Equation>(job, constants);
    return;
  }
  if (job.level == core::SimdLevel::avx2) {
    step_rows_avx2<Equation>(job, constants);
    return;
  }
#endif
  step_rows_basic<Equation>(job, constants);
}

}  // namespace heatwave::field
