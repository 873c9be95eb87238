// This experiment computes a dot product. This file describes its variants and contains those that
// run on the CPU.
#include "kernels/lab/experiments/dot/dot_experiment.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>

#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"

namespace heatwave::lab::dot_experiment {
namespace {

std::int64_t size_of(const DotProblem& problem) {
  return static_cast<std::int64_t>(problem.a.size());
}

// variant: loop
double dot_part(double sum, const float* a, const float* b, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    sum += static_cast<double>(a[i] * b[i]);  //! each addition waits for the previous one
  return sum;
}

std::unique_ptr<Run> loop(const DotProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop] {
        double sum = 0.0;  // a float sum would soon be too large to change by one more product
        in_chunks(0, size_of(problem), stop, [&](std::int64_t begin, std::int64_t end) {
          sum = dot_part(sum, problem.a.data(), problem.b.data(), begin, end);
        });
        return static_cast<float>(sum);
      },
      // Each product is rounded, and so is the result.
      [&problem](float sum) { return checked_sum(problem.exact, sum, 2); });
}

// variant: threads
constexpr std::int64_t kPiece = 4096;
constexpr int kLanes = 64;  // a few vectors, so that no addition waits for another

[[gnu::always_inline]] inline float dot_of_piece(const float* a, const float* b, std::int64_t n) {
  float lanes[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane)
      lanes[lane] += a[i + lane] * b[i + lane];  //! vector instructions
  }
  for (int lane = 0; i < n; ++i, ++lane) lanes[lane] += a[i] * b[i];  // the last few elements
  for (int half = kLanes / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

/// Adds piece by piece. The sums of the pieces are few, so they can use double precision.
double dot_of_range(const DotProblem& problem, std::int64_t begin, std::int64_t end,
                    const Stop& stop) {
  double sum = 0.0;
  for (std::int64_t i = begin; i < end && !stop.stop_requested(); i += kPiece) {
    const std::int64_t count = std::min(kPiece, end - i);
    sum += static_cast<double>(
        core::kAtBestLevel<dot_of_piece>(problem.a.data() + i, problem.b.data() + i, count));
  }
  return sum;
}

std::unique_ptr<Run> threads(const DotProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(useful_threads(size_of(problem)));
  return cpu_run(
      [&problem, stop, team,
       part = std::vector<double>(static_cast<std::size_t>(team->size()))]() mutable {
        const std::int64_t n = size_of(problem);
        team->run([&](int member) {  //! each thread takes consecutive elements
          part[static_cast<std::size_t>(member)] = dot_of_range(
              problem, n * member / team->size(), n * (member + 1) / team->size(), stop);
        });
        return static_cast<float>(std::accumulate(part.begin(), part.end(), 0.0));
      },
      [&problem](float sum) {
        // The roundings: 1 for the product, 64 in a lane, 1 for the last few elements, 6 to add the
        // lanes, 1 for the result.
        return checked_sum(problem.exact, sum, 1 + 64 + 1 + 6 + 1);
      });
}
// end

enum class Input { lecture, uniform, equal, few };

float first(Input input, const Random& random, std::size_t i) {
  switch (input) {
    case Input::lecture:
      return static_cast<float>(i);
    case Input::uniform:
      return random.uniform(2 * i);
    case Input::equal:
      return 0.1F;
    case Input::few:
      return static_cast<float>(random.below(2 * i, 10));
  }
  return 0.0F;
}

float second(Input input, const Random& random, std::size_t i) {
  switch (input) {
    case Input::lecture:
      return static_cast<float>(2 * i);
    case Input::uniform:
      return random.uniform(2 * i + 1);
    case Input::equal:
      return 0.1F;
    case Input::few:
      return static_cast<float>(random.below(2 * i + 1, 3));
  }
  return 0.0F;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<DotProblem>();
  const Random random(settings.seed);
  const auto input = static_cast<Input>(settings["input"]);
  const auto n = static_cast<std::size_t>(settings["n"]);
  problem->threads = (settings["threads"] + 31) / 32 * 32;
  problem->blocks = settings["blocks"];
  problem->a = filled<float>(stop, n, [&](std::size_t i) { return first(input, random, i); });
  problem->b = filled<float>(stop, n, [&](std::size_t i) { return second(input, random, i); });
  // The product of two floats is exact in double precision, whose sums have 29 bits to spare.
  problem->exact.whole_terms = input == Input::few;
  in_chunks(0, settings["n"], stop, [&](std::int64_t begin, std::int64_t end) {
    problem->exact.value = std::inner_product(
        problem->a.begin() + begin, problem->a.begin() + end, problem->b.begin() + begin,
        problem->exact.value, std::plus<>(), [](double a, double b) { return a * b; });
  });
  return problem;
}

double arrays_bytes(const Settings& settings) { return 8.0 * static_cast<double>(settings["n"]); }

/// Both arrays are read once; each element takes a multiplication and an addition.
Work work(const Settings& settings) {
  return {.bytes = arrays_bytes(settings), .operations = 2.0 * static_cast<double>(settings["n"])};
}

std::string equals_lecture_variant(const Settings& settings) {
  return settings["blocks"] == 0
             ? ""
             : "with a fixed number of blocks it is equal to the slides' kernel";
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "elements",
           .help = "Length of both arrays. The slides have 32·1024 = 32\u00A0768, for which their "
                   "input gives 2.34552e13; the 2.57236e13 that they print belongs to "
                   "33·1024 = 33\u00A0792.",
           .maximum = (std::int64_t{1} << 31) - 1,
           .initial = 1 << 26,
           .sweep = {32 << 10, 33 << 10, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26}},
          threads_parameter({.help = "Threads of each block, rounded up to whole warps of 32."}),
          {.id = "blocks",
           .title = "blocks",
           .help = "Blocks of the grid. 0: n/threads, rounded up, but at most 32, for the "
                   "slides' kernel; as many as fit on the GPU at once for all others.",
           .minimum = 0,
           .maximum = 65536,
           .initial = 0,
           .sweep = {32, 132, 264, 528, 1056, 2112},
           .zero = "auto"},
          {.id = "input",
           .title = "input",
           .help = "The slides' a[i] = i and b[i] = 2i, uniform from 0 to 1, 0.1 each, or a few "
                   "whole numbers (exact while the result is below 16 777 216).",
           .minimum = 0,
           .maximum = 3,
           .initial = 0,
           .choices = {"lecture", "uniform", "equal", "few"}}};
}

