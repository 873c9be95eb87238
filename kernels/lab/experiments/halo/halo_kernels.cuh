// These kernels step heat in some rows of a plate, which may be a band of a larger one. The rows
// beside the cut are read by both bands, so each keeps a copy of the other's: its ghost rows.

// variant: one-device staged-row staged peer-copies overlap stores
__device__ float halo_step(float centre, float west, float east, float north, float south) {
  return fmaf(0.2f, (west + east) + (north + south) - 4.0f * centre, centre);
}

// variant: one-device staged-row staged peer-copies overlap stores
__global__ void step_rows(const float* from, float* to, int width, int begin, int end) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width - 1 || y >= end) return;
  const long long i = (long long)y * width + x;
  const float north = from[i - width];  //! beside the cut this is a ghost row,
  const float south = from[i + width];  //! or this
  to[i] = halo_step(from[i], from[i - 1], from[i + 1], north, south);
}

// variant: stores
__global__ void step_and_send(const float* from, float* to, float* ghosts, int width, int begin,
                              int end) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = begin + blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width - 1 || y >= end) return;
  const long long i = (long long)y * width + x;
  const float next = halo_step(from[i], from[i - 1], from[i + 1], from[i - width], from[i + width]);
  to[i] = next;
  ghosts[i - (long long)begin * width] = next;  //! memory of the other device
}
// end
