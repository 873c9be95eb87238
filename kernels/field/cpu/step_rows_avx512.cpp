// The row loops for AVX-512. This source is compiled for x86-64-v4.
#include "kernels/field/cpu/row_level.h"
#include "kernels/field/cpu/row_totals.h"

#if HEATWAVE_HAS_LEVELS
namespace heatwave::field {

const RowLoops& avx512_row_loops() { return RowLevel<16, 32>::kLoops; }

const RowTotalLoops& avx512_row_totals() { return kRowTotalLoops<16>; }

}  // namespace heatwave::field
#endif
