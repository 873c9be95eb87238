// The loops for the SIMD level of this CPU add the rows.
#include "kernels/field/cpu/cpu_totals.h"

#include "kernels/core/simd.h"

namespace heatwave::field {
namespace {

const RowTotalLoops& loops() {
#if HEATWAVE_HAS_LEVELS
  switch (core::simd_level()) {
    case core::SimdLevel::avx512:
      return avx512_row_totals();
    case core::SimdLevel::avx2:
      return avx2_row_totals();
    case core::SimdLevel::basic:
      break;
  }
#endif
  return basic_row_totals();
}

}  // namespace

RowTotals sum_of_row(const RowOfTotals& row) { return loops().sum(row); }

RowTotals energy_of_row(const RowOfTotals& row, const RowOfEnergy& levels) {
  return loops().energy(row, levels);
}

}  // namespace heatwave::field
