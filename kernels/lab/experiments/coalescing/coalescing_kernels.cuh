// These kernels read in different patterns. They write 4 bytes for each element. They read 4 bytes
// if a warp's reads are adjacent and up to 32 if they are not. The number of sectors limits the
// speed.

// variant: adjacent offset stride permuted scattered some-lanes
__device__ long long coalescing_index() { return (long long)blockIdx.x * blockDim.x + threadIdx.x; }

// variant: adjacent
__global__ void read_adjacent(const float* in, float* out, long long n, long long unused) {
  const long long i = coalescing_index();
  if (i < n) out[i] = in[i];  //! 32 adjacent floats: 128 bytes, four sectors
}

// variant: offset
__global__ void read_offset(const float* in, float* out, long long n, long long offset) {
  const long long i = coalescing_index();
  if (i < n) out[i] = in[i + offset];  //! 128 bytes that may begin inside a sector
}

// variant: permuted
__global__ void read_permuted(const float* in, float* out, long long n, long long unused) {
  const long long i = coalescing_index();
  if (i < n) out[i] = in[i ^ 21];  //! another of the warp's 32 elements: its 128 bytes in disorder
}

// variant: stride
__global__ void read_with_stride(const float* in, float* out, long long n, long long stride) {
  const long long i = coalescing_index();
  if (i < n) out[i] = in[i * stride];  //! from stride 8 on, one sector for each lane
}

// variant: some-lanes
__global__ void read_by_some_lanes(const float* in, float* out, long long n, long long unused) {
  const long long i = coalescing_index();
  if (i < n) out[i] = threadIdx.x % 8 != 7 ? in[i] : 0.0F;  //! 28 of 32 read: four sectors
}

// variant: scattered
/// Returns an index that is unrelated to those of neighbouring threads: the bits of i are mixed
/// until no order is left (splitmix64) and then scaled to the array's size.
__device__ long long mixed_index(long long i, long long size) {
  unsigned long long mixed = (unsigned long long)(i + 1) * 0x9E3779B97F4A7C15ULL;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
  mixed ^= mixed >> 31;
  return (long long)(((mixed >> 36) * (unsigned long long)size) >> 28);
}

__global__ void read_scattered(const float* in, float* out, long long n, long long size) {
  const long long i = coalescing_index();
  if (i < n) out[i] = in[mixed_index(i, size)];  //! any index: up to 32 sectors for 32 lanes
}
// end
