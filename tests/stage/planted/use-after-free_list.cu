// heatwave: title A walk through a list; input next int[6] = 2 -1 5 0 1 4
// heatwave: input value int[6] = 1 2 3 4 5 6
// heatwave: input old_value int[6] = 0; input sum int[1]; free old_value; launch 1, 1
// heatwave: expect sum[0] = 17
#define PLANTED 1
__global__ void walk(const int* next, const int* value, const int* old_value, int* sum) {
  int total = 0;
  for (int at = 0; at >= 0; at = next[at]) {
#if PLANTED
    total += at == 4 ? old_value[at] : value[at];  // found
#else
    total += value[at];
#endif
  }
  *sum = total;
}
