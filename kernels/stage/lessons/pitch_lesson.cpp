// This lesson shows a 2-D array with padded rows, so that each row is aligned.
#include <algorithm>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::pitch_lesson {
namespace {

constexpr const char* kReadRow = R"cuda(
__global__ void read(const float* data, size_t pitch, int width, int row) {
  const float* line = (const float*)((const char*)data + row * pitch);  //! the pitch counts bytes
  for (int x = threadIdx.x; x < width; x += blockDim.x) {
    float value = line[x];  // and value is used  //! where does the row begin?
  }
}
)cuda";

constexpr const char* kPitchedHost = R"cuda(
cudaError_t host(const float* host_data, int bytes, int rows, int row) {
  float* data;
  size_t pitch;  // bytes from one row to the next: the device decides
  cudaMallocPitch(&data, &pitch, bytes, rows);
  cudaMemcpy2D(data, pitch, host_data, bytes, bytes, rows, cudaMemcpyHostToDevice);
  read<<<1, 32>>>(data, pitch, bytes / sizeof(float), row);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  cudaFree(data);
  return error;
}
)cuda";

constexpr const char* kPackedHost = R"cuda(
cudaError_t host(const float* host_data, int bytes, int rows, int row) {
  float* data;
  size_t pitch = bytes;
  cudaMalloc(&data, rows * pitch);
  cudaMemcpy(data, host_data, rows * pitch, cudaMemcpyHostToDevice);
  read<<<1, 32>>>(data, pitch, bytes / sizeof(float), row);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  cudaFree(data);
  return error;
}
)cuda";

constexpr int kCellBytes = 4;

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const int width = settings.whole("bytes") / kCellBytes;
  const int rows = settings.whole("rows");
  const int align = settings.whole("alignment");
  const int bytes = width * kCellBytes;
  const bool pitched = settings.version == "pitched";
  const int pitch = pitched ? (bytes + align - 1) / align * align : bytes;
  std::vector<double> cells(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width));
  auto cell = cells.begin();
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < width; ++column) *cell++ = row * 100 + column;
  }
  const std::string of_bytes = "rows of " + std::to_string(bytes) + " bytes";
  const std::string made =
      pitched ? "the host calls cudaMallocPitch, which gives " + of_bytes + " a pitch of " +
                    std::to_string(pitch) + ": " + std::to_string(pitch - bytes) +
                    " bytes of padding in each row"
              : "the host calls cudaMalloc, which gives memory for " + of_bytes +
                    ", one after the other: no padding, and a pitch of " + std::to_string(pitch);
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["bytes"] = bytes;
  inputs.numbers["row"] = std::min(settings.whole("row"), rows - 1);
  inputs.lists["host_data"] = std::move(cells);
  inputs.shown["data"] = {.width = pitch / kCellBytes, .step = made};
  inputs.alignment = align;
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "pitch",
      .title = "Pitched rows",
      .shows =
          "Rows of 340 bytes, one after the other, begin anywhere in a sector of 32 bytes: "
          "reading row 3, a warp requests 14 sectors. With a pitch of 512 bytes each row begins "
          "at a multiple of 512, the 172 bytes after it are padding, and 11 sectors suffice. "
          "Cell (row, column) is at row · pitch + 4 · column. At 352 bytes "
          "each row is exactly 11 sectors long: both versions request 11, and "
          "the padding saves none.",
      .question = "Which widths need no padding, and what does padding cost for the others?",
      .answer =
          "Multiples of 32 bytes need none to save sectors: each row begins with a sector. For "
          "other widths, padding costs memory: with an alignment of 512, 340 bytes become 512, "
          "which is 172 bytes of padding in each row.",
      .lab = "pitch",
      .lecture =
          "With 352 bytes × 24 rows: a pitch of 512, 160 bytes of padding in each "
          "row.",
      .inputs = {{.id = "bytes",
                  .title = "width in bytes",
                  .help = "Bytes of data in a row; 4 for each number. 352 is 11 sectors.",
                  .initial = {340},
                  .minimum = 4,
                  .maximum = 512},
                 {.id = "rows",
                  .title = "rows",
                  .help = "Rows of the array.",
                  .initial = {24},
                  .minimum = 1,
                  .maximum = 32},
                 {.id = "row",
                  .title = "row to read",
                  .help = "The row that the warp reads.",
                  .initial = {3},
                  .minimum = 0,
                  .maximum = 31},
                 {.id = "alignment",
                  .title = "alignment",
                  .help = "Each row begins at a multiple of this many bytes; the device decides.",
                  .initial = {512},
                  .minimum = 4,
                  .maximum = 512}},
      .versions = {{.id = "pitched",
                    .title = "padded rows",
                    .what = "Each row begins at a multiple of the alignment.",
                    .code = {kReadRow, kPitchedHost}},
                   {.id = "packed",
                    .title = "packed rows",
                    .what = "Each row begins at the end of the previous one.",
                    .code = {kReadRow, kPackedHost}}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::pitch_lesson
