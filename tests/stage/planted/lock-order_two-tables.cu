// heatwave: title Two tables, each with a lock; input a_lock int[1] = 0; input b_lock int[1] = 0
// heatwave: input a int[1] = 0; input b int[1] = 0; launch 2, 32; expect a[0] = 2; expect b[0] = 2
#define PLANTED 1
__global__ void update(int* a_lock, int* b_lock, int* a, int* b) {
  if (threadIdx.x != 0) return;
#if PLANTED
  if (blockIdx.x == 1) {
    while (atomicExch(b_lock, 1) == 1) {
    }
    while (atomicExch(a_lock, 1) == 1) {  // found
    }
  } else {
#else
  {
#endif
    while (atomicExch(a_lock, 1) == 1) {
    }
    while (atomicExch(b_lock, 1) == 1) {
    }
  }
  __threadfence();
  *a += 1;
  *b += 1;
  __threadfence();
  atomicExch(a_lock, 0);
  atomicExch(b_lock, 0);
}
