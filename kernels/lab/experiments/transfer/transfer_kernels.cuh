// Transfer: device code. What moves: every byte once over the bus for each way; the bus limits it.

// variant: serial-pageable serial overlapped mapped
/// Some steps of arithmetic on each byte. They have no meaning, and only take their time.
__global__ void work_on_bytes(const unsigned char* from, unsigned char* to, long long size,
                              int steps) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  unsigned byte = from[i];
  for (int step = 0; step < steps; ++step) byte = byte * 5 + 3;
  to[i] = byte;  //! one thread for each byte
}
// end
