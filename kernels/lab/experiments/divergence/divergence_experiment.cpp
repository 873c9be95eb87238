// This experiment computes each element by one of two paths. This file describes its variants and
// contains those that run on the CPU.
#include "kernels/lab/experiments/divergence/divergence_experiment.h"

#include <vector>

#include "kernels/core/every_level.h"
#include "kernels/lab/bench/launched_by.h"

namespace heatwave::lab::divergence_experiment {
namespace {

// variant: loop threads
[[gnu::always_inline]] inline std::uint32_t by_products(std::uint32_t x) {
  for (int round = 0; round < 64; ++round) x = x * (x ^ 1664525U) + 1013904223U;
  return x;
}
[[gnu::always_inline]] inline std::uint32_t by_shifts(std::uint32_t x) {
  for (int round = 0; round < 32; ++round) {
    x ^= x << 13U;
    x ^= x >> 17U;
    x ^= x << 5U;
  }
  return x;
}

// variant: loop threads
void compute_one_path(const std::uint32_t* in, std::uint32_t* out, std::int64_t /*n*/,
                      std::int64_t i, std::int64_t end) {
  for (; i < end; ++i)
    out[i] = in[i] % 2 == 0 ? by_products(in[i]) : by_shifts(in[i]);  //! one path for each element
}

// variant: threads
[[gnu::always_inline]] inline void compute_both_paths(const std::uint32_t* in, std::uint32_t* out,
                                                      std::int64_t /*n*/, std::int64_t i,
                                                      std::int64_t end) {
  constexpr std::int64_t kSome = 64;  // a few vectors
  for (; i + kSome <= end; i += kSome) {
    std::uint32_t products[kSome];
    std::uint32_t shifts[kSome];
    for (int k = 0; k < kSome; ++k) products[k] = shifts[k] = in[i + k];
    for (int round = 0; round < 64; ++round) {
      for (std::uint32_t& x : products) x = x * (x ^ 1664525U) + 1013904223U;
    }
    for (int round = 0; round < 32; ++round) {
      for (std::uint32_t& x : shifts) {
        x ^= x << 13U;
        x ^= x >> 17U;
        x ^= x << 5U;
      }
    }
    for (int k = 0; k < kSome; ++k)
      out[i + k] = in[i + k] % 2 == 0 ? products[k] : shifts[k];  //! both paths, and a selection
  }
  compute_one_path(in, out, 0, i, end);
}
// end

std::vector<std::uint32_t> computed(std::vector<std::uint32_t> numbers) {
  for (std::uint32_t& each : numbers) each = each % 2 == 0 ? by_products(each) : by_shifts(each);
  return numbers;
}

std::vector<Variant> variants() {
  return {
      {.id = "loop",
       .title = "CPU, simple loop",
       .what =
           "One thread computes each element on its own path; the processor predicts each branch, "
           "and with random elements half of its predictions fail.",
       .make = array_loop<std::uint32_t>(compute_one_path)},
      {.id = "threads",
       .title = "CPU, threads and vectors",
       .what = "All processors share the array. A vector instruction has no branch for each of "
               "its elements, so it computes both paths and selects.",
       .cpu_threads = CpuThreads::all,
       .make = array_loop<std::uint32_t>(core::kAtBestLevel<compute_both_paths>, true)},
      {.id = "lanes",
       .title = "a branch for each lane",
       .what = "The elements are random, so the lanes of nearly every warp disagree: the warp "
               "executes one path with some lanes, then the other path with the rest.",
       .processor = Processor::gpu,
       .make = launched_by<divergence_lanes>()},
      {.id = "no-branch",
       .title = "both paths and a selection",
       .what = "Every lane computes both results and selects one: without a branch the work "
               "remains.",
       .processor = Processor::gpu,
       .make = launched_by<divergence_no_branch>()},
      {.id = "partitioned",
       .title = "elements sorted by path in each block",
       .what =
           "A block first sorts its elements by path, in shared memory. Then the lanes of all of "
           "its warps but one agree, and each of these executes one path only.",
       .processor = Processor::gpu,
       .make = launched_by<divergence_partitioned>()}};
}

}  // namespace

Experiment experiment() {
  Experiment it = array_experiment<std::uint32_t>(
      {.id = "divergence",
       .title = "Divergence",
       .shows = "A warp has one instruction at a time. Where its lanes disagree at a branch, it "
                "executes both paths, each with a part of its lanes. Here an element's lowest bit "
                "chooses the path, and the input is random, so a branch costs both paths. Removing "
                "the branch changes little, because the work remains. Lanes that agree save one "
                "path, and "
                "sorting them costs a part of that.",
       .variants = variants()},
      computed);
  it.parameters[0].initial = 1 << 24;
  it.parameters[0].sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24};
  it.quick = {{"n", 1 << 18}};
  return it;
}

}  // namespace heatwave::lab::divergence_experiment
