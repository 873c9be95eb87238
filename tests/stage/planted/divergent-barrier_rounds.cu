// heatwave: title Rounds of a sort; input a int[8] = 5 2 7 1 8 3 6 4; launch 1, 8
// heatwave: expect a[0] = 1 2 3 4 5 6 7 8
#define PLANTED 1
__global__ void sort(int* a) {
  int t = threadIdx.x;
#if PLANTED
  int rounds = 8 - t % 2;
#else
  int rounds = 8;
#endif
  for (int round = 0; round < rounds; ++round) {
    if (t % 2 == round % 2 && t + 1 < 8 && a[t] > a[t + 1]) {
      int larger = a[t];
      a[t] = a[t + 1];
      a[t + 1] = larger;
    }
    __syncthreads();  // found
  }
}
