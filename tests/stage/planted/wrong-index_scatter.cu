// heatwave: title Scatter by a permutation; input a int[8] = 10 11 12 13 14 15 16 17
// heatwave: input place int[8] = 3 1 0 2 7 6 5 4; input out int[8]; launch 1, 8
// heatwave: expect out[0] = 12 11 13 10 17 16 15 14
#define PLANTED 1
__global__ void scatter(const int* a, const int* place, int* out) {
  int i = threadIdx.x;
#if PLANTED
  out[place[i]] = a[place[i]];  // found
#else
  out[place[i]] = a[i];
#endif
}
