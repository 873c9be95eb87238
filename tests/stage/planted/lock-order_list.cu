// heatwave: title A list locked hand over hand; input next int[4] = 1 2 3 -1
// heatwave: input locks int[4] = 0
// heatwave: input value int[4] = 0; launch 2, 1; expect value[0] = 2 2 2 2
#define PLANTED 1
__global__ void walk(const int* next, int* locks, int* value) {
  int at = 0;
  while (atomicCAS(&locks[at], 0, 1) != 0) {
  }
  while (at >= 0) {
    __threadfence();
    value[at] += 1;
    __threadfence();
    int after = next[at];
    if (after >= 0) {
      while (atomicCAS(&locks[after], 0, 1) != 0) {
      }
    }
#if PLANTED
    if (after >= 0 && blockIdx.x == 1) {
      atomicExch(&locks[at], 0);
      while (atomicCAS(&locks[at], 0, 1) != 0) {  // found
      }
    }
#endif
    atomicExch(&locks[at], 0);
    at = after;
  }
}
