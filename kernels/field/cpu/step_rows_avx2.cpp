// The row loops for AVX2 and FMA. This source is compiled for x86-64-v3.
#include "kernels/field/cpu/row_level.h"
#include "kernels/field/cpu/row_totals.h"

#if HEATWAVE_HAS_LEVELS
namespace heatwave::field {

const RowLoops& avx2_row_loops() { return RowLevel<8, 16>::kLoops; }

const RowTotalLoops& avx2_row_totals() { return kRowTotalLoops<8>; }

}  // namespace heatwave::field
#endif
