// Heat on a plate: device code. A step moves one float in and one out for each cell; the neighbours
// come from a cache, from shared memory, or from the texture units. Small plates wait for launches,
// large ones for that way; arithmetic is never the limit.

// Grids and masks lie in pitched memory; strides count elements from row to row.

// variant: global one-launch shared texture cuda-array
/// new = old + α·(west + east + north + south − 4·old), with α = 0.2. The pairs are added first, so
/// that a plate that is mirrored stays mirrored to the bit.
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
  const float source = sources[y * stride + x];  //! as much again is read, to change a few cells
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
  if (held[y * held_stride + x] == 0)  //! a byte tells: the edge is held too
    next = step_cell(at[0], at[-1], at[1], *(at - stride), at[stride]);
  to[y * stride + x] = next;
}

// variant: shared
__global__ void step_shared_tile(const float* from, float* to, size_t stride,
                                 const unsigned char* held, size_t held_stride, int width,
                                 int height) {
  extern __shared__ float tile[];  // the block's cells and a rim of one
  const int wide = blockDim.x + 2;
  const int high = blockDim.y + 2;
  const int x0 = (int)(blockIdx.x * blockDim.x) - 1;
  const int y0 = (int)(blockIdx.y * blockDim.y) - 1;
  for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < wide * high;
       i += blockDim.x * blockDim.y) {
    const int x = x0 + i % wide;
    const int y = y0 + i / wide;
    const bool inside = x >= 0 && y >= 0 && x < width && y < height;
    tile[i] = inside ? from[y * stride + x] : 0.0F;  //! each cell once a block
  }
  __syncthreads();  //! the whole tile is there
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* at = tile + (threadIdx.y + 1) * wide + threadIdx.x + 1;
  const float next = step_cell(at[0], at[-1], at[1], at[-wide], at[wide]);
  to[y * stride + x] = held[y * held_stride + x] != 0 ? at[0] : next;
}

// variant: texture
/// The texture reads the same pitched memory.
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
      held[y * held_stride + x] != 0 ? centre : next;  // gives zero beyond the edge
}

// variant: cuda-array
/// Both grids are CUDA arrays: read through a texture, written through a surface.
__global__ void step_cuda_array(cudaTextureObject_t from, cudaSurfaceObject_t to,
                                const unsigned char* held, size_t held_stride, int width,
                                int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float u = x + 0.5F;
  const float v = y + 0.5F;
  const float centre = tex2D<float>(from, u, v);  //! neighbours above lie close by here
  float next = step_cell(centre, tex2D<float>(from, u - 1, v), tex2D<float>(from, u + 1, v),
                         tex2D<float>(from, u, v - 1), tex2D<float>(from, u, v + 1));
  if (held[y * held_stride + x] != 0) next = centre;
  surf2Dwrite(next, to, x * (int)sizeof(float), y);  //! the column counts in bytes
}
// end
