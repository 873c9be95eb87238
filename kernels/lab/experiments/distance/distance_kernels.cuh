// These kernels compute mean distances to fixed objects. They write four bytes for each point; the
// few objects stay in caches or shared memory. Square roots limit the speed and, on small squares,
// the launch.

// Each row of points has a row of blocks, whose threads lie along it.

// variant: global constant shared points
/// Computes two differences, two products, a sum and a square root.
__device__ float distance_between(float2 object, float x, float y) {
  const float dx = object.x - x;
  const float dy = object.y - y;
  return sqrtf(fmaf(dx, dx, dy * dy));
}

// variant: global
__global__ void means_from_global(const float2* objects, int count, float* means, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= side) return;
  float sum = 0.0F;
  for (int i = 0; i < count; ++i)
    sum += distance_between(objects[i], x, blockIdx.y);  //! read through the caches each time
  means[(size_t)blockIdx.y * side + x] = sum / count;
}

// variant: shared
__global__ void means_from_shared(const float2* objects, int count, float* means, int side) {
  __shared__ float2 piece[1024];  // objects in shared memory at a time: 8 KB
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0F;
  for (int first = 0; first < count; first += 1024) {
    const int here = min(1024, count - first);
    __syncthreads();  // wait until all threads have read the previous piece
    for (int i = threadIdx.x; i < here; i += blockDim.x)
      piece[i] = objects[first + i];  //! loaded once for the block
    __syncthreads();
    for (int i = 0; i < here; ++i)
      sum += distance_between(piece[i], x, blockIdx.y);  //! one word for all lanes
  }
  if (x < side) means[(size_t)blockIdx.y * side + x] = sum / count;
}

// variant: constant points fast-root numbered
__constant__ float2 constant_objects[8192];  //! 64 KB: all of constant memory

// variant: constant
__global__ void means_from_constant(int count, float* means, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= side) return;
  float sum = 0.0F;
  for (int i = 0; i < count; ++i)
    sum += distance_between(constant_objects[i], x, blockIdx.y);  //! one read for the whole warp
  means[(size_t)blockIdx.y * side + x] = sum / count;
}

// variant: points fast-root numbered
__device__ void store_four(float* to, const float* means, int here) {
  if (here == 4 && (size_t)to % 16 == 0) {
    *(float4*)to = make_float4(means[0], means[1], means[2], means[3]);  //! 16 bytes
  } else {
    for (int p = 0; p < here; ++p) to[p] = means[p];  // rows may begin at any alignment
  }
}

// variant: points
__global__ void means_of_four_points(int count, float* means, int side) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (x >= side) return;
  float sum[4] = {};
  for (int i = 0; i < count; ++i) {
    const float2 object = constant_objects[i];
#pragma unroll
    for (int p = 0; p < 4; ++p)
      sum[p] += distance_between(object, x + p, blockIdx.y);  //! four points at once
  }
#pragma unroll
  for (int p = 0; p < 4; ++p) sum[p] /= count;
  store_four(means + (size_t)blockIdx.y * side + x, sum, min(4, side - x));
}

// variant: fast-root numbered
/// The square root of the special function unit. It is exact to 23 bits; values below 2⁻¹²⁶ count
/// as zero.
__device__ float hardware_root(float square) {
  float root = 0.0F;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(square));  //! PTX: without correct rounding
  return root;
}

// variant: fast-root
__global__ void means_by_hardware_root(int count, float* means, int side) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (x >= side) return;
  float sum[4] = {};
  for (int i = 0; i < count; ++i) {
    const float2 object = constant_objects[i];
    const float dy = object.y - blockIdx.y;
#pragma unroll
    for (int p = 0; p < 4; ++p) {
      const float dx = object.x - (x + p);
      sum[p] += hardware_root(fmaf(dx, dx, dy * dy));  //!
    }
  }
#pragma unroll
  for (int p = 0; p < 4; ++p) sum[p] /= count;
  store_four(means + (size_t)blockIdx.y * side + x, sum, min(4, side - x));
}

// variant: numbered
/// Threads are numbered through the whole square, with four points each; rows may end inside a
/// block.
__global__ void means_by_numbered_threads(int count, float* means, int side) {
  const int across = (side + 3) / 4;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = me % across * 4;  //! the next row follows directly: no thread idles
  const int y = me / across;
  if (y >= side) return;
  float sum[4] = {};
#pragma unroll 8
  for (int i = 0; i < count; ++i) {
    const float2 object = constant_objects[i];
    const float dy = object.y - y;
#pragma unroll
    for (int p = 0; p < 4; ++p) {
      const float dx = object.x - (x + p);
      sum[p] += hardware_root(fmaf(dx, dx, dy * dy));  //! for eight objects at once
    }
  }
  const float part = 1.0F / count;
#pragma unroll
  for (int p = 0; p < 4; ++p) sum[p] *= part;
  store_four(means + (size_t)y * side + x, sum, min(4, side - x));
}
// end
