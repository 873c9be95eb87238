// The simplest kind of experiment has one input array and one output array of equal length. Every
// element must be exact.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab {

template <typename T>
struct ArrayProblem : Problem {
  std::vector<T> in;
  std::vector<T> expected;
  std::int64_t threads = 256;  ///< threads in a block
};

// The GPU side has one launcher for each variant, such as `ArrayLauncher<float> direct;`.
template <typename T>
struct ArrayDevice;
template <typename T>
using ArrayLauncher = Launched(const ArrayProblem<T>& problem, ArrayDevice<T>& device, Queue queue);
/// Makes the run of a GPU variant. T is float, std::int32_t or std::uint32_t.
template <typename T>
std::unique_ptr<Run> gpu_run_of(const ArrayProblem<T>& problem, ArrayLauncher<T>* launcher);

/// A CPU variant: a loop over part of the array, called as `loop(in, out, n, begin, end)`.
template <typename T>
using ArrayLoop = void (*)(const T* in, T* out, std::int64_t n, std::int64_t begin,
                           std::int64_t end);

/// Runs the loop on one thread over the whole array, or on all threads, each over its own part.
template <typename T>
MakeRun array_loop(ArrayLoop<T> loop, bool all_threads = false) {
  return makes<ArrayProblem<T>>([loop, all_threads](const ArrayProblem<T>& problem, const Stop&) {
    const int threads = all_threads ? core::cpu_facts().processors : 1;
    auto team = std::make_shared<core::ThreadTeam>(threads);
    return cpu_run(
        [&problem, loop, team, out = std::vector<T>(problem.in.size())]() mutable {
          const auto n = static_cast<std::int64_t>(out.size());
          team->run([&](int member) {
            loop(problem.in.data(), out.data(), n, n * member / team->size(),
                 n * (member + 1) / team->size());
          });
          return std::as_const(out).data();
        },
        [&problem](const T* out) { return outcome_of_array(out, problem.expected, problem.stop); });
  });
}

/// Completes the description of an experiment. `right` computes the expected output from the input.
template <typename T>
Experiment array_experiment(Experiment experiment, std::vector<T> (*right)(std::vector<T>)) {
  const auto bytes = [](const Settings& s) {
    // Each element is read once and written once.
    return 2.0 * sizeof(T) * static_cast<double>(s["n"]);
  };
  experiment.parameters = {
      {.id = "n",
       .title = "elements",
       .help = "Length of the array.",
       // One element more, with one thread for each, would need more blocks than a grid may have.
       .maximum = (std::int64_t{1} << 31) - 1,
       .initial = 1 << 26,
       .sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26}},
      threads_parameter()};
  experiment.quick = {{"n", 1 << 22}};
  experiment.copies = "kernels/lab/bench/array_device.cu";
  experiment.host_bytes = [bytes](const Settings& s) { return 2.0 * bytes(s); };
  experiment.device_bytes = bytes;
  experiment.make_problem = [right](const Settings& s,
                                    const Stop& stop) -> std::unique_ptr<Problem> {
    auto problem = std::make_unique<ArrayProblem<T>>();
    problem->threads = s["threads"];
    problem->in =
        filled<T>(stop, static_cast<std::size_t>(s["n"]), [random = Random(s.seed)](auto i) {
          // Whole numbers that a float holds exactly.
          return static_cast<T>(random.below(i, 1U << 24U));
        });
    problem->expected = right(problem->in);
    return problem;
  };
  for (Variant& variant : experiment.variants) {
    if (!variant.work)
      variant.work = [bytes](const Settings& s) { return Work{.bytes = bytes(s)}; };
  }
  return experiment;
}

}  // namespace heatwave::lab
