// This lesson shows the ABA mistake in a lock: a reader finds the lock free before and after, and a
// whole write came between. A sequence lock counts the writes.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::sequence_lock_lesson {
namespace {

constexpr const char* kFlag = R"cuda(
__global__ void share(int* lock, int* pair, int writes, int* got) {
  if (blockIdx.x == 0) {  // writer
    for (int i = 1; i <= writes; ++i) {
      atomicExch(lock, 1);  // taken
      __threadfence();
      atomicExch(&pair[0], i);
      atomicExch(&pair[1], i);
      __threadfence();
      atomicExch(lock, 0);  // free
    }
  } else {  // reader: takes no lock
    int before, first, second, after;
    do {
      before = atomicAdd(lock, 0);
      __threadfence();
      first = atomicAdd(&pair[0], 0);  // atomic: the writer may write now
      second = atomicAdd(&pair[1], 0);
      __threadfence();
      after = atomicAdd(lock, 0);
    } while (before == 1 || after != before);  //! equal does not mean unchanged
    got[2 * blockIdx.x - 2] = first;
    got[2 * blockIdx.x - 1] = second;
  }
}
)cuda";

constexpr const char* kCount = R"cuda(
__global__ void share(int* lock, int* pair, int writes, int* got) {
  if (blockIdx.x == 0) {  // writer
    for (int i = 1; i <= writes; ++i) {
      atomicAdd(lock, 1);  // odd: taken
      __threadfence();
      atomicExch(&pair[0], i);
      atomicExch(&pair[1], i);
      __threadfence();
      atomicAdd(lock, 1);  // even: free
    }
  } else {  // reader: takes no lock
    int before, first, second, after;
    do {
      before = atomicAdd(lock, 0);
      __threadfence();
      first = atomicAdd(&pair[0], 0);  // atomic: the writer may write now
      second = atomicAdd(&pair[1], 0);
      __threadfence();
      after = atomicAdd(lock, 0);
    } while (before % 2 == 1 || after != before);  //! a write changes the count
    got[2 * blockIdx.x - 2] = first;
    got[2 * blockIdx.x - 1] = second;
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(int* host_got, int writes, int readers) {
  int *lock, *pair, *got;
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&pair, 2 * sizeof(int));
  cudaMalloc(&got, 2 * readers * sizeof(int));
  cudaMemset(lock, 0, sizeof(int));  // free
  cudaMemset(pair, 0, 2 * sizeof(int));
  share<<<1 + readers, 1>>>(lock, pair, writes, got);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_got, got, 2 * readers * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(lock);
  cudaFree(pair);
  cudaFree(got);
  return error;
}
)cuda";

/// Names the first reader that got an old number and a new one.
void find_torn(Machine& machine, Array got, int readers) {
  for (int reader = 0; reader < readers; ++reader) {
    const double first = machine.value(got, 2 * reader);
    const double second = machine.value(got, 2 * reader + 1);
    if (first == second) continue;
    machine.add_fault({.kind = FaultKind::result,
                       .text = "block " + std::to_string(reader + 1) + " got " +
                               words::number(first) + " and " + words::number(second) +
                               ": the pair was never that",
                       .threads = {},
                       .array = got.id(),
                       .index = 2 * reader,
                       .lines = {}});
    return;
  }
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  inputs.shown["got"] = {.may_vary = true};  // a pair of before a write, or of after it
  return [&machine, code, inputs = std::move(inputs), readers = settings.whole("readers")] {
    const auto arrays = play_host(machine, code, inputs);
    machine.step("the host looks at the pairs that were read",
                 [&] { find_torn(machine, arrays.at("got"), readers); });
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "sequence-lock",
      .title = "Sequence lock",
      .shows =
          "Block 0 writes two equal numbers, which belong together. The readers take no lock: they "
          "look at it, read both numbers, look again, and retry if a write was under way. With a "
          "lock of 0 and 1 that goes wrong: the reader finds it free before and after, but a whole "
          "write came between (free, taken, free: ABA), and it has an old number and a new one. A "
          "sequence lock counts: it is odd during a write, and larger after it.",
      .question =
          "Why does a write count twice, before and after? Would once, at its end, not be enough?",
      .answer =
          "No. A reader may begin in the middle of a write. The odd count tells it so. If only the "
          "end counted, it could read a new number and an old one, and find the same count before "
          "and after.",
      .lab = "lock",
      .inputs = {{.id = "writes",
                  .title = "writes",
                  .help = "How often block 0 changes the pair.",
                  .initial = {1},
                  .minimum = 1,
                  .maximum = 4},
                 {.id = "readers",
                  .title = "readers",
                  .help = "Number of blocks that read the pair.",
                  .initial = {1},
                  .minimum = 1,
                  .maximum = 3}},
      .versions = {{.id = "flag",
                    .title = "free or taken",
                    .what = "The lock is free again, so the reader does not notice the write.",
                    .code = {kFlag, kHost}},
                   {.id = "count",
                    .title = "a count",
                    .what = "The count has changed, so the reader reads again.",
                    .code = {kCount, kHost}}},
      .schedule = {.kind = Schedule::Kind::random, .seed = 11193},  // a write within a read
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::sequence_lock_lesson
