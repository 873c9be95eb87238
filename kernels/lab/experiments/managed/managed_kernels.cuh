// This kernel doubles each element. It reads 4 bytes and writes 4 for each; where these bytes are
// limits the speed.

// variant: on-demand prefetched advised resident device
__global__ void double_each(const float* in, float* out, long long n) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];  //! managed memory has one address for host and device
}
// end
