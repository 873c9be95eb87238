// This kernel works on transferred bytes. Every byte crosses the bus once in each direction, and
// the bus limits the speed.

// variant: serial-pageable serial overlapped mapped
/// Computes some steps of arithmetic on each byte. They have no meaning; they only take time.
__global__ void work_on_bytes(const unsigned char* from, unsigned char* to, long long size,
                              int steps) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  unsigned byte = from[i];
  for (int step = 0; step < steps; ++step) byte = byte * 5 + 3;
  to[i] = byte;  //! one thread for each byte
}
// end
