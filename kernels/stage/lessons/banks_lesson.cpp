// This lesson shows bank conflicts: lanes that read different words of one bank are served in turn.
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::banks_lesson {
namespace {

constexpr int kLanes = 32;

struct BankArrays {
  int stride = 1;
  int row = 32;  ///< words from one row of the tile to the next
};

// Each line of the kernel must stay one line, however long it is: the play refers to line numbers.
// clang-format off
// variant: stride
class StrideThroughBanks : public Kernel<BankArrays> {
 public:
  using Kernel::Kernel;

  Program run() override {  //= __global__ void walk(int stride) {
    const Array words = shared("words", kLanes * kLanes, kLanes, true);  //= __shared__ int words[1024];
    if (co_await branch(stride > 0 || threadIdx.x == 0)) {  //= if (stride > 0 || threadIdx.x == 0) {  // stride 0: lane 0 writes the only word
      co_await (words[threadIdx.x * stride] = threadIdx.x);
    }
    co_await syncthreads();
    const Local<int> x{this, "x", static_cast<int>(co_await words[threadIdx.x * stride])};  //= int x = words[threadIdx.x * stride];  // and x is used  //! bank: index mod 32
  }
};

// variant: column padded-column
class ColumnWalk : public Kernel<BankArrays> {
 public:
  using Kernel::Kernel;

  //= template <int ROW>  // words in a row: 32, or 33 with padding
  Program run() override {  //= __global__ void column() {
    const Grid tile{shared("tile", kLanes * row, row, true), row};  //= __shared__ int tile[32][ROW];
    co_await (tile[threadIdx.x][0] = threadIdx.x);
    const Local<int> x{this, "x", static_cast<int>(co_await tile[threadIdx.x][0])};  //= int x = tile[threadIdx.x][0];  // and x is used  //! down a column: one word in each row
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

Lesson lesson() {
  return {
      .id = "banks",
      .title = "Banks",
      .shows =
          "Shared memory has 32 banks: word w is in bank w mod 32. In each pass a bank "
          "serves one word, to all lanes that read this word. With a stride s of 1 or "
          "more all lanes read different words, and each bank that is used holds gcd(s, "
          "32) of them; with stride 0 all lanes read one word, and one pass serves them: "
          "a broadcast. Down a column of a 32 × 32 tile all 32 words are in one bank; "
          "one word of padding in each row moves every row to another bank.",
      .question = "Why is a stride of 3 as fast as a stride of 1, and a stride of 2 is not?",
      .lab = "banks",
      .lecture =
          "32 banks of 4 bytes; a stride s causes gcd(s, 32)-way conflicts; padded rows "
          "avoid them down a column.",
      .inputs = {{.id = "stride",
                  .title = "stride",
                  .help = "Words from one lane's word to the next; 0: one word for all lanes.",
                  .initial = {2},
                  .minimum = 0,
                  .maximum = 32,
                  .version = "stride"}},
      .versions = {{.id = "stride", .title = "with a stride", .what = "Lane i reads word i·s."},
                   {.id = "column",
                    .title = "down a column",
                    .what = "Rows of 32 words: a whole column is in one bank."},
                   {.id = "padded-column",
                    .title = "down a padded column",
                    .what = "Rows of 33 words: a column uses all banks."}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::banks_lesson
