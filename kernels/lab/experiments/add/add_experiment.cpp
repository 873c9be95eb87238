// This experiment adds two arrays. This file describes its variants and contains those that run on
// the CPU.
#include "kernels/lab/experiments/add/add_experiment.h"

#include <limits>

#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"

namespace heatwave::lab::add_experiment {
namespace {

using Floats = std::vector<float>;

// variant: loop
void add_up(const float* a, const float* b, float* c, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) c[i] = a[i] + b[i];  //! one element at a time
}

// variant: threads
[[gnu::always_inline]] inline void add_wide(const float* a, const float* b, float* c,
                                            std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) c[i] = a[i] + b[i];  //! vectorized
}
// end

/// Returns a CPU variant whose threads share the arrays; 0: as many threads as the size justifies.
MakeRun on_threads(int threads, decltype(&add_up) part) {
  return makes<AddProblem>([threads, part](const AddProblem& problem, const Stop& stop) {
    const auto n = static_cast<std::int64_t>(problem.a.size());
    auto team = std::make_shared<core::ThreadTeam>(threads > 0 ? threads : useful_threads(n));
    return cpu_run(
        [&problem, n, part, stop, team,
         c = Floats(problem.a.size(),
                    std::numeric_limits<float>::quiet_NaN())]() mutable -> const Floats* {
          team->run([&](int member) {
            in_chunks(n * member / team->size(), n * (member + 1) / team->size(), stop,
                      [&](std::int64_t begin, std::int64_t end) {
                        part(problem.a.data(), problem.b.data(), c.data(), begin, end);
                      });
          });
          return &c;
        },
        [&problem](const Floats* c) { return checked_add(problem, *c); });
  });
}

/// All inputs are whole numbers, so that every sum is exact.
std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<AddProblem>();
  const Random random(settings.seed);
  const auto n = static_cast<std::size_t>(settings["n"]);
  const auto number = [&random](std::size_t i) {
    return static_cast<float>(random.below(i, 1U << 20U));
  };
  problem->a = filled<float>(stop, n, [&](std::size_t i) { return number(2 * i); });
  problem->b = filled<float>(stop, n, [&](std::size_t i) { return number(2 * i + 1); });
  problem->expected =
      filled<float>(stop, n, [&](std::size_t i) { return number(2 * i) + number(2 * i + 1); });
  problem->threads = settings["threads"];
  problem->blocks = settings["blocks"];
  return problem;
}

double bytes(const Settings& s) { return 12.0 * static_cast<double>(s["n"]); }

/// Each addition reads two floats and writes one.
Work work(const Settings& s) {
  return {.bytes = bytes(s), .operations = static_cast<double>(s["n"])};
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "elements",
           .help = "Length of the arrays.",
           .maximum = 1 << 30,
           .initial = 1 << 25,
           .sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 25}},
          threads_parameter(),
          {.id = "blocks",
           .title = "blocks",
           .help = "Blocks of the kernels with grid-stride loops. 0: as many as fit on the GPU at "
                   "once.",
           .minimum = 0,
           .maximum = 65536,
           .initial = 0,
           .sweep = {1, 32, 132, 528, 1056},
           .zero = "auto"}};
}

std::vector<Variant> variants() {
  return {on_cpu("loop", "simple loop", "One thread adds one pair at a time.", work,
                 on_threads(1, add_up)),
          on_cpu("threads", "threads and vectors",
                 "All processors share the arrays and use vector instructions.", work,
                 on_threads(0, core::kAtBestLevel<add_wide>), CpuThreads::all),
          on_gpu("each", "one thread per element",
                 "Each thread adds one pair, so there are as many threads as elements, and an "
                 "if statement for the surplus threads of the last block.",
                 work, launched_by<add_each_element>()),
          on_gpu("grid-stride", "grid-stride loop",
                 "The kernel of the slides: after each element a thread advances by the "
                 "number of threads in the grid, so any grid size works for any n. Its loop in "
                 "PTX: load, load, add, store, compare, branch.",
                 work, launched_by<add_grid_stride>()),
          on_gpu("vectors", "16 bytes at a time",
                 "A grid-stride loop with four elements for each load and store: a quarter of "
                 "the loads, stores, compares and branches.",
                 work, launched_by<add_vectors>())};
}

}  // namespace

Outcome checked_add(const AddProblem& problem, const std::vector<float>& c) {
  return outcome_of_array(c.data(), problem.expected, problem.stop);
}

Experiment experiment() {
  return {.id = "add",
          .title = "Adding arrays",
          .shows =
              "nvcc translates a kernel into PTX, the instructions of a virtual GPU; the driver, "
              "or ptxas, translates them into machine code. PTX for one generation also runs on "
              "later ones, except PTX for one architecture: sm_90a, for the bulk copies of the "
              "matrix product. Look at the kernel with the grid-stride loop next to its PTX: the "
              "loop is two loads, an addition, a store, a compare and a branch, and the rest "
              "computes addresses. With one addition for 12 bytes, the kernel is memory bound.",
          .parameters = parameters(),
          .quick = {{"n", 1 << 20}},
          .host_bytes = [](const Settings& s) { return 2.0 * bytes(s); },
          .device_bytes = bytes,
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::add_experiment
