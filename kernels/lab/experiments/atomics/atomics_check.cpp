// The results of atomic operations are checked here: the old values that they returned must fit
// together.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "kernels/lab/bench/result_words.h"
#include "kernels/lab/bench/sums.h"
#include "kernels/lab/experiments/atomics/atomics_experiment.h"

namespace heatwave::lab::atomics_experiment {
namespace {

/// Disjoint sets of values, each known by its representative.
class Sets {
 public:
  explicit Sets(std::size_t size) : parents_(size) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  std::size_t representative(std::size_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) { parents_[representative(a)] = representative(b); }

 private:
  std::vector<std::size_t> parents_;
};

/// Returns whether the operations can have run one after the other in some order. Each operation is
/// a step from the value that it found to the value that it stored. An order exists if one walk
/// takes every step once, from the start to the final value (Euler's condition): each value is
/// entered as often as it is left, except for the two ends, and all steps are connected.
bool fit_one_order(const AtomicsProblem& problem, const AtomicsResult& result, std::int64_t begin,
                   std::int64_t end, std::uint32_t left) {
  std::vector<std::uint32_t> values;
  values.reserve(static_cast<std::size_t>(2 * (end - begin) + 2));
  values = {problem.start, left};
  const auto old = [&](std::int64_t i) { return result.olds[static_cast<std::size_t>(i)]; };
  for (std::int64_t i = begin; i < end; ++i) {
    values.push_back(old(i));
    values.push_back(problem.stored(old(i), i));
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const auto place = [&](std::uint32_t value) {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) -
                                    values.begin());
  };
  std::vector<std::int64_t> surplus(values.size());  // times left minus times entered
  Sets sets(values.size());
  for (std::int64_t i = begin; i < end; ++i) {
    const std::size_t from = place(old(i));
    const std::size_t to = place(problem.stored(old(i), i));
    ++surplus[from];
    --surplus[to];
    sets.join(from, to);
  }
  --surplus[place(problem.start)];
  ++surplus[place(left)];
  const std::size_t whole = sets.representative(place(problem.start));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (surplus[i] != 0 || sets.representative(i) != whole) return false;
  }
  return true;
}

/// Returns the operations that went to one cell, as the first one and the one past the last.
std::pair<std::int64_t, std::int64_t> stretch(const AtomicsProblem& problem,
                                              const AtomicsResult& result, std::size_t cell) {
  const std::int64_t begin =
      std::min(problem.n(), static_cast<std::int64_t>(cell) * result.per_cell);
  return {begin, std::min(problem.n(), begin + result.per_cell)};
}

/// Returns the value of a cell after its operations, one after the other.
std::uint32_t left_in_order(const AtomicsProblem& problem, std::int64_t begin, std::int64_t end) {
  std::uint32_t value = problem.start;
  for (std::int64_t i = begin; i < end; ++i) value = problem.stored(value, i);
  return value;
}

bool order_matters(Operation operation) {
  return operation == Operation::exchange || operation == Operation::compare_and_swap;
}

/// Returns the outcome: the value of a single cell, or the number of correct cells.
Outcome outcome_of(const AtomicsProblem& problem, const AtomicsResult& result, std::size_t right,
                   bool any_order) {
  const std::size_t all = result.cells.size();
  Outcome outcome{.right = right == all,
                  .error = static_cast<double>(all - right) / static_cast<double>(all)};
  if (all > 1) {
    outcome.result = grouped(static_cast<std::int64_t>(right)) + " right cells";
    outcome.expected = grouped(static_cast<std::int64_t>(all)) + " right cells";
    return outcome;
  }
  outcome.result = std::to_string(result.cells.front());
  outcome.expected = any_order && order_matters(problem.operation)
                         ? "one of the values"
                         : std::to_string(left_in_order(problem, 0, problem.n()));
  if (right == all) return outcome;
  outcome.note = "no order of the operations gives these old values";
  return outcome;
}

std::string call(const Demonstration& d) {
  std::string words = kOperationNames.at(static_cast<std::size_t>(d.operation));
  if (d.operation == Operation::compare_and_swap) {
    words.append(" ").append(std::to_string(d.compare)).append(",");
  }
  return words + " " + std::to_string(d.value) + ", where " + std::to_string(d.old) + " is";
}

/// Returns all digits. In 2^40 + 3 the last digit shows the 3.
std::string all_digits(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(value));
  return (value < 0 ? "−" : "") + std::string(text.data(), end.ptr);
}

}  // namespace

Outcome checked_in_order(const AtomicsProblem& problem, const AtomicsResult& result) {
  std::size_t right = 0;
  for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
    const auto [begin, end] = stretch(problem, result, cell);
    std::uint32_t value = problem.start;
    bool fits = true;
    for (std::int64_t i = begin; i < end; ++i) {
      fits = fits && result.olds[static_cast<std::size_t>(i)] == value;
      value = problem.stored(value, i);
    }
    right += fits && result.cells[cell] == value ? 1 : 0;
  }
  return outcome_of(problem, result, right, false);
}

Outcome checked_in_any_order(const AtomicsProblem& problem, const AtomicsResult& result) {
  std::size_t right = 0;
  for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
    const auto [begin, end] = stretch(problem, result, cell);
    right += fit_one_order(problem, result, begin, end, result.cells[cell]) ? 1 : 0;
  }
  return outcome_of(problem, result, right, true);
}

void add_demonstrations(Outcome& outcome, const std::vector<Demonstrated>& demonstrated) {
  for (std::size_t i = 0; i < kDemonstrations.size(); ++i) {
    const Demonstration& d = kDemonstrations[i];
    const Demonstrated& found = demonstrated.at(i);
    const std::uint32_t rule = stored_by(d.operation, d.old, d.value, d.compare);
    std::string words =
        "returns " + std::to_string(found.returned) + ", stores " + std::to_string(found.stored);
    if (found.returned != d.old || found.stored != rule) {
      outcome.right = false;
      words += " (expected " + std::to_string(d.old) + " and " + std::to_string(rule) + ")";
      outcome.note = call(d) + ": " + words;
    }
    outcome.facts.emplace_back(call(d), words);
  }
}

void add_typed_demonstrations(Outcome& outcome, const std::vector<double>& found) {
  for (std::size_t i = 0; i < kTypedDemonstrations.size(); ++i) {
    const TypedDemonstration& d = kTypedDemonstrations.at(i);
    const double returned = found.at(2 * i);
    const double stored = found.at(2 * i + 1);
    std::string words = "returns " + all_digits(returned) + ", stores " + all_digits(stored);
    if (returned != d.returned || stored != d.stored) {
      outcome.right = false;
      words += " (expected " + all_digits(d.returned) + " and " + all_digits(d.stored) + ")";
      outcome.note = std::string(d.call) + ": " + words;
    }
    outcome.facts.emplace_back(d.call, words);
  }
}

}  // namespace heatwave::lab::atomics_experiment
