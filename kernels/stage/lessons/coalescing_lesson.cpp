// This lesson counts the 32-byte sectors that a warp touches: their number depends on the
// addresses.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::coalescing_lesson {
namespace {

constexpr int kLanes = 32;
constexpr int kCells = 256;
constexpr int kRow = 16;  // cells in a row: two sectors

struct CoalescingArrays {
  Array data, at;
  int every = 1;
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: aligned permuted shifted strided own
class Gather : public Kernel<CoalescingArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void gather(const float* data, const int* at) {
    const Local<int> where{this, "where", static_cast<int>(co_await at[threadIdx.x])};  //= int where = at[threadIdx.x];
    const Local<float> x{this, "x", static_cast<float>(co_await data[where])};  //= float x = data[where];  // and x is used  //! 32 addresses: count their sectors
  }
};

// variant: some
class SomeLanes : public Kernel<CoalescingArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void gather(const float* data, int every) {
    if (co_await branch(threadIdx.x % every == 0)) {
      const Local<float> x{this, "x", static_cast<float>(co_await data[threadIdx.x])};  //= float x = data[threadIdx.x];  // and x is used  //! the other lanes are inactive
    }
  }
};
// end
// clang-format on

/// Returns the index that each lane reads in this version.
std::vector<double> addresses(const PlaySettings& settings) {
  if (settings.version == "own") return settings.list("at");
  const int offset = settings.whole("offset");
  const int stride = settings.whole("stride");
  std::vector<double> at;
  for (int lane = 0; lane < kLanes; ++lane) {
    int where = lane;
    if (settings.version == "permuted")
      where = (lane * 11 + 5) % kLanes;  // 11 and 32 share no factor
    if (settings.version == "shifted") where = lane + offset;
    if (settings.version == "strided") where = lane * stride;
    at.push_back(where);
  }
  return at;
}

std::vector<double> in_order(int first) {
  std::vector<double> list;
  for (int lane = 0; lane < kLanes; ++lane) list.push_back(first + lane);
  return list;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  std::vector<double> data;
  for (int i = 0; i < kCells; ++i) data.push_back(i);
  CoalescingArrays arrays{machine.array("data", Space::global, data, kRow, false)};
  if (settings.version == "some") {
    arrays.every = settings.whole("every");
    return [&machine, arrays] { machine.launch<SomeLanes>("gather", {1}, {kLanes}, arrays); };
  }
  arrays.at = machine.array("at", Space::global, addresses(settings));
  machine.address_by(arrays.data, arrays.at);
  return [&machine, arrays] { machine.launch<Gather>("gather", {1}, {kLanes}, arrays); };
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
      .lab = "coalescing",
      .lecture =
          "4 sectors if adjacent in any order, 5 if misaligned, up to 32 if scattered; "
          "if only some threads read, the rest of the sectors is wasted: about 12 % of "
          "the bandwidth, at best.",
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
                  .initial = in_order(0),
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
                    "of them."},
           {.id = "own",
            .title = "your own",
            .what = "Drag the lanes to other cells; hold Shift to drag all of them at once."}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::coalescing_lesson
