// heatwave: title Three philosophers; input forks int[3] = 0; input meals int[3] = 0
// heatwave: launch 3, 1; expect meals[0] = 2 2 2
#define PLANTED 1
__global__ void dine(int* forks, int* meals) {
  int left = blockIdx.x, right = (left + 1) % 3;
#if !PLANTED
  if (right < left) {
    int other = left;
    left = right;
    right = other;
  }
#endif
  for (int meal = 0; meal < 2; ++meal) {
    while (atomicCAS(forks + left, 0, 1) != 0) {
    }
    while (atomicCAS(forks + right, 0, 1) != 0) {  // found
    }
    __threadfence();
    meals[blockIdx.x] += 1;
    __threadfence();
    atomicExch(forks + right, 0);
    atomicExch(forks + left, 0);
  }
}
