// heatwave: title Blocks pass a sum on; input a int[4] = 1 2 3 4; input sums int[4]
// heatwave: input turn int[1] = 0; launch 4, 1; expect sums[0] = 1 3 6 10
#define PLANTED 1
__global__ void chain(const int* a, int* sums, int* turn) {
  int b = blockIdx.x;
  while (atomicAdd(turn, 0) != b) {
  }
#if !PLANTED
  __threadfence();
#endif
  sums[b] = a[b] + (b > 0 ? sums[b - 1] : 0);  // found
  __threadfence();
  atomicAdd(turn, 1);
}
