// Pitch: device code. What moves: 4 bytes in and 4 bytes out per cell. Memory limits the pass along
// the rows with 16 bytes a thread, the sectors fetched in vain those down the columns.

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
/// The begin of a row: the pitch counts bytes, whatever the cells are.
__device__ float* row_of(float* array, size_t pitch, int row) {
  return (float*)((char*)array + row * pitch);
}

// variant: rows-dense rows-pitched
__global__ void along_rows(float* in, float* out, size_t pitch, int width, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  row_of(out, pitch, y)[x] = 2 * row_of(in, pitch, y)[x];  //! neighbours in a row
}

// variant: rows-vectors
/// The last vector of a row may reach into its padding: that is there, and nobody reads it.
__global__ void along_rows_by_four(float* in, float* out, size_t pitch, int width, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (4 * x >= width || y >= rows) return;
  const float4 four = ((float4*)row_of(in, pitch, y))[x];  //! every row begins aligned to 16 bytes
  ((float4*)row_of(out, pitch, y))[x] = make_float4(2 * four.x, 2 * four.y, 2 * four.z, 2 * four.w);
}

// variant: columns-dense columns-pitched
__global__ void down_columns(float* in, float* out, size_t pitch, int width, int rows) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  row_of(out, pitch, y)[x] = 2 * row_of(in, pitch, y)[x];  //! neighbours a row apart
}
// end
