// Tests the measurement of stepping methods: it changes the speed, and never the result.
#include "kernels/field/tuning.h"

#include <gtest/gtest.h>

#include "kernels/core/device.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

TunedGrid one_thread_at(const std::string& equation, core::Extent e) {
  return {.equation = equation,
          .extent = e,
          .stepping = {.in_registers = {}, .tiles = {}, .threads = 1, .reason = {}},
          .method = "by hand",
          .us_per_step = 1.0,
          .us_by_rule = 2.0};
}

Tuning of_this_cpu(std::vector<TunedGrid> grids) {
  return {.backend = Backend::cpu, .device = tuned_device(Backend::cpu), .grids = std::move(grids)};
}

FieldState stepped(const std::string& equation, const Stepping& stepping) {
  const core::Extent e{97, 61};
  const auto solver = make_solver(
      {.equation = equation, .extent = e, .backend = Backend::cpu, .stepping = stepping});
  const Edges edges = same_edges(find_equation(equation).edges.front());
  const Tangle tangle = random_tangle(equation, e, edges, 7);
  solver->apply(tangle.rules);
  solver->load(random_state(equation, e, 3));
  solver->apply(tangle.cells);
  solver->advance(77);
  return solver->save();
}

TEST(Tuning, TakesTheGridOfTheMostSimilarSizeUpToTwiceAsLarge) {
  Tuning tuning =
      of_this_cpu({one_thread_at("heat", {100, 100}), one_thread_at("heat", {200, 200})});
  tuning.grids[1].stepping.threads = 3;
  EXPECT_EQ(tuning.stepping_for("heat", {100, 100}).threads, 1);
  EXPECT_EQ(tuning.stepping_for("heat", {110, 120}).threads, 1);
  EXPECT_EQ(tuning.stepping_for("heat", {40, 900}).threads, 3) << "cells count, not sides";
  EXPECT_EQ(tuning.stepping_for("heat", {200, 400}).threads, 3);
  EXPECT_EQ(tuning.stepping_for("heat", {200, 401}), Stepping{});
  EXPECT_EQ(tuning.stepping_for("heat", {50, 99}), Stepping{});
  EXPECT_EQ(tuning.stepping_for("wave", {100, 100}), Stepping{}) << "of another equation";
  EXPECT_NE(tuning.stepping_for("heat", {100, 100}).reason.find("100 × 100"), std::string::npos);
}

TEST(Tuning, WhereTheRuleIsFastestNothingIsSet) {
  Tuning tuning = of_this_cpu({one_thread_at("heat", {100, 100})});
  tuning.grids[0].stepping = {};
  EXPECT_EQ(tuning.stepping_for("heat", {100, 100}), Stepping{});
}

TEST(Tuning, OfThisDeviceCountsAndIsNamed) {
  const auto make = tuned_solvers({of_this_cpu({one_thread_at("heat", {64, 64})})});
  const auto solver = make({.equation = "heat", .extent = {64, 64}, .backend = Backend::cpu});
  EXPECT_EQ(solver->backend().threads, 1);
  solver->advance(1);
  if (core::cpu_facts().processors > 1) {
    EXPECT_NE(solver->report().method.find("measured here"), std::string::npos)
        << solver->report().method;
  }
  EXPECT_EQ(make({.equation = "heat", .extent = {64, 64}, .backend = Backend::cpu, .threads = 2})
                ->backend()
                .threads,
            2)
      << "who asks for threads gets them";
}

TEST(Tuning, OfAForeignDeviceCountsForNothing) {
  Tuning foreign = of_this_cpu({one_thread_at("heat", {64, 64})});
  foreign.device = "another CPU, 3 processors, AVX2";
  const auto solver =
      tuned_solvers({foreign})({.equation = "heat", .extent = {64, 64}, .backend = Backend::cpu});
  EXPECT_EQ(solver->backend().threads, std::min(64, core::cpu_facts().processors));
}

TEST(Tuning, SaysHowStepsAreTaken) {
  const auto method_of = [](core::Extent e, int threads) {
    const auto solver =
        make_solver({.equation = "heat", .extent = e, .backend = Backend::cpu, .threads = threads});
    solver->advance(64);
    return solver->report().method;
  };
  EXPECT_EQ(method_of({300, 300}, 1), "32 steps a pass over the grid");
  EXPECT_EQ(method_of({30, 30}, 2),
            "10 steps a pass over the grid: a second thread does not pay off for this few cells");
  EXPECT_EQ(method_of({30, 2}, 2), "one step a pass over the grid");
}

class TuningOf : public ::testing::TestWithParam<std::string> {};

TEST_P(TuningOf, WhateverItSaysChangesNoBit) {
  const FieldState by_rule = stepped(GetParam(), {});
  for (const int threads : {1, 2, 3, 1000}) {
    for (const Tiles tiles : kAllTiles) {
      for (const bool in_registers : {false, true}) {
        EXPECT_EQ(stepped(GetParam(), {.in_registers = in_registers,
                                       .tiles = tiles,
                                       .threads = threads,
                                       .reason = "by hand"}),
                  by_rule)
            << threads;
      }
    }
  }
}

TEST_P(TuningOf, IsMeasured) {
  double told = -1.0;
  const Tuning tuning = tune({.backend = Backend::cpu,
                              .device = {},
                              .equations = {GetParam()},
                              .grids = {{32, 32}, {90, 70}}},
                             [&](double done) {
                               EXPECT_GE(done, told);
                               told = done;
                             });
  EXPECT_EQ(told, 1.0);
  EXPECT_EQ(tuning.device, tuned_device(Backend::cpu));
  ASSERT_EQ(tuning.grids.size(), 2U);
  for (const TunedGrid& grid : tuning.grids) {
    EXPECT_EQ(grid.equation, GetParam());
    EXPECT_GT(grid.us_per_step, 0.0);
    EXPECT_LE(grid.us_per_step, grid.us_by_rule);
    EXPECT_NE(grid.method.find("a pass over the grid"), std::string::npos) << grid.method;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryEquation, TuningOf, ::testing::ValuesIn(ids_of_equations()),
                         name_of_id);

}  // namespace
}  // namespace heatwave::field::testing
