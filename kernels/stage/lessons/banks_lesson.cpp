// This lesson shows bank conflicts: lanes that read different words of one bank are served in turn.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::banks_lesson {
namespace {

constexpr const char* kStride = R"cuda(
__global__ void walk(int stride) {
  __shared__ int words[32][32];
  int* word = &words[0][0];
  if (stride > 0 || threadIdx.x == 0) {  // stride 0: lane 0 writes the only word
    word[threadIdx.x * stride] = threadIdx.x;
  }
  __syncthreads();
  int x = word[threadIdx.x * stride];  // and x is used  //! bank: index mod 32
}
)cuda";

constexpr const char* kColumn = R"cuda(
template <int ROW>  // words in a row: 32, or 33 with padding
__global__ void column() {
  __shared__ int tile[32][ROW];
  tile[threadIdx.x][0] = threadIdx.x;
  int x = tile[threadIdx.x][0];  // and x is used  //! down a column: one word in each row
}
)cuda";

constexpr const char* kStrideHost = R"cuda(
cudaError_t host(int stride) {
  walk<<<1, 32>>>(stride);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  return error;
}
)cuda";

constexpr const char* kColumnHost = R"cuda(
cudaError_t host() {
  column<32><<<1, 32>>>();
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  return error;
}
)cuda";

constexpr const char* kPaddedHost = R"cuda(
cudaError_t host() {
  column<33><<<1, 32>>>();
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) error = cudaDeviceSynchronize();  // waits for the kernel
  return error;
}
)cuda";

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  return host_play(machine, code, host_inputs(settings));
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
      .answer =
          "gcd(3, 32) = 1: the 32 words are in 32 different banks. gcd(2, 32) = 2: only 16 banks "
          "are used, each for two words, which takes two passes.",
      .lab = "banks",
      .lecture =
          "Shared memory has 32 banks of 4 bytes; a stride s causes gcd(s, 32)-way conflicts; "
          "padded rows avoid them down a column.",
      .inputs = {{.id = "stride",
                  .title = "stride",
                  .help = "Words from one lane's word to the next; 0: one word for all lanes.",
                  .initial = {2},
                  .minimum = 0,
                  .maximum = 32,
                  .version = "stride"}},
      .versions = {{.id = "stride",
                    .title = "with a stride",
                    .what = "Lane i reads word i·s.",
                    .code = {kStride, kStrideHost}},
                   {.id = "column",
                    .title = "down a column",
                    .what = "Rows of 32 words: a whole column is in one bank.",
                    .code = {kColumn, kColumnHost}},
                   {.id = "padded-column",
                    .title = "down a padded column",
                    .what = "Rows of 33 words: a column uses all banks.",
                    .code = {kColumn, kPaddedHost}}},
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::banks_lesson
