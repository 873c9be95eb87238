// heatwave: title Rows that are swapped under their locks; input rows int[3] = 7 8 9
// heatwave: input pair int[6] = 0 1 1 2 2 0; input locks unsigned[3] = 0; launch 3, 1
#define PLANTED 1
__device__ bool taken(unsigned* lock) { return atomicOr(lock, 1u) == 1u; }
__global__ void swap_rows(int* rows, const int* pair, unsigned* locks) {
  int one = pair[2 * blockIdx.x], other = pair[2 * blockIdx.x + 1];
#if !PLANTED
  if (one > other) {
    one = other;
    other = pair[2 * blockIdx.x];
  }
#endif
  bool both = false;
  while (!both) {
    both = !taken(&locks[one]);
  }
  both = false;
  while (!both) {
    unsigned before = atomicOr(&locks[other], 1u);  // found
    both = before == 0u;
  }
  __threadfence();
  int row = rows[one];
  rows[one] = rows[other];
  rows[other] = row;
  __threadfence();
  atomicAnd(&locks[other], 0u);
  atomicAnd(&locks[one], 0u);
}
