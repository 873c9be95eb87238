// Tests the atomics experiment: the rules of the operations on every CPU variant, and that the
// check finds errors.
#include "kernels/lab/experiments/atomics/atomics_experiment.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/sanitized.h"

namespace heatwave::lab::atomics_experiment {
namespace {

TEST(Atomics, StoreWhatTheCourseSays) {
  EXPECT_EQ(stored_by(Operation::sub, 0, 1, 0), 0xFFFFFFFFU);
  EXPECT_EQ(stored_by(Operation::inc, 6, 7, 0), 7U);
  EXPECT_EQ(stored_by(Operation::inc, 7, 7, 0), 0U);
  EXPECT_EQ(stored_by(Operation::inc, 8, 7, 0), 0U);
  EXPECT_EQ(stored_by(Operation::dec, 7, 7, 0), 6U);
  EXPECT_EQ(stored_by(Operation::dec, 8, 7, 0), 7U);
  EXPECT_EQ(stored_by(Operation::dec, 0, 7, 0), 7U);
  EXPECT_EQ(stored_by(Operation::compare_and_swap, 5, 9, 5), 9U);
  EXPECT_EQ(stored_by(Operation::compare_and_swap, 5, 9, 4), 5U);
}

TEST(Atomics, EveryOperationIsRightOnEveryCpuVariant) {
  const Experiment& experiment = find_experiment("atomics");
  Request request{.experiment = "atomics", .repeats = 1, .seconds = 0.01};
  request.settings = initial_settings(experiment);
  request.settings.values["workers"] = 3;
  request.sweep = {.parameter = "operation", .values = experiment.parameters.at(0).sweep};
  ASSERT_EQ(request.sweep.values.size(), 11U);
  for (const Variant& variant : experiment.variants) {
    if (variant.processor == Processor::cpu) request.variants.push_back(variant.id);
  }
  const auto sizes = test::kSanitized ? std::vector<std::int64_t>{1, 1'011}
                                      : std::vector<std::int64_t>{1, 2, 31, 20'011};
  for (const std::int64_t n : sizes) {
    request.settings.values["n"] = n;
    for (const Measurement& m : measure(request, {}, {}).measurements) {
      EXPECT_EQ(m.status, Status::measured)
          << m.variant << ", operation " << m.settings["operation"] << ", n " << n << ": " << m.note
          << m.outcome.note;
    }
  }
}

TEST(Atomics, ShowEachOperationOnce) {
  Request request{.experiment = "atomics", .variants = {"alone"}, .repeats = 1, .seconds = 0.01};
  request.settings = quick_settings(find_experiment("atomics"));
  const auto facts = measure(request, {}, {}).measurements.at(0).outcome.facts;
  ASSERT_EQ(facts.size(), kDemonstrations.size());
  for (std::size_t operation = 0; operation < kOperationNames.size(); ++operation) {
    bool shown = false;
    for (const Demonstration& d : kDemonstrations) {
      shown = shown || static_cast<std::size_t>(d.operation) == operation;
    }
    EXPECT_TRUE(shown) << kOperationNames.at(operation);
  }
}

struct Posed : AtomicsProblem {
  Posed(Operation asked, std::uint32_t first, std::vector<std::uint32_t> given) {
    operation = asked;
    start = first;
    values = std::move(given);
  }
};

bool fits(const AtomicsProblem& problem, std::vector<std::uint32_t> olds, std::uint32_t left) {
  return checked_in_any_order(problem,
                              {.olds = std::move(olds), .cells = {left}, .per_cell = problem.n()})
      .right;
}

TEST(Atomics, TheCheckTakesAnyOrderAndNothingElse) {
  const Posed add(Operation::add, 0, {1, 2, 3});
  EXPECT_TRUE(fits(add, {0, 1, 3}, 6));
  EXPECT_TRUE(fits(add, {5, 3, 0}, 6));   // the last operation came first
  EXPECT_FALSE(fits(add, {0, 0, 3}, 6));  // the first increment was lost
  EXPECT_FALSE(fits(add, {0, 1, 3}, 5));
  // Steps that change nothing must still start from a value that the cell had.
  const Posed min(Operation::min, 9, {12, 4});
  EXPECT_TRUE(fits(min, {9, 9}, 4));
  EXPECT_TRUE(fits(min, {4, 9}, 4));
  EXPECT_FALSE(fits(min, {7, 9}, 4));
  const Posed swap(Operation::compare_and_swap, 0, {5, 6});
  EXPECT_TRUE(fits(swap, {0, 5}, 5));
  EXPECT_TRUE(fits(swap, {6, 0}, 6));
  EXPECT_FALSE(fits(swap, {0, 0}, 6));  // both swaps succeeded
}

TEST(Atomics, ABrokenDemonstrationMakesTheOutcomeWrong) {
  std::vector<Demonstrated> found;
  for (const Demonstration& d : kDemonstrations) {
    found.push_back({d.old, stored_by(d.operation, d.old, d.value, d.compare)});
  }
  Outcome outcome{.right = true};
  add_demonstrations(outcome, found);
  EXPECT_TRUE(outcome.right);
  found[6].stored = 8;
  add_demonstrations(outcome, found);
  EXPECT_FALSE(outcome.right);
  EXPECT_NE(outcome.note, "");
}

TEST(Atomics, ATypeThatBreaksItsRuleMakesTheOutcomeWrong) {
  std::vector<double> found;
  for (const TypedDemonstration& d : kTypedDemonstrations) {
    found.push_back(d.returned);
    found.push_back(d.stored);
  }
  Outcome outcome{.right = true};
  add_typed_demonstrations(outcome, found);
  EXPECT_TRUE(outcome.right) << outcome.note;
  EXPECT_EQ(outcome.facts.at(0).second, "returns 5, stores −3");
  EXPECT_EQ(outcome.facts.at(2).second,
            "returns 1\u00A0099\u00A0511\u00A0627\u00A0776, stores "
            "1\u00A0099\u00A0511\u00A0627\u00A0779");
  found.back() += 1;
  add_typed_demonstrations(outcome, found);
  EXPECT_FALSE(outcome.right);
}

}  // namespace
}  // namespace heatwave::lab::atomics_experiment