std::vector<Variant> variants() {
  return {on_cpu("loop", "simple loop",
                 "One sum in double precision takes one product at a time; each addition waits "
                 "for the previous one.",
                 work, makes<DotProblem>(loop)),
          on_cpu("threads", "threads and vectors",
                 "All processors share the arrays, and 64 parallel sums keep the vector units "
                 "busy.",
                 work, makes<DotProblem>(threads), CpuThreads::all),
          on_gpu("lecture", "shared tree, host finishes",
                 "Each thread runs a grid-stride loop, a tree in shared memory adds the sums of "
                 "a block, and the host adds the blocks' sums; 32 blocks cannot fill a large "
                 "GPU.",
                 work, launched_by<dot_lecture>()),
          {.id = "more-blocks",
           .title = "shared tree, GPU filled",
           .what = "The slides' kernel with as many blocks as fit: far more loads are in flight, "
                   "which memory needs to be fast.",
           .processor = Processor::gpu,
           .work = work,
           .left_out = equals_lecture_variant,
           .make = launched_by<dot_more_blocks>()},
          on_gpu("shuffles", "warp shuffles",
                 "Lanes exchange their sums through registers, so two barriers replace the "
                 "eight that the tree of 256 threads takes; loads still limit the speed.",
                 work, launched_by<dot_shuffles>()),
          on_gpu("vectors", "16-byte loads, several in flight",
                 "A thread issues eight loads of 16 bytes before it multiplies, so fewer "
                 "instructions keep more bytes in flight.",
                 work, launched_by<dot_vectors>()),
          on_gpu("last-block", "one launch, last block finishes",
                 "The block that finishes last adds all partial sums in a fixed order: no work "
                 "is left to the host, and every run gives equal bits.",
                 work, launched_by<dot_last_block>()),
          {.id = "cublas",
           .title = "cuBLAS sdot",
           .what = "The dot product of NVIDIA's library, as a reference.",
           .processor = Processor::gpu,
           .yardstick = true,
           .work = work,
           .make = launched_by<dot_cublas>()}};
}

}  // namespace

Experiment experiment() {
  return {
      .id = "dot",
      .title = "Dot product",
      .shows =
          "Each pair of elements is read once, multiplied and added, so memory should be the "
          "only limit. The kernel of Landau's slides (2012) reduces a block in shared memory and "
          "leaves the blocks' sums to the host. Its 32 blocks leave most of a large GPU idle, so "
          "watch "
          "the effect of more blocks, then of wider loads. Floats added in another order are "
          "rounded differently: compare the last digits of the variants.",
      .parameters = parameters(),
      .quick = {{"n", 32 << 10}},
      .host_bytes = arrays_bytes,
      // Memory for up to 64 Ki partial sums, and for cuBLAS' own workspace.
      .device_bytes = [](const Settings& s) { return arrays_bytes(s) + (128 << 20); },
      .make_problem = make_problem,
      .variants = variants(),
  };
}

}  // namespace heatwave::lab::dot_experiment
