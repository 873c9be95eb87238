// Matrix product by tiles, for any n: nvcc matmul.cu -o matmul && ./matmul
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, \
                   cudaGetErrorString(error));                           \
      std::exit(1);                                                      \
    }                                                                    \
  } while (0)

constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;  // x along the columns
  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    tile_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
    tile_b[y][x] = k + y < n && column < n ? b[(k + y) * n + column] : 0;
    __syncthreads();  // both tiles are complete
    for (int i = 0; i < kTile; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();  // all have read: the next round overwrites
  }
  if (row < n && column < n) c[row * n + column] = sum;  // after the last barrier
}

int main() {
  const int n = 100;  // no multiple of the tile
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  float *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  const int tiles = (n + kTile - 1) / kTile;
  multiply<<<dim3(tiles, tiles), dim3(kTile, kTile)>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n * n; ++i) {
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i / n * n + k] * b[k * n + i % n];
    if (c[i] != sum) return std::printf("wrong at %d\n", i), 1;  // whole numbers are exact
  }
  std::printf("%d × %d numbers are right\n", n, n);
  for (float* each : {d_a, d_b, d_c}) CHECK(cudaFree(each));
}
