// The bytecode's loops for the vectors that every processor of an architecture has: SSE2 or NEON.
#include "kernels/field/formula/block_kernels.h"

namespace heatwave::field::formula {

const BlockKernels& basic_block_kernels() { return BlockLevel<4>::kKernels; }

}  // namespace heatwave::field::formula
