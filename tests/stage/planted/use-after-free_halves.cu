// heatwave: title Two buffers of a time step; input now float[18] = 0..17
// heatwave: input before float[18] = 0
// heatwave: input next float[18] = 0; free before; launch 1, 16; expect next[1] = 1 2 3
#define PLANTED 1
__global__ void step(const float* now, float* before, float* next) {
  int i = threadIdx.x + 1;
  float mean = (now[i - 1] + now[i + 1]) / 2;
#if PLANTED
  before[i] = mean;  // found
#endif
  next[i] = mean;
}
