// heatwave: title A histogram of letters
// heatwave: input letters int[16] = 97 98 99 97 100 97 98 104 103 97 99 98 97 97 101 102
// heatwave: input counts int[8] = 0; launch 1, 16; expect counts[0] = 6 3 2 1 1 1 1 1
#define PLANTED 1
__global__ void histogram(const int* letters, int* counts) {
  int letter = letters[threadIdx.x];
#if PLANTED
  atomicAdd(&counts[letter], 1);  // found
#else
  atomicAdd(&counts[letter - 97], 1);
#endif
}
