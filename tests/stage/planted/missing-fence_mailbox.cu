// heatwave: title Mailboxes of many blocks; input letters int[6] = 0; input full int[3] = 0
// heatwave: input out int[6]; launch 6, 1; expect out[0] = 100 101 200 201 300 301
#define PLANTED 1
struct Letter {
  int head;
  int body;
};
__device__ void send(int* letters, int* full, int box) {
  letters[2 * box] = 100 * (box + 1);
  letters[2 * box + 1] = 100 * (box + 1) + 1;
#if !PLANTED
  __threadfence();
#endif
  atomicOr(&full[box], 1);
}
__device__ Letter receive(int* letters, int* full, int box) {
  while (atomicAnd(&full[box], 1) == 0) {
  }
  __threadfence();
  Letter letter;
  letter.head = letters[2 * box];  // found
  letter.body = letters[2 * box + 1];
  return letter;
}
__global__ void post(int* letters, int* full, int* out) {
  int box = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0) {
    send(letters, full, box);
  } else {
    Letter got = receive(letters, full, box);
    out[2 * box] = got.head;
    out[2 * box + 1] = got.body;
  }
}
