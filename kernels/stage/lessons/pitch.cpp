// A 2-D array whose rows are padded, so that each begins at an address that memory likes.
#include "kernels/stage/catalogue.h"

namespace heatwave::stage {
namespace {

constexpr int kCellBytes = 4;

struct PitchArrays {
  Array data;
  int width = 0;   ///< cells of a row
  int stride = 0;  ///< cells from row to row
  int row = 0;
};

// Here a line of the play is a line of the kernel, however long it is.
// clang-format off
// variant: packed pitched
class ReadRow : public Kernel<PitchArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void read(const float* data, size_t pitch, int width, int row) {
    Local<int> x{this, "x", threadIdx.x};  //= int x = threadIdx.x;  // stride = pitch / sizeof(float)
    while (co_await branch(x < width)) {
      Local<int> at{this, "at", row * stride + x};  //= int at = row * stride + x;
      const Local<float> value{this, "value", static_cast<float>(co_await data[at])};  //= float value = data[at];  //! where does the row begin?
      x += blockDim.x;
    }
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const int width = settings.whole("bytes") / kCellBytes;
  const int rows = settings.whole("rows");
  const int align = settings.whole("alignment");
  const int bytes = width * kCellBytes;
  const bool pitched = settings.version == "pitched";
  const int pitch = pitched ? (bytes + align - 1) / align * align : bytes;
  const int stride = pitch / kCellBytes;
  std::vector<double> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < width; ++column) cells.push_back(row * 100 + column);
  }
  const PitchArrays arrays{machine.padded("data", cells, width, stride), width, stride,
                           std::min(settings.whole("row"), rows - 1)};
  return [&machine, arrays, bytes, pitch, pitched] {
    machine.step(
        "cudaMallocPitch gives rows of " + std::to_string(bytes) + " bytes a pitch of " +
        std::to_string(pitch) + ": " + std::to_string(pitch - bytes) +
        (pitched ? " bytes of padding in each row" : " bytes of padding; it was plain cudaMalloc"));
    machine.launch<ReadRow>("read", {1}, {32}, arrays);
  };
}

}  // namespace

Lesson pitch_lesson() {
  return {
      .id = "pitch",
      .title = "Pitched rows",
      .shows =
          "A row of 352 bytes is no multiple of what memory likes, so packed rows begin anywhere. "
          "With a pitch of 512 bytes each row begins at a multiple of 512, and the 160 bytes "
          "behind "
          "it stay empty. Cell (row, column) lies at row · pitch + 4 · column.",
      .question =
          "How much memory does the padding of a 352 × 24 array cost, and what does it buy?",
      .lab = "pitch",
      .inputs = {{.id = "bytes",
                  .title = "width in bytes",
                  .help = "Bytes of a row that hold something; 4 for each number.",
                  .initial = {352},
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
                  .help = "The row that the warp walks along.",
                  .initial = {3},
                  .minimum = 0,
                  .maximum = 31},
                 {.id = "alignment",
                  .title = "alignment",
                  .help = "Bytes that a row begins at a multiple of.",
                  .initial = {512},
                  .minimum = 4,
                  .maximum = 512}},
      .versions = {{.id = "pitched",
                    .title = "padded rows",
                    .what = "Each row begins at a multiple of the alignment."},
                   {.id = "packed",
                    .title = "packed rows",
                    .what = "Each row begins where the last one ended."}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage
