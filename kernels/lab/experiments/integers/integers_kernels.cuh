// These kernels compute integer operations and math functions. Each element is read once and used
// many times, so memory hardly matters. The number of instructions and the rate at which a
// multiprocessor issues them limit the speed.

// The integer kernels compute the sum of op(x + round) over all rounds. `which` selects op: 0
// reverses the 32 bits; 1 counts the set bits; 2 shifts the pair (y, ~y) left by y's last five bits
// and keeps the upper word.

// variant: bits
template <int which>
__device__ unsigned by_bits(unsigned y) {
  unsigned result = 0;
  if (which == 0)
    for (int k = 0; k < 32; ++k) result = result << 1 | (y >> k & 1);  //! one bit at a time
  if (which == 1)
    for (int k = 0; k < 32; ++k) result += y >> k & 1;
  if (which == 2) {
    result = y;
    unsigned low = ~y;
    for (unsigned k = y % 32; k > 0; --k) {
      result = result << 1 | low >> 31;
      low <<= 1;
    }
  }
  return result;
}

template <int which>
__global__ void work_by_bits(const unsigned* x, unsigned* out, int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) sum += by_bits<which>(mine + round);
  out[i] = sum;
}

// variant: masks
/// Swaps each mask's bits with their neighbours: 16 pairs at once, then 8 groups of four, 4 of
/// eight …
__device__ unsigned swapped(unsigned y, unsigned mask, int by) {
  return (y & mask) << by | (y >> by & mask);
}

template <int which>
__device__ unsigned by_masks(unsigned y) {
  if (which == 0) {
    y = swapped(y, 0x55555555, 1);  //! all bits at once, in five steps
    y = swapped(y, 0x33333333, 2);
    y = swapped(y, 0x0F0F0F0F, 4);
    y = swapped(y, 0x00FF00FF, 8);
    return y << 16 | y >> 16;
  }
  if (which == 1) {
    y -= y >> 1 & 0x55555555;  //! a count in every 2 bits, then 4 bits, then each byte …
    y = (y & 0x33333333) + (y >> 2 & 0x33333333);
    y = (y + (y >> 4)) & 0x0F0F0F0F;
    return y * 0x01010101 >> 24;
  }
  const unsigned k = y % 32;
  return k == 0 ? y : y << k | ~y >> (32 - k);
}

template <int which>
__global__ void work_by_masks(const unsigned* x, unsigned* out, int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) sum += by_masks<which>(mine + round);
  out[i] = sum;
}

// variant: intrinsics
template <int which>
__device__ unsigned by_intrinsic(unsigned y) {
  if (which == 0) return __brev(y);  //! one instruction each
  if (which == 1) return __popc(y);
  return __funnelshift_l(~y, y, y);  // it uses only the last five bits of the shift
}

template <int which>
__global__ void work_by_intrinsics(const unsigned* x, unsigned* out, int rounds, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned mine = x[i];
  unsigned sum = 0;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) sum += by_intrinsic<which>(mine + round);
  out[i] = sum;
}

// The function kernels compute the sum of f(x), f(2.5 − x), f(x) … over all rounds, and f(x) by
// itself, to measure its error. `which` selects f: 0 the square root, 1 the sine, 2 the natural
// logarithm.

// variant: accurate
template <int which>
__device__ float accurate(float y) {
  if (which == 0) return sqrtf(y);  //! correctly rounded, or a few last digits off
  if (which == 1) return sinf(y);
  return logf(y);
}

template <int which>
__global__ void sum_accurately(const float* x, float* sums, float* firsts, int rounds,
                               long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = x[i];
  firsts[i] = accurate<which>(y);
  float sum = 0.0F;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) {
    sum += accurate<which>(y);
    y = 2.5F - y;
  }
  sums[i] = sum;
}

// variant: hardware
/// Computes the function on the special function units.
template <int which>
__device__ float by_hardware(float y) {
  float result = 0.0F;
  if (which == 0) asm("sqrt.approx.f32 %0, %1;" : "=f"(result) : "f"(y));  //! only PTX names it
  if (which == 1) result = __sinf(y);  //! CUDA C has a name for it, too
  if (which == 2) result = __logf(y);
  return result;
}

template <int which>
__global__ void sum_by_hardware(const float* x, float* sums, float* firsts, int rounds,
                                long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = x[i];
  firsts[i] = by_hardware<which>(y);
  float sum = 0.0F;
#pragma unroll 8
  for (int round = 0; round < rounds; ++round) {
    sum += by_hardware<which>(y);
    y = 2.5F - y;
  }
  sums[i] = sum;
}
// end
