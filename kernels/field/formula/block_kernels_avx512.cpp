// The bytecode's loops for AVX-512. This source is compiled for x86-64-v4.
#include "kernels/field/formula/block_kernels.h"

#if HEATWAVE_HAS_LEVELS
namespace heatwave::field::formula {

const BlockKernels& avx512_block_kernels() { return BlockLevel<16>::kKernels; }

}  // namespace heatwave::field::formula
#endif
