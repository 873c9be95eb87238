// These kernels multiply matrices with sums in registers. With tiles in shared memory alone, every
// multiply-add needs two reads of 4 bytes; here 64 multiply-adds share 16 reads. That moves the
// limit from shared memory towards arithmetic. Only large matrices get close to it, because small
// ones have too few tiles of this size.

// variant: register-tiles vector-loads
constexpr int kRegTile = 128;     // rows and columns of C that a block computes
constexpr int kRegDepth = 8;      // depth of the tiles of A and B
constexpr int kRegOwn = 8;        // rows and columns that a thread computes
constexpr int kRegThreads = 256;  // 16 × 16 threads
constexpr int kRegAcross = kRegTile / kRegOwn;
constexpr int kRegPadded =
    kRegTile + 4;  // transposed tiles of A: four extra words avoid bank conflicts of the stores

// variant: register-tiles
__global__ void __launch_bounds__(kRegThreads)
    multiply_register_tiles(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kRegDepth][kRegPadded];  // transposed: a column of A is a row here
  __shared__ float tile_b[kRegDepth][kRegTile];
  const int thread = threadIdx.x;
  const int row0 = blockIdx.y * kRegTile;
  const int column0 = blockIdx.x * kRegTile;
  const int own_row = thread / kRegAcross * kRegOwn;
  const int own_column = thread % kRegAcross * kRegOwn;
  float sum[kRegOwn][kRegOwn] = {};  //! 64 registers
  for (int k0 = 0; k0 < n; k0 += kRegDepth) {
    for (int i = thread; i < kRegTile * kRegDepth; i += kRegThreads) {
      const int row = row0 + i / kRegDepth;
      const int k = k0 + i % kRegDepth;
      tile_a[i % kRegDepth][i / kRegDepth] = row < n && k < n ? a[(size_t)row * n + k] : 0.0F;
    }
    for (int i = thread; i < kRegTile * kRegDepth; i += kRegThreads) {
      const int k = k0 + i / kRegTile;
      const int column = column0 + i % kRegTile;
      tile_b[i / kRegTile][i % kRegTile] = k < n && column < n ? b[(size_t)k * n + column] : 0.0F;
    }
    __syncthreads();
    for (int k = 0; k < kRegDepth; ++k) {
      float left[kRegOwn];
      float right[kRegOwn];
      for (int i = 0; i < kRegOwn; ++i) left[i] = tile_a[k][own_row + i];
      for (int j = 0; j < kRegOwn; ++j) right[j] = tile_b[k][own_column + j];  //! 16 reads …
      for (int i = 0; i < kRegOwn; ++i) {
        for (int j = 0; j < kRegOwn; ++j)
          sum[i][j] = fmaf(left[i], right[j], sum[i][j]);  //! … for 64 multiply-adds
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < kRegOwn; ++i) {
    for (int j = 0; j < kRegOwn; ++j) {
      const int row = row0 + own_row + i;
      const int column = column0 + own_column + j;
      if (row < n && column < n) c[(size_t)row * n + column] = sum[i][j];
    }
  }
}

// variant: vector-loads
/// Rows are `stride` floats apart, aligned to 128 bytes and padded with zeros.

__device__ float4 four_at(const float* at) { return *(const float4*)(at); }
__device__ void put_four(float* at, const float* from) {
  *(float4*)(at) = make_float4(from[0], from[1], from[2], from[3]);
}

/// The elements of the next tiles that one thread loads while the current tiles are multiplied.
struct FetchedTiles {
  float4 a;
  float4 b;
};

/// Loads four elements of each tile; 256 threads together load both tiles.
__device__ FetchedTiles fetched(const float* a, const float* b, int n, int stride, int row0,
                                int column0, int k0) {
  const int thread = threadIdx.x;
  const int row = row0 + thread / 2;
  const int a_k = k0 + thread % 2 * 4;
  const int b_k = k0 + thread / 32;
  const int column = column0 + thread % 32 * 4;
  const float4 none = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
  return {row < n ? four_at(a + (size_t)row * stride + a_k) : none,  //! 16 bytes
          b_k < n && column < stride ? four_at(b + (size_t)b_k * stride + column) : none};
}

__device__ void store(FetchedTiles next, float (&tile_a)[kRegDepth][kRegPadded],
                      float (&tile_b)[kRegDepth][kRegTile]) {
  const int thread = threadIdx.x;
  const int k = thread % 2 * 4;
  tile_a[k][thread / 2] = next.a.x;
  tile_a[k + 1][thread / 2] = next.a.y;
  tile_a[k + 2][thread / 2] = next.a.z;
  tile_a[k + 3][thread / 2] = next.a.w;
  *(float4*)(&tile_b[thread / 32][thread % 32 * 4]) = next.b;
}

__global__ void __launch_bounds__(kRegThreads, 2)
    multiply_vector_loads(const float* a, const float* b, float* c, int n, int stride) {
  __shared__ __align__(16) float tile_a[2][kRegDepth][kRegPadded];
  __shared__ __align__(16) float tile_b[2][kRegDepth][kRegTile];
  const int thread = threadIdx.x;
  const int row0 = blockIdx.y * kRegTile;
  const int column0 = blockIdx.x * kRegTile;
  // A thread computes four quarters of 4 × 4 elements, so that neighbouring threads read adjacent
  // groups of four.
  const int own_row = thread / kRegAcross * 4;
  const int own_column = thread % kRegAcross * 4;
  constexpr int kHalf = kRegTile / 2;
  float sum[kRegOwn][kRegOwn] = {};
  store(fetched(a, b, n, stride, row0, column0, 0), tile_a[0], tile_b[0]);
  __syncthreads();
  for (int k0 = 0, now = 0; k0 < n; k0 += kRegDepth, now ^= 1) {
    const bool more = k0 + kRegDepth < n;
    FetchedTiles next{};
    if (more) next = fetched(a, b, n, stride, row0, column0, k0 + kRegDepth);  //! next tile …
#pragma unroll
    for (int k = 0; k < kRegDepth; ++k) {
      float left[kRegOwn];
      float right[kRegOwn];
      *(float4*)(left) = four_at(&tile_a[now][k][own_row]);
      *(float4*)(left + 4) = four_at(&tile_a[now][k][kHalf + own_row]);
      *(float4*)(right) = four_at(&tile_b[now][k][own_column]);
      *(float4*)(right + 4) = four_at(&tile_b[now][k][kHalf + own_column]);
      for (int i = 0; i < kRegOwn; ++i) {
        for (int j = 0; j < kRegOwn; ++j)
          sum[i][j] = fmaf(left[i], right[j], sum[i][j]);  //! … while this one is used
      }
    }
    if (more) store(next, tile_a[now ^ 1], tile_b[now ^ 1]);
    __syncthreads();  //! one barrier for each tile: the other pair is being filled
  }
  for (int i = 0; i < kRegOwn; ++i) {
    const int row = row0 + own_row + i % 4 + (i < 4 ? 0 : kHalf);
    for (int half = 0; half < 2; ++half) {
      const int column = column0 + own_column + half * kHalf;
      if (row < n && column < stride) {
        put_four(c + (size_t)row * stride + column, sum[i] + half * 4);
      }
    }
  }
}

// end
