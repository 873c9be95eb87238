// heatwave: title Counting under a lock; input mutex int[1] = 0; input count int[1] = 0
// heatwave: launch 4, 1; expect count[0] = 4
#define PLANTED 1
__global__ void count_all(int* mutex, int* count) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
  *count = *count + 1;  // found
#if !PLANTED
  __threadfence();
#endif
  atomicExch(mutex, 0);
}
