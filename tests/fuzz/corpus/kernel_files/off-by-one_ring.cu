// heatwave: title A ring of slots; input items int[12] = 0..11; input head unsigned[1] = 0
// heatwave: input ring int[4] = 0; launch 1, 12
#define PLANTED 1
__global__ void put_all(const int* items, unsigned* head, int* ring) {
  const unsigned slots = 4;
  unsigned mine = atomicAdd(head, 1u);
#if PLANTED
  atomicExch(&ring[mine % (slots + 1)], items[threadIdx.x]);  // found
#else
  atomicExch(&ring[mine % slots], items[threadIdx.x]);
#endif
}
