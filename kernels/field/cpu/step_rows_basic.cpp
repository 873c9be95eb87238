// The row loops for the vectors that every processor of an architecture has: SSE2 or NEON.
#include "kernels/field/cpu/row_level.h"
#include "kernels/field/cpu/row_totals.h"

namespace heatwave::field {

const RowLoops& basic_row_loops() {
#if defined(__aarch64__)
  return RowLevel<4, 32>::kLoops;
#else
  return RowLevel<4, 16>::kLoops;
#endif
}

const RowTotalLoops& basic_row_totals() { return kRowTotalLoops<4>; }

}  // namespace heatwave::field
