// The integers experiment: the input numbers, the expected results and the GPU launchers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::integers_experiment {

/// The order equals that of the parameter's choices.
enum class IntegerOperation : std::uint8_t { reverse_bits, count_bits, funnel_shift };
enum class Function : std::uint8_t { root, sine, logarithm };

struct IntegersProblem : Problem {
  IntegerOperation operation = IntegerOperation::reverse_bits;
  Function function = Function::root;
  std::int64_t rounds = 1;
  std::int64_t threads = 256;  ///< threads in a block
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> expected;
  /// From 0.5 to 2, with so few bits that 2.5 minus a number is exact, too.
  std::vector<float> numbers;

  [[nodiscard]] std::int64_t n() const { return static_cast<std::int64_t>(words.size()); }
};

/// For each number: the sum over all rounds, and f of the number itself.
struct FunctionSums {
  std::vector<float> sums;
  std::vector<float> firsts;
};

Outcome checked_integers(const IntegersProblem& problem, const std::vector<std::uint32_t>& out);
Outcome checked_functions(const IntegersProblem& problem, const FunctionSums& found);

// The GPU side has one launcher for each variant.
struct IntegersDevice;
using IntegersLauncher = Launched(const IntegersProblem& problem, IntegersDevice& device,
                                  Queue queue);
IntegersLauncher integers_bits;
IntegersLauncher integers_masks;
IntegersLauncher integers_intrinsics;
IntegersLauncher integers_accurate;
IntegersLauncher integers_hardware;
std::unique_ptr<Run> gpu_run_of(const IntegersProblem& problem, IntegersLauncher* launcher);

}  // namespace heatwave::lab::integers_experiment
