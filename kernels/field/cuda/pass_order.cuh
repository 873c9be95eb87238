// From compute capability 9.0 on, a kernel is launched while the one before it still runs. No
// launch takes time then, and the kernels of a pass run side by side: all of them read the same
// arrays.
#pragma once

namespace heatwave::field {

/// Waits until all kernels that were launched before have ended.
__device__ __forceinline__ void wait_for_kernels_before() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Begins to read the arrays of a pass, and lets the next kernel begin. The first kernel of a pass
/// waits for the pass before. Each other one begins when all blocks of the first one have waited.
__device__ __forceinline__ void begin_to_read([[maybe_unused]] bool is_first) {
#if __CUDA_ARCH__ >= 900
  if (is_first) {
    wait_for_kernels_before();
  } else {
    // The multiprocessor's cache may still have cells that the pass before has overwritten.
    __threadfence();
  }
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Begins to write the arrays of a pass. A kernel overwrites what kernels before it have written in
/// its cells, and the pass ends with its last kernel.
__device__ __forceinline__ void begin_to_write(bool is_first) {
  if (!is_first) wait_for_kernels_before();
}

/// Ends a kernel that wrote without begin_to_write(), since no other kernel of the pass writes its
/// cells. One block waits, so that the kernel does not end before those that were launched before
/// it, while multiprocessors are free for its other blocks.
__device__ __forceinline__ void end_in_order(bool is_first) {
  if (blockIdx.x == 0) begin_to_write(is_first);
}

}  // namespace heatwave::field
