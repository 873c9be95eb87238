// The bytecode's loops for AVX2 and FMA. This source is compiled for x86-64-v3.
#include "kernels/field/formula/block_kernels.h"

#if HEATWAVE_HAS_LEVELS
namespace heatwave::field::formula {

const BlockKernels& avx2_block_kernels() { return BlockLevel<8>::kKernels; }

}  // namespace heatwave::field::formula
#endif
