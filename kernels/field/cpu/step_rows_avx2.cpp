// The row loops for AVX2 and FMA. This source is compiled for x86-64-v3.
#include "kernels/field/cpu/row_level.h"

#if HEATWAVE_HAS_LEVELS
namespace heatwave::field {

const RowLoops& avx2_row_loops() { return RowLevel<8, 16>::kLoops; }

}  // namespace heatwave::field
#endif
