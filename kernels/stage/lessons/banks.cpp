// A warp reads shared memory: lanes that need different words of one bank take turns.
#include "kernels/stage/catalogue.h"

namespace heatwave::stage {
namespace {

constexpr int kLanes = 32;

struct BankArrays {
  int stride = 1;
  int row = 32;  ///< words from row to row of the tile
};

// Here a line of the play is a line of the kernel, however long it is.
// clang-format off
// variant: stride
class StrideThroughBanks : public Kernel<BankArrays> {
 public:
  using Kernel::Kernel;

  Array words = shared("words", kLanes* kLanes, kLanes, true);  //= __shared__ int words[1024];

  Program run() override {  //= __global__ void walk(int stride) {
    Local<int> x{this, "x", 0};  //= int x;
    co_await (words[threadIdx.x * stride] = threadIdx.x);
    x = static_cast<int>(co_await words[threadIdx.x * stride]);  //= x = words[threadIdx.x * stride];  //! bank: index mod 32
  }
};

// variant: column padded-column
class ColumnWalk : public Kernel<BankArrays> {
 public:
  using Kernel::Kernel;

  Grid tile{shared("tile", kLanes* row, row, true), row};  //= __shared__ int tile[32][ROW];  // ROW: 32, or 33 with padding

  Program run() override {  //= __global__ void column() {
    Local<int> x{this, "x", 0};  //= int x;
    co_await (tile[threadIdx.x][0] = threadIdx.x);
    x = static_cast<int>(co_await tile[threadIdx.x][0]);  //= x = tile[threadIdx.x][0];  //! down a column: one word of each row
  }
};
// end
// clang-format on

std::function<void()> set_up(Machine& machine, const PlaySettings& settings) {
  const BankArrays arrays{settings.whole("stride"),
                          settings.version == "padded-column" ? kLanes + 1 : kLanes};
  const bool stride = settings.version == "stride";
  return [&machine, arrays, stride] {
    if (stride) {
      machine.launch<StrideThroughBanks>("walk", {1}, {kLanes}, arrays);
    } else {
      machine.launch<ColumnWalk>("column", {1}, {kLanes}, arrays);
    }
  };
}

}  // namespace

Lesson banks_lesson() {
  return {
      .id = "banks",
      .title = "Banks",
      .shows =
          "Shared memory lies in 32 banks: word w in bank w mod 32. Each bank gives one word a "
          "turn. "
          "With a stride s the lanes meet gcd(s, 32) at a time; down a column of a 32 × 32 tile "
          "all "
          "32 meet in one bank. One word of padding in each row sends every row to another bank.",
      .question = "Why is a stride of 3 as good as a stride of 1, and one of 2 is not?",
      .lab = "banks",
      .inputs = {{.id = "stride",
                  .title = "stride",
                  .help = "Words from one lane's word to the next.",
                  .initial = {2},
                  .minimum = 0,
                  .maximum = 32,
                  .version = "stride"}},
      .versions = {{.id = "stride", .title = "with a stride", .what = "Lane i reads word i·s."},
                   {.id = "column",
                    .title = "down a column",
                    .what = "Rows of 32 words: a whole column lies in one bank."},
                   {.id = "padded-column",
                    .title = "down a padded column",
                    .what = "Rows of 33 words: a column runs through all the banks."}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage
