// The launch succeeds; the first call that waits for the kernel reports its error.
#include "tests/gpu/trap.h"

#include "kernels/core/cuda_peers.h"

namespace heatwave::testing {
namespace {

__global__ void trap() { __trap(); }

}  // namespace

void lose(int device) {
  const core::OnDevice there(device);
  trap<<<1, 1>>>();
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

}  // namespace heatwave::testing
