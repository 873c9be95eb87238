// These kernels compute heat on a plate. A step reads one float and writes one for each cell; the
// neighbours come from a cache, from shared memory or from the texture units. Launches limit small
// plates, and this path limits large ones; arithmetic is never the limit.

// Grids and masks are in pitched memory; strides count elements from one row to the next.

// variant: global one-launch shared texture cuda-array
/// Returns old + α·(west + east + north + south − 4·old), with α = 0.2. Opposite neighbours are
/// added first, so that a mirrored plate gives exactly the mirrored result.
__device__ float step_cell(float centre, float west, float east, float north, float south) {
  return fmaf(0.2F, fmaf(-4.0F, centre, (west + east) + (north + south)), centre);
}

// variant: global
__global__ void step_inner_cells(const float* from, float* to, size_t stride, int width,
                                 int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const float* at = from + y * stride + x;
  to[y * stride + x] = step_cell(at[0], at[-1], at[1], *(at - stride), at[stride]);  //! five reads
}

__global__ void put_back(float* to, const float* sources, size_t stride, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float source = sources[y * stride + x];  //! reads one more float to change a few cells
  if (source != 0.0F) to[y * stride + x] = source;
}

// variant: one-launch
__global__ void step_and_hold(const float* from, float* to, size_t stride,
                              const unsigned char* held, size_t held_stride, int width,
                              int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* at = from + y * stride + x;
  float next = at[0];
  if (held[y * held_stride + x] == 0)  //! one byte says it; the edge is held, too
    next = step_cell(at[0], at[-1], at[1], *(at - stride), at[stride]);
  to[y * stride + x] = next;
}

// variant: shared
__global__ void step_shared_tile(const float* from, float* to, size_t stride,
                                 const unsigned char* held, size_t held_stride, int width,
                                 int height) {
  extern __shared__ float tile[];  // the block's cells and a halo of one cell
  const int wide = blockDim.x + 2;
  const int high = blockDim.y + 2;
  const int x0 = (int)(blockIdx.x * blockDim.x) - 1;
  const int y0 = (int)(blockIdx.y * blockDim.y) - 1;
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < wide * high;
       i += blockDim.x * blockDim.y) {
    const int x = x0 + i % wide;
    const int y = y0 + i / wide;
    const bool inside = x >= 0 && y >= 0 && x < width && y < height;
    tile[i] = inside ? from[y * stride + x] : 0.0F;  //! each cell once for each block
  }
  __syncthreads();  //! the whole tile has been loaded
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* at = tile + (threadIdx.y + 1) * wide + threadIdx.x + 1;
  const float next = step_cell(at[0], at[-1], at[1], at[-wide], at[wide]);
  to[y * stride + x] = held[y * held_stride + x] != 0 ? at[0] : next;
}

// variant: texture
/// The texture reads from the pitched memory of the grid.
__global__ void step_texture(cudaTextureObject_t from, float* to, size_t stride,
                             const unsigned char* held, size_t held_stride, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float u = x + 0.5F;  // the middle of a cell
  const float v = y + 0.5F;
  const float centre = tex2D<float>(from, u, v);
  const float next =
      step_cell(centre, tex2D<float>(from, u - 1, v), tex2D<float>(from, u + 1, v),  //! no bounds:
                tex2D<float>(from, u, v - 1), tex2D<float>(from, u, v + 1));  // the border mode
  to[y * stride + x] =
      // Beyond the plate the border mode gives zero.
      held[y * held_stride + x] != 0 ? centre : next;
}

// variant: cuda-array
/// Both grids are CUDA arrays: they are read through a texture and written through a surface.
__global__ void step_cuda_array(cudaTextureObject_t from, cudaSurfaceObject_t to,
                                const unsigned char* held, size_t held_stride, int width,
                                int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float u = x + 0.5F;
  const float v = y + 0.5F;
  const float centre = tex2D<float>(from, u, v);  //! rows above and below are close in memory
  float next = step_cell(centre, tex2D<float>(from, u - 1, v), tex2D<float>(from, u + 1, v),
                         tex2D<float>(from, u, v - 1), tex2D<float>(from, u, v + 1));
  if (held[y * held_stride + x] != 0) next = centre;
  surf2Dwrite(next, to, x * (int)sizeof(float), y);  //! the column is counted in bytes
}
// end
