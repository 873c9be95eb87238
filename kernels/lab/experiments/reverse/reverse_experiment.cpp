// This experiment reverses an array. This file describes its variants and contains those that run
// on the CPU.
#include "kernels/lab/experiments/reverse/reverse_experiment.h"

#include <algorithm>
#include <vector>

#include "kernels/core/every_level.h"
#include "kernels/lab/bench/launched_by.h"

namespace heatwave::lab::reverse_experiment {
namespace {

// variant: loop
void reverse_up(const std::int32_t* in, std::int32_t* out, std::int64_t n, std::int64_t begin,
                std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) out[n - 1 - i] = in[i];  //! reads up, writes down
}

// variant: threads
[[gnu::always_inline]] inline void reverse_wide(const std::int32_t* in, std::int32_t* out,
                                                std::int64_t n, std::int64_t begin,
                                                std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) out[i] = in[n - 1 - i];  //! vectors, reversed
}
// end

std::vector<std::int32_t> reversed(std::vector<std::int32_t> array) {
  std::reverse(array.begin(), array.end());
  return array;
}

}  // namespace

Experiment experiment() {
  Experiment experiment{
      .id = "reverse",
      .title = "Array reverse",
      .shows =
          "Each element moves to the other end, so reads ascend through memory while "
          "writes descend. On the first GPUs a warp's descending writes became single "
          "transactions, and reversing each block in shared memory first was five times "
          "as fast. Today a warp's addresses are combined into whole sectors in any "
          "order, so shared memory gains nothing. With 4 bytes for each thread, neither "
          "variant reaches the speed of a copy; with 16 bytes one does.",
      .variants = {
          {.id = "loop",
           .title = "CPU, simple loop",
           .what = "One thread reads in ascending and writes in descending order.",
           .processor = Processor::cpu,
           .make = array_loop<std::int32_t>(reverse_up)},
          {.id = "threads",
           .title = "CPU, threads and vectors",
           .what = "All processors share the array and reverse whole vectors.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::all,
           .make = array_loop<std::int32_t>(core::kAtBestLevel<reverse_wide>, true)},
          {.id = "direct",
           .title = "directly in global memory",
           .what = "Each thread moves one element; a warp's writes descend.",
           .processor = Processor::gpu,
           .lecture = {{"Farber, 256K ints: 62 464 incoherent stores", 0.26752, {{"n", 1 << 18}}}},
           .make = launched_by<reverse_direct>()},
          {.id = "shared",
           .title = "through shared memory",
           .what = "A block reverses its piece in shared memory, so that reads and writes both "
                   "ascend.",
           .processor = Processor::gpu,
           .lecture = {{"Farber, 256K ints: no incoherent store", 0.05046, {{"n", 1 << 18}}}},
           .make = launched_by<reverse_shared>()},
          {.id = "vectors",
           .title = "16 bytes per thread",
           .what = "Each thread moves four elements with one load and one store.",
           .processor = Processor::gpu,
           .make = launched_by<reverse_vectors>()},
          {.id = "copy",
           .title = "copy by the driver",
           .what = "cudaMemcpy of as many bytes, without reversing: the speed to reach.",
           .processor = Processor::gpu,
           .yardstick = true,
           .make = launched_by<reverse_copy>()}}};
  return array_experiment<std::int32_t>(std::move(experiment), reversed);
}

}  // namespace heatwave::lab::reverse_experiment
