// This lesson transposes a matrix: directly, through a tile in shared memory, and through a tile
// with padding.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::tile_transpose_lesson {
namespace {

constexpr const char* kDirect = R"cuda(
__global__ void transpose(const float* in, float* out) {
  int t = threadIdx.x;
  for (int row = 0; row < 16; ++row) {
    out[t * 16 + row] = in[row * 16 + t];  //! the store goes down a column: 16 sectors
  }
}
)cuda";

constexpr const char* kTile = R"cuda(
template <int WIDTH>  // floats in a row of the tile
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[16][WIDTH];
  int t = threadIdx.x;
  for (int row = 0; row < 16; ++row) tile[row][t] = in[row * 16 + t];
  __syncthreads();
  for (int row = 0; row < 16; ++row) {
    out[row * 16 + t] = tile[t][row];  //! down a column of the tile, along a row of out
  }
}
)cuda";

constexpr const char* kDirectHost = R"cuda(
cudaError_t host(const float* host_in, float* host_out) {
  const size_t bytes = 16 * 16 * sizeof(float);
  float* in;
  float* out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host_in, bytes, cudaMemcpyHostToDevice);
  transpose<<<1, 16>>>(in, out);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

constexpr const char* kTileHost = R"cuda(
cudaError_t host(const float* host_in, float* host_out) {
  const size_t bytes = 16 * 16 * sizeof(float);
  float* in;
  float* out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host_in, bytes, cudaMemcpyHostToDevice);
  transpose<16><<<1, 16>>>(in, out);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

constexpr const char* kPaddedHost = R"cuda(
cudaError_t host(const float* host_in, float* host_out) {
  const size_t bytes = 16 * 16 * sizeof(float);
  float* in;
  float* out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host_in, bytes, cudaMemcpyHostToDevice);
  transpose<17><<<1, 16>>>(in, out);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

constexpr int kSide = 16;

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  for (int i = 0; i < kSide * kSide; ++i) inputs.lists["host_in"].push_back(i);
  for (const char* name : {"in", "out"}) inputs.shown[name] = {.width = kSide};
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "tile-transpose",
      .title = "Tiled transpose",
      .shows =
          "A warp of 16 lanes transposes 16 × 16 floats. Directly, each store touches 16 sectors, "
          "of "
          "which it uses 4 bytes each. Through a tile in shared memory all global accesses go "
          "along "
          "rows; now the loads down a column of the tile fall into two of the 32 banks. One float "
          "of "
          "padding in each row of the tile puts a column into 16 banks.",
      .question = "Which figure falls with the tile, and which one with the padding?",
      .answer =
          "The tile lowers the number of sectors. The padding lowers the number of extra passes "
          "for bank conflicts.",
      .lab = "banks",
      .versions = {{.id = "direct",
                    .title = "directly",
                    .what = "Loads along a row, stores down a column.",
                    .code = {kDirect, kDirectHost}},
                   {.id = "tile",
                    .title = "through a tile",
                    .what = "Rows of 16 floats: a column is in two banks.",
                    .code = {kTile, kTileHost}},
                   {.id = "padded",
                    .title = "through a padded tile",
                    .what = "Rows of 17 floats: a column is in 16 banks.",
                    .code = {kTile, kPaddedHost}}},
      .warp = kSide,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::tile_transpose_lesson
