// The results of integer operations and math functions are checked here, and the functions' errors
// measured.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "kernels/lab/experiments/integers/integers_experiment.h"

namespace heatwave::lab::integers_experiment {
namespace {

std::string rounded(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2g", value);
  return text.data();
}

double exact_value(Function function, double y) {
  switch (function) {
    case Function::root:
      return std::sqrt(y);
    case Function::sine:
      return std::sin(y);
    case Function::logarithm:
      return std::log(y);
  }
  return 0.0;
}

}  // namespace

Outcome checked_integers(const IntegersProblem& problem, const std::vector<std::uint32_t>& out) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < out.size(); ++i) right += out[i] == problem.expected[i] ? 1 : 0;
  const std::size_t all = problem.expected.size();
  return {.right = right == all,
          .result = std::to_string(right) + " right",
          .expected = std::to_string(all) + " right",
          .error = static_cast<double>(all - right) / static_cast<double>(all)};
}

/// The fast functions guarantee an error of 2^-21.4 for these numbers, or a few units in the last
/// place. A sum is rounded once more in each round.
Outcome checked_functions(const IntegersProblem& problem, const FunctionSums& found) {
  constexpr double kAllowed = 0x1p-20;
  double largest = 0.0;
  double of_sums = 0.0;
  const auto rounds = static_cast<double>(problem.rounds);
  for (std::size_t i = 0; i < problem.numbers.size(); ++i) {
    const auto y = static_cast<double>(problem.numbers[i]);
    const double first = exact_value(problem.function, y);
    const double second = exact_value(problem.function, 2.5 - y);
    const double sum = std::ceil(rounds / 2) * first + std::floor(rounds / 2) * second;
    const double off = std::abs(static_cast<double>(found.firsts[i]) - first);
    const double sum_off = std::abs(static_cast<double>(found.sums[i]) - sum) / rounds;
    // NaN counts as wrong.
    largest = off <= largest ? largest : std::isnan(off) ? INFINITY : off;
    of_sums = sum_off <= of_sums ? of_sums : std::isnan(sum_off) ? INFINITY : sum_off;
  }
  const double allowed_of_sums = kAllowed + rounds * 0x1p-24;
  return {.right = largest <= kAllowed && of_sums <= allowed_of_sums,
          .result = "off by " + rounded(largest) + " at most",
          .expected = "off by less than " + rounded(kAllowed),
          .error = largest,
          .facts = {{"largest error of one call", rounded(largest)},
                    {"half a unit in the last place, of numbers from 1 to 2", rounded(0x1p-24)},
                    {"largest error of a sum, shared out to its calls", rounded(of_sums)}}};
}

}  // namespace heatwave::lab::integers_experiment
