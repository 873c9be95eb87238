// heatwave: title A table that was replaced; input old_table int[8] = 0..7
// heatwave: input table int[8] = 10 11 12 13 14 15 16 17; input which int[4] = 7 0 3 3
// heatwave: input out int[4]; free old_table; launch 1, 4; expect out[0] = 17 10 13 13
#define PLANTED 1
__global__ void look_up(const int* old_table, const int* table, const int* which, int* out) {
  int i = threadIdx.x;
#if PLANTED
  out[i] = old_table[which[i]];  // found
#else
  out[i] = table[which[i]];
#endif
}
