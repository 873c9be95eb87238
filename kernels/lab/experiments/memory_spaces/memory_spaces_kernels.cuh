// These kernels read one table from different memory spaces. Every word is read many times, so
// almost nothing comes from memory: the path from the table's memory space limits the speed.

// The task on x: the sum, over the rounds and over the table's 32 words, of word XOR (x + round).
// The table is stored twice in a row, so that 32 words follow each start.

// variant: global
/// Each thread begins at its own word, next to its neighbours' words.
__global__ void from_global(const unsigned* table, const unsigned* x, unsigned* out, int rounds,
                            long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = (round + threadIdx.x) % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += table[begin + k] ^ (mine + round);  //! off-chip, but soon in the cache
  }
  out[i] = sum;
}

// variant: restrict
__global__ void from_restrict(const unsigned* __restrict__ table, const unsigned* __restrict__ x,
                              unsigned* __restrict__ out, int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = (round + threadIdx.x) % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += table[begin + k] ^ (mine + round);  //! may use the read-only cache
  }
  out[i] = sum;
}

// variant: shared
__global__ void from_shared(const unsigned* table, const unsigned* x, unsigned* out, int rounds,
                            long long n) {
  __shared__ unsigned own[64];  //! one for each block, on the chip
  for (int k = threadIdx.x; k < 64; k += blockDim.x) own[k] = table[k];
  __syncthreads();
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = (round + threadIdx.x) % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += own[begin + k] ^ (mine + round);  //! 32 lanes, 32 banks
  }
  out[i] = sum;
}

// variant: registers
__global__ void from_registers(const unsigned* table, const unsigned* x, unsigned* out, int rounds,
                               long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned own[32];  //! the compiler knows every index: 32 registers
#pragma unroll
  for (int k = 0; k < 32; ++k) own[k] = table[k];
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 32; ++k) sum += own[k] ^ (mine + round);  //!
  }
  out[i] = sum;
}

// variant: local
__global__ void from_local(const unsigned* table, const unsigned* x, unsigned* out, int rounds,
                           long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned own[64];  //! private like a register, but in memory:
  for (int k = 0; k < 64; ++k) own[k] = table[k];
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = round % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += own[begin + k] ^ (mine + round);  //! registers cannot be indexed at run time
  }
  out[i] = sum;
}

// variant: constant-same constant-different
__constant__ unsigned constant_table[64];  //! part of 64 KB, with its own cache

// variant: constant-same
__global__ void from_constant_same(const unsigned* table, const unsigned* x, unsigned* out,
                                   int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = round % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += constant_table[begin + k] ^ (mine + round);  //! one address: one read for 32
  }
  out[i] = sum;
}

// variant: constant-different
__global__ void from_constant_different(const unsigned* table, const unsigned* x, unsigned* out,
                                        int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = (round + threadIdx.x) % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += constant_table[begin + k] ^ (mine + round);  //! 32 addresses: one read after the other
  }
  out[i] = sum;
}

// variant: texture
__global__ void from_texture(cudaTextureObject_t table, const unsigned* x, unsigned* out,
                             int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    const int begin = (round + threadIdx.x) % 32;
#pragma unroll
    for (int k = 0; k < 32; ++k)
      sum += tex1Dfetch<unsigned>(table, begin + k) ^ (mine + round);  //! by the texture units
  }
  out[i] = sum;
}

// variant: thought
/// b and c disappear with their threads and blocks; the two arrays record their values.
__global__ void thought_experiment(int* a, int* what_b_was, int* what_c_was) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  *a = index;             //! one for all: the last store wins
  const int b = index;    //! one for each thread: six
  __shared__ int c;       //! one for each block: three
  atomicExch(&c, index);  // like `c = index`, but two threads store, so it is atomic
  what_b_was[index] = b;
  __syncthreads();
  if (threadIdx.x == 0) what_c_was[blockIdx.x] = c;
}
// end
