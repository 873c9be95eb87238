// These kernels double the cells of a 2-D array. They read 4 bytes and write 4 for each cell.
// Memory limits the pass along the rows with 16 bytes for each thread; sectors fetched in vain
// limit the passes down the columns.

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
/// Returns the start of a row. The pitch counts bytes, whatever the type of the cells.
__device__ float* row_of(float* array, size_t pitch, int row) {
  return (float*)((char*)array + row * pitch);
}

// variant: rows-dense rows-pitched
__global__ void along_rows(float* in, float* out, size_t pitch, int width, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  row_of(out, pitch, y)[x] = 2 * row_of(in, pitch, y)[x];  //! neighbours are in one row
}

// variant: rows-vectors
/// The last vector of a row may reach into its padding, which exists and is never used.
__global__ void along_rows_by_four(float* in, float* out, size_t pitch, int width, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (4 * x >= width || y >= rows) return;
  const float4 four = ((float4*)row_of(in, pitch, y))[x];  //! every row is aligned to 16 bytes
  ((float4*)row_of(out, pitch, y))[x] = make_float4(2 * four.x, 2 * four.y, 2 * four.z, 2 * four.w);
}

// variant: columns-dense columns-pitched
__global__ void down_columns(float* in, float* out, size_t pitch, int width, int rows) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  row_of(out, pitch, y)[x] = 2 * row_of(in, pitch, y)[x];  //! neighbours are one row apart
}
// end
