// These kernels add two arrays. They read 8 bytes and write 4 for each element, so they are memory
// bound.

// variant: each
__global__ void add_each(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];  //! one thread for each element
}

// variant: grid-stride
__global__ void add(const float* a, const float* b, float* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    c[i] = a[i] + b[i];  //! two loads, an add, a store; then a compare and a branch
}

// variant: vectors
/// If n is not a multiple of four, the first threads also add the last few elements.
__global__ void add_by_vectors(const float* a, const float* b, float* c, int n) {
  const float4* fours_a = (const float4*)a;
  const float4* fours_b = (const float4*)b;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = me; i < n / 4; i += blockDim.x * gridDim.x) {
    const float4 x = fours_a[i];  //! one load of 16 bytes
    const float4 y = fours_b[i];
    ((float4*)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  for (int i = n / 4 * 4 + me; i < n; i += blockDim.x * gridDim.x) c[i] = a[i] + b[i];
}
// end
