// heatwave: title Transfers between accounts; input locks int[4] = 0; input money int[4] = 100
// heatwave: launch 2, 1; expect money[0] = 100 100
#define PLANTED 1
__global__ void transfer(int* locks, int* money) {
  int from = blockIdx.x, to = 1 - from;
#if PLANTED
  int first = from, second = to;
#else
  int first = min(from, to), second = max(from, to);
#endif
  while (atomicCAS(&locks[first], 0, 1) != 0) {
  }
  while (atomicCAS(&locks[second], 0, 1) != 0) {  // found
  }
  __threadfence();
  money[from] -= 5;
  money[to] += 5;
  __threadfence();
  atomicExch(&locks[second], 0);
  atomicExch(&locks[first], 0);
}
