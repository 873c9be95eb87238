// heatwave: title A message with a flag; input data int[8] = 0; input ready int[1] = 0
// heatwave: input out int[8]; launch 2, 1; expect out[0] = 10 11 12 13 14 15 16 17
#define PLANTED 1
__global__ void message(int* data, int* ready, int* out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 8; ++i) data[i] = 10 + i;
#if !PLANTED
    __threadfence();
#endif
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    for (int i = 0; i < 8; ++i) out[i] = data[i];  // found
  }
}
