// These kernels show bank conflicts. The readers stay in shared memory and are limited by its
// banks. The transposes read 4 bytes and write 4 for each element and are limited by memory or by
// the banks.

// All readers have equal arguments: the tile's 32 × 32 words, one sum for each thread, rounds and
// stride. They read through `volatile`, so that the compiler does not keep the words in registers
// between rounds.

// variant: row
__global__ void read_rows(const unsigned* words, unsigned* sums, int rounds, int stride) {
  __shared__ unsigned tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i / 32][i % 32] = words[i];
  __syncthreads();
  const volatile unsigned* row = &tile[0][threadIdx.x % 32];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += row[k * 32];  //! 32 lanes, 32 banks
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// variant: stride
__global__ void read_stride(const unsigned* words, unsigned* sums, int rounds, int stride) {
  __shared__ unsigned shared[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) shared[i] = words[i];
  __syncthreads();
  const int lane = threadIdx.x % 32;
  const volatile unsigned* mine = shared + lane * stride;  //! bank of lane l: l * stride mod 32
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += mine[k];  //! each bank serves gcd(stride, 32) words; 0: one word
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// variant: column
__global__ void read_columns(const unsigned* words, unsigned* sums, int rounds, int stride) {
  __shared__ unsigned tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i / 32][i % 32] = words[i];
  __syncthreads();
  const volatile unsigned* mine = tile[threadIdx.x % 32];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += mine[k];  //! the warp reads column k: one bank
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// variant: padded
__global__ void read_padded_columns(const unsigned* words, unsigned* sums, int rounds, int stride) {
  __shared__ unsigned tile[32][33];  //! one word of padding in each row
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i / 32][i % 32] = words[i];
  __syncthreads();
  const volatile unsigned* mine = tile[threadIdx.x % 32];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += mine[k];  //! the warp reads column k: 32 banks
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The transposes use blocks of 32 × 8 threads; each block handles a tile of 32 × 32 elements.

// variant: transpose-naive
__global__ void transpose_straight(const unsigned* in, unsigned* out, long long side) {
  const long long x = blockIdx.x * 32LL + threadIdx.x;
  const long long top = blockIdx.y * 32LL;
  for (long long y = top + threadIdx.y; y < min(top + 32, side); y += 8) {
    if (x < side) out[x * side + y] = in[y * side + x];  //! lanes write one row apart
  }
}

// variant: transpose-tile transpose-padded
/// kRow is 32, or 33 with one word of padding in each row.
template <int kRow>
__global__ void transpose_through_tile(const unsigned* in, unsigned* out, long long side) {
  __shared__ unsigned tile[32][kRow];  //! rows of 32 or 33 words
  const long long left = blockIdx.x * 32LL;
  const long long top = blockIdx.y * 32LL;
  const int lane = threadIdx.x;
  for (int row = threadIdx.y; row < 32; row += 8) {
    if (left + lane < side && top + row < side)
      tile[row][lane] = in[(top + row) * side + left + lane];  // along a row of the matrix
  }
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8) {
    if (top + lane < side && left + row < side)
      out[(left + row) * side + top + lane] = tile[lane][row];  //! row out, column in
  }
}
// end
