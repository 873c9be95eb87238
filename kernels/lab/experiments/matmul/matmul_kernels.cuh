// These are the slides' kernels for the matrix multiply. All do equal arithmetic; they differ
// in how often, and in which pattern, a number is read from memory. Matrices are n × n, stored row
// by row.

// variant: wrong-way
__global__ void multiply_uncoalesced(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;  //! down a column
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n) return;
  float sum = 0.0F;
  for (int k = 0; k < n; ++k) {
    sum = fmaf(a[(size_t)row * n + k],  //! 32 threads read from 32 rows
               b[(size_t)k * n + column], sum);
  }
  c[(size_t)row * n + column] = sum;
}

// variant: coalesced
__global__ void multiply_coalesced(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;  //! along a row
  if (row >= n || column >= n) return;
  float sum = 0.0F;
  for (int k = 0; k < n; ++k) {
    sum = fmaf(a[(size_t)row * n + k],           // one number that the whole warp reads
               b[(size_t)k * n + column], sum);  //! 32 adjacent floats: four sectors
  }
  c[(size_t)row * n + column] = sum;
}

// variant: single-block
/// A thread computes 32 × 32 elements of C, block by block over k: it adds each block's products to
/// C in global memory. C begins as zero.
__global__ void multiply_into_global(const float* a, const float* b, float* c, int n) {
  const int row0 = (blockIdx.y * blockDim.y + threadIdx.y) * 32;
  const int column0 = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  for (int k0 = 0; k0 < n; k0 += 32) {
    for (int i = row0; i < min(row0 + 32, n); ++i) {
      for (int j = column0; j < min(column0 + 32, n); ++j) {
        float sum = 0.0F;
        for (int k = k0; k < min(k0 + 32, n); ++k)
          sum = fmaf(a[(size_t)i * n + k], b[(size_t)k * n + j], sum);  //! 128 bytes apart
        c[(size_t)i * n + j] += sum;  //! read and written n/32 times
      }
    }
  }
}

// variant: local-tiles
/// Each thread copies the pieces into its own arrays. These have 3 × 4 KB, far more than the
/// registers hold, and are indexed at run time. So they are in local memory, which is device memory
/// behind the caches.
__global__ void multiply_local_tiles(const float* a, const float* b, float* c, int n) {
  const int row0 = (blockIdx.y * blockDim.y + threadIdx.y) * 32;
  const int column0 = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  float subA[32][32];  //! local memory
  float subB[32][32];
  float subC[32][32];
  for (int i = 0; i < 32; ++i) {
    for (int j = 0; j < 32; ++j) subC[i][j] = 0.0F;
  }
  for (int k0 = 0; k0 < n; k0 += 32) {
    for (int i = 0; i < 32; ++i) {
      for (int k = 0; k < 32; ++k) {
        const bool in_a = row0 + i < n && k0 + k < n;
        const bool in_b = k0 + i < n && column0 + k < n;
        subA[i][k] = in_a ? a[(size_t)(row0 + i) * n + k0 + k] : 0.0F;
        subB[i][k] = in_b ? b[(size_t)(k0 + i) * n + column0 + k] : 0.0F;
      }
    }
    for (int i = 0; i < 32; ++i) {
      for (int j = 0; j < 32; ++j) {
        float sum = subC[i][j];
        for (int k = 0; k < 32; ++k)
          sum = fmaf(subA[i][k], subB[k][j], sum);  //! a warp's 32 copies are adjacent
        subC[i][j] = sum;
      }
    }
  }
  for (int i = 0; i < 32; ++i) {
    for (int j = 0; j < 32; ++j) {
      if (row0 + i < n && column0 + j < n) c[(size_t)(row0 + i) * n + column0 + j] = subC[i][j];
    }
  }
}

// variant: shared-tiles
/// `side` is the side of the tiles and of the blocks: 32, 16 or 8.
template <int side>
__global__ void multiply_shared_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[side][side];
  __shared__ float tile_b[side][side];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * side + y;
  const int column = blockIdx.x * side + x;
  float sum = 0.0F;
  for (int k0 = 0; k0 < n; k0 += side) {
    // Beyond the matrices the tiles contain zeros, which add nothing.
    tile_a[y][x] = row < n && k0 + x < n ? a[(size_t)row * n + k0 + x] : 0.0F;
    tile_b[y][x] = column < n && k0 + y < n ? b[(size_t)(k0 + y) * n + column] : 0.0F;
    __syncthreads();  //! the whole tile must be stored before it is read
    for (int k = 0; k < side; ++k) sum = fmaf(tile_a[y][k], tile_b[k][x], sum);
    __syncthreads();  //! all must have read it before it is overwritten
  }
  if (row < n && column < n) c[(size_t)row * n + column] = sum;
}
// end
