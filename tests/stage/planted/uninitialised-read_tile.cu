// heatwave: title A tile at the edge; input a int[12] = 1; input sums int[2]; input n int = 12
// heatwave: launch 2, 8; expect sums[0] = 8 4
#define PLANTED 1
__global__ void sum_tiles(const int* a, int* sums, int n) {
  __shared__ int tile[8];
  int g = blockIdx.x * blockDim.x + threadIdx.x;
#if PLANTED
  if (g < n) tile[threadIdx.x] = a[g];
#else
  tile[threadIdx.x] = g < n ? a[g] : 0;
#endif
  __syncthreads();
  if (threadIdx.x > 0) return;
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += tile[i];  // found
  sums[blockIdx.x] = sum;
}
