// heatwave: title Binary search; input sorted int[12] = 0..11
// heatwave: input wanted int[8] = 0 3 11 12 5 20 7 1
// heatwave: input found int[8]; input n int = 12; launch 1, 8; expect found[0] = 0 3 11 -1 5 -1 7 1
#define PLANTED 1
__global__ void search(const int* sorted, const int* wanted, int* found, int n) {
  int value = wanted[threadIdx.x];
  int low = 0;
#if PLANTED
  int high = n;
#else
  int high = n - 1;
#endif
  int place = -1;
  while (low <= high && place < 0) {
    int middle = (low + high) / 2;
    int here = sorted[middle];  // found
    if (here == value) place = middle;
    if (here < value) low = middle + 1;
    if (here > value) high = middle - 1;
  }
  found[threadIdx.x] = place;
}
