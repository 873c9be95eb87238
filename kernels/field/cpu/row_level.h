// The row loops of all equations are put together here for one SIMD level. Only the sources of the
// levels include this file. All functions that it uses are inlined or have the number of lanes in
// their types, so that no function of one level replaces a function of another.
#pragma once

#include "kernels/field/cpu/row_edges.h"
#include "kernels/field/cpu/step_rows.h"

namespace heatwave::field {

/// The loops for vectors of kLanes floats on a processor with this many vector registers, 16 or 32.
template <int kLanes, int kRegisters>
struct RowLevel {
  template <typename Equation>
  static void step_rows(const RowJob<Equation::kComponents>& job,
                        const typename Equation::Constants& constants) {
    constexpr int kRows = rows_at_once(Equation::kComponents) * kRegisters / 32;
    if constexpr (Equation::kAbsorbs) {
      if (job.absorbing.any()) {
        step_rows_with_edges<Equation, kLanes, kRows>(job, constants);
        return;
      }
    }
    step_runs<Equation, kLanes, kRows>(job, constants);
  }

  template <typename... Equations>
  static constexpr RowLoops of_all(EquationList<Equations...> /*list*/) {
    return {&step_rows<Equations>...};
  }

  static constexpr RowLoops kLoops = of_all(Catalogue{});
};

}  // namespace heatwave::field
