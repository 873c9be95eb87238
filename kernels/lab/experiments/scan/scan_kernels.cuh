// These kernels compute all sums up to each element. They read 4 bytes and write 4 for each; those
// that need several launches read and write more.

// variant: rounds
__global__ void scan_by_rounds(const unsigned* in, unsigned* out, unsigned* sums, long long n) {
  extern __shared__ unsigned scanned[];
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  scanned[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned far = 1; far < blockDim.x; far *= 2) {
    const unsigned before = threadIdx.x >= far ? scanned[threadIdx.x - far] : 0;  //! all have read
    __syncthreads();
    scanned[threadIdx.x] += before;  //! before any writes
    __syncthreads();
  }
  if (i < n) out[i] = scanned[threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = scanned[threadIdx.x];
}

// variant: tree
/// The number of threads is a power of two.
__global__ void scan_by_tree(const unsigned* in, unsigned* out, unsigned* sums, long long n) {
  extern __shared__ unsigned scanned[];
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned own = i < n ? in[i] : 0;
  scanned[threadIdx.x] = own;
  for (unsigned far = 1; far < blockDim.x; far *= 2) {  //! up: sums of pairs, of pairs of pairs …
    __syncthreads();
    const unsigned right = 2 * far * (threadIdx.x + 1) - 1;
    if (right < blockDim.x) scanned[right] += scanned[right - far];
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = scanned[blockDim.x - 1];
    scanned[blockDim.x - 1] = 0;
  }
  for (unsigned far = blockDim.x / 2; far > 0; far /= 2) {  //! down: the sum before each part
    __syncthreads();
    const unsigned right = 2 * far * (threadIdx.x + 1) - 1;
    if (right < blockDim.x) {
      const unsigned before = scanned[right];
      scanned[right] += scanned[right - far];
      scanned[right - far] = before;
    }
  }
  __syncthreads();
  if (i < n) out[i] = scanned[threadIdx.x] + own;
}

// variant: shuffles one-pass
/// Returns the sum up to this lane.
__device__ unsigned scan_in_warp(unsigned sum) {
  for (int far = 1; far < 32; far *= 2) {
    const unsigned before = __shfl_up_sync(0xffffffff, sum, far);  //! registers, no barrier
    if (threadIdx.x % 32 >= far) sum += before;
  }
  return sum;
}

/// Returns the sum up to this thread, of the block's threads; `warps` has room for 32 sums.
__device__ unsigned scan_in_block(unsigned own, unsigned* warps) {
  const unsigned sum = scan_in_warp(own);
  if (threadIdx.x % 32 == 31) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    const unsigned of_warp = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
    warps[threadIdx.x] = scan_in_warp(of_warp);  //! the sums of the warps, by one warp
  }
  __syncthreads();
  return threadIdx.x < 32 ? sum : sum + warps[threadIdx.x / 32 - 1];
}

// variant: shuffles
__global__ void scan_by_shuffles(const unsigned* in, unsigned* out, unsigned* sums, long long n) {
  __shared__ unsigned warps[32];
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = scan_in_block(i < n ? in[i] : 0, warps);
  if (i < n) out[i] = sum;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = sum;
}

// variant: rounds tree shuffles
__global__ void add_sums_before(unsigned* out, const unsigned* sums, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];  //! reads and writes all once more
}

// variant: one-pass
/// Adds the sums of all tiles before `tile`. A word has a tile's state in its upper half: 0 not
/// known yet, 1 the tile's own sum, 2 the sum of it and all before it. State and sum are
/// one word, which an atomic stores at once, so no fence has to order them.
__device__ unsigned sum_before(unsigned long long* words, long long tile) {
  unsigned sum = 0;
  for (long long window = tile - 1; window >= 0; window -= 32) {
    const long long mine = window - threadIdx.x;  // each lane asks one tile
    unsigned long long word = 2ULL << 32;
    if (mine >= 0) {
      do {
        word = atomicAdd(words + mine, 0ULL);
      } while (word >> 32 == 0);  //! that tile began earlier, so it will tell
    }
    const unsigned complete = __ballot_sync(0xffffffff, word >> 32 == 2);
    const unsigned last = complete == 0 ? 31 : __ffs(complete) - 1;  // the nearest complete one
    unsigned part = threadIdx.x <= last ? (unsigned)word : 0;
    for (int far = 16; far > 0; far /= 2) part += __shfl_xor_sync(0xffffffff, part, far);
    sum += part;
    if (complete != 0) break;  //! it has the sum of all before
  }
  return sum;
}

__global__ void scan_in_one_pass(const unsigned* in, unsigned* out, unsigned long long* words,
                                 unsigned* started, long long n) {
  __shared__ unsigned warps[32], before, drawn;
  if (threadIdx.x == 0) drawn = atomicAdd(started, 1);  //! tiles in the order in which blocks begin
  __syncthreads();
  const long long tile = drawn;
  const long long first = (tile * blockDim.x + threadIdx.x) * 4;
  uint4 x = make_uint4(0, 0, 0, 0);
  if (first + 4 <= n) {
    x = *(const uint4*)(in + first);  //! 16 bytes for each thread
  } else {
    if (first < n) x.x = in[first];
    if (first + 1 < n) x.y = in[first + 1];
    if (first + 2 < n) x.z = in[first + 2];
  }
  x.y += x.x;
  x.z += x.y;
  x.w += x.z;
  const unsigned own = x.w;
  unsigned sum = scan_in_block(own, warps);
  if (threadIdx.x < 32) {
    const unsigned all = warps[blockDim.x / 32 - 1];
    if (threadIdx.x == 0) atomicExch(words + tile, (tile == 0 ? 2ULL << 32 : 1ULL << 32) | all);
    const unsigned earlier = sum_before(words, tile);
    if (threadIdx.x == 0) {
      atomicExch(words + tile, 2ULL << 32 | (earlier + all));
      before = earlier;
    }
  }
  __syncthreads();
  sum += before - own;
  if (first + 4 <= n) {
    *(uint4*)(out + first) = make_uint4(sum + x.x, sum + x.y, sum + x.z, sum + x.w);
  } else {
    if (first < n) out[first] = sum + x.x;
    if (first + 1 < n) out[first + 1] = sum + x.y;
    if (first + 2 < n) out[first + 2] = sum + x.z;
  }
}
// end
