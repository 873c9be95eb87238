// These kernels reverse an array. They read 4 bytes and write 4 for each element. Memory limits
// them once each thread has 16 bytes in flight; with 4 bytes, latency does.

// variant: direct
__global__ void reverse_directly(const int* in, int* out, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[n - 1 - i] = in[i];  //! neighbours write downwards
}

// variant: shared
__global__ void reverse_through_shared(const int* in, int* out, long long n) {
  extern __shared__ int piece[];
  const long long first = (long long)blockIdx.x * blockDim.x;
  const long long count = min((long long)blockDim.x, n - first);
  if (threadIdx.x < count)
    piece[count - 1 - threadIdx.x] = in[first + threadIdx.x];  //! reversed in shared memory
  __syncthreads();
  if (threadIdx.x < count) out[n - first - count + threadIdx.x] = piece[threadIdx.x];  //! upwards
}

// variant: vectors
__global__ void reverse_by_vectors(const int* in, int* out, long long n) {
  const long long i = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i + 4 > n) {
    for (long long j = i; j < n; ++j) out[n - 1 - j] = in[j];  // the last few elements
    return;
  }
  const int4 four = *(const int4*)(in + i);  //! one load of 16 bytes
  const int4 turned = make_int4(four.w, four.z, four.y, four.x);
  int* to = out + (n - 4 - i);
  if (n % 4 == 0) {
    *(int4*)to = turned;  //! one store of 16 bytes
  } else {                // the destination is not aligned
    to[0] = turned.x;
    to[1] = turned.y;
    to[2] = turned.z;
    to[3] = turned.w;
  }
}
// end
