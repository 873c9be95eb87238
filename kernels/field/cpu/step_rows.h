// step_rows() takes a few rows of a field one step on, by the loops of the wanted SIMD level.
#pragma once

#include <tuple>

#include "kernels/core/simd.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {

template <typename Equation>
using StepRows = void (*)(const RowJob<Equation::kComponents>& job,
                          const typename Equation::Constants& constants);

template <typename Equations>
struct RowLoopsOf;
template <typename... Equations>
struct RowLoopsOf<EquationList<Equations...>> {
  using Type = std::tuple<StepRows<Equations>...>;
};
/// One function for each equation.
using RowLoops = RowLoopsOf<Catalogue>::Type;

/// Each level has its own source, which is compiled for its instructions.
const RowLoops& basic_row_loops();
const RowLoops& avx2_row_loops();
const RowLoops& avx512_row_loops();

inline const RowLoops& row_loops(core::SimdLevel level) {
#if HEATWAVE_HAS_LEVELS
  if (level == core::SimdLevel::avx512) return avx512_row_loops();
  if (level == core::SimdLevel::avx2) return avx2_row_loops();
#else
  (void)level;
#endif
  return basic_row_loops();
}

template <typename Equation>
void step_rows(const RowJob<Equation::kComponents>& job,
               const typename Equation::Constants& constants) {
  std::get<StepRows<Equation>>(row_loops(job.level))(job, constants);
}

}  // namespace heatwave::field
