// This lesson counts the 32-byte sectors that a warp touches: their number depends on the
// addresses.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::coalescing_lesson {
namespace {

constexpr const char* kGather = R"cuda(
__global__ void gather(const float* data, const int* at) {
  int where = at[threadIdx.x];
  float x = data[where];  // and x is used  //! 32 addresses: count their sectors
}
)cuda";

constexpr const char* kSomeLanes = R"cuda(
__global__ void gather(const float* data, int every) {
  if (threadIdx.x % every == 0) {
    float x = data[threadIdx.x];  // and x is used  //! the other lanes are inactive
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const float* host_data, const int* host_at) {
  float* data;
  int* at;
  cudaMalloc(&data, 256 * sizeof(float));
  cudaMalloc(&at, 32 * sizeof(int));
  cudaMemcpy(data, host_data, 256 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(at, host_at, 32 * sizeof(int), cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(data, at);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  cudaFree(at);
  cudaFree(data);
  return error;
}
)cuda";

constexpr const char* kSomeLanesHost = R"cuda(
cudaError_t host(const float* host_data, int every) {
  float* data;
  cudaMalloc(&data, 256 * sizeof(float));
  cudaMemcpy(data, host_data, 256 * sizeof(float), cudaMemcpyHostToDevice);
  gather<<<1, 32>>>(data, every);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  cudaFree(data);
  return error;
}
)cuda";

constexpr int kLanes = 32;
constexpr int kCells = 256;
constexpr int kRow = 16;  // cells in a row: two sectors

std::vector<double> in_order(int count) {
  std::vector<double> list(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) list[static_cast<std::size_t>(i)] = i;
  return list;
}

/// Returns the index that each lane reads in this version.
std::vector<double> addresses(const PlaySettings& settings) {
  if (settings.version == "own") return settings.list("at");
  const int offset = settings.whole("offset");
  const int stride = settings.whole("stride");
  std::vector<double> at = in_order(kLanes);
  if (settings.version == "permuted") {
    // 11 and 32 share no factor.
    for (double& where : at) where = (static_cast<int>(where) * 11 + 5) % kLanes;
  }
  if (settings.version == "shifted") {
    for (double& where : at) where += offset;
  }
  if (settings.version == "strided") {
    for (double& where : at) where *= stride;
  }
  return at;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  inputs.lists["host_data"] = in_order(kCells);
  inputs.lists["host_at"] = addresses(settings);
  inputs.shown["data"] = {
      .width = kRow,
      .addressed_by = "at",
      // A lane can be dragged into any row.
      .keeps_rows = settings.version == "own",
  };
  return host_play(machine, code, std::move(inputs));
}

}  // namespace

Lesson lesson() {
  return {
      .id = "coalescing",
      .title = "Coalescing",
      .shows =
          "The 32 threads of a warp read one number each, all in one step. Memory "
          "delivers whole sectors of 32 bytes, eight numbers each. Adjacent and aligned "
          "numbers need four sectors in any order, and still four if only some lanes "
          "read from each; misaligned ones need five; with a stride, up to one sector "
          "for every thread. Drag the lanes on the board.",
      .question = "With a stride of 3, how much of the delivered data is wasted?",
      .answer =
          "Two thirds. The 32 floats lie in 12 sectors, which are 384 bytes; 128 of them are used.",
      .lab = "coalescing",
      .lecture =
          "4 sectors if adjacent in any order, 5 if misaligned, up to 32 if scattered. If only "
          "some threads read, the rest of their sectors is wasted; the CUDA course says that this "
          "costs about 12 % of the bandwidth. With one lane in eight idle that is the share of the "
          "bytes, 1/8; the lab measured the time.",
      .inputs = {{.id = "offset",
                  .title = "shift",
                  .help = "Cells by which the shifted version starts later.",
                  .initial = {1},
                  .minimum = 0,
                  .maximum = 32,
                  .version = "shifted"},
                 {.id = "stride",
                  .title = "stride",
                  .help = "Cells from one lane's number to the next in the strided version.",
                  .initial = {8},
                  .minimum = 1,
                  .maximum = 8,
                  .version = "strided"},
                 {.id = "every",
                  .title = "one lane in",
                  .help = "One lane in this many reads its number; the others are inactive.",
                  .initial = {2},
                  .minimum = 1,
                  .maximum = 32,
                  .version = "some"},
                 {.id = "at",
                  .title = "addresses",
                  .help = "The cell that each lane reads in your own version.",
                  .initial = in_order(kLanes),
                  .minimum = 0,
                  .maximum = kCells - 1,
                  .least = kLanes,
                  .most = kLanes,
                  .version = "own"}},
      .versions =
          {{.id = "aligned", .title = "side by side", .what = "Lane i reads cell i: four sectors."},
           {.id = "permuted",
            .title = "in another order",
            .what = "The 32 cells in mixed order: still four sectors."},
           {.id = "shifted",
            .title = "shifted",
            .what =
                "All lanes read further on: five sectors, unless the shift is a multiple of 8."},
           {.id = "strided",
            .title = "with a stride",
            .what = "Lanes read cells a stride apart: from a stride of 8 on, each lane needs its "
                    "own sector."},
           {.id = "some",
            .title = "only some lanes",
            .what = "Only one lane in this many reads: still four sectors as long as some lane "
                    "reads from each, with most of their bytes unused. One lane in two uses half "
                    "of them.",
            .code = {kSomeLanes, kSomeLanesHost}},
           {.id = "own",
            .title = "your own",
            .what = "Drag the lanes to other cells; hold Shift to drag all of them at once."}},
      .code = {kGather, kHost},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::coalescing_lesson
