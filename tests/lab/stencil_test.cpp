// Tests heat on a plate: the bits equal those of the field solver, and held cells keep their
// values.
#include "kernels/lab/experiments/stencil/stencil_experiment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab::stencil_experiment {
namespace {

Settings settings_of(std::int64_t rows, std::int64_t columns, std::int64_t steps,
                     std::int64_t input) {
  Settings settings = initial_settings(find_experiment("stencil"));
  settings.values["n"] = rows;
  settings.values["width"] = columns;
  settings.values["steps"] = steps;
  settings.values["input"] = input;
  return settings;
}

std::unique_ptr<Problem> posed(const Settings& settings) {
  return find_experiment("stencil").make_problem(settings, {});
}

const StencilProblem& plate_of(const std::unique_ptr<Problem>& problem) {
  return static_cast<const StencilProblem&>(*problem);
}

TEST(Stencil, BeginsWithTheLecturesPlate) {
  const auto problem = posed(initial_settings(find_experiment("stencil")));
  EXPECT_EQ(plate_of(problem).extent, (core::Extent{640, 480}));
  EXPECT_EQ(plate_of(problem).source, (core::Rect{240, 180, 400, 300}));
}

TEST(Stencil, NoLongerExpectsAllStepsOnceItIsStopped) {
  std::stop_source stop;
  stop.request_stop();
  const auto stopped =
      find_experiment("stencil").make_problem(settings_of(60, 80, 100'000, 1), stop.get_token());
  const auto first = posed(settings_of(60, 80, 1, 1));
  EXPECT_EQ(plate_of(stopped).expected, plate_of(first).expected);
}

TEST(Stencil, LooksAtNoMoreCellsOnceItIsStopped) {
  const auto problem = posed(settings_of(60, 80, 1, 1));
  std::vector<float> plate = plate_of(problem).expected;
  plate.back() += 1.0F;
  EXPECT_FALSE(checked_stencil(plate_of(problem), plate).right);
  std::stop_source stop;
  stop.request_stop();
  problem->stop = stop.get_token();
  EXPECT_TRUE(checked_stencil(plate_of(problem), plate).right) << "the wrong cell was not seen";
}

TEST(Stencil, IsRightOnPlatesOfAnyShape) {
  for (const core::Extent e : {core::Extent{1, 1},
                               {1, 50},
                               {50, 1},
                               {2, 2},
                               {3, 3},
                               {5, 7},
                               {8, 8},
                               {17, 500},
                               {641, 31}}) {
    for (std::int64_t input = 0; input < 2; ++input) {
      for (const std::int64_t steps : {1, 2, 37}) {
        const Request request{.experiment = "stencil",
                              .variants = {"loop", "solver"},
                              .settings = settings_of(e.height, e.width, steps, input),
                              .repeats = 1};
        for (const Measurement& m : measure(request, {}, {}).measurements) {
          EXPECT_EQ(m.status, Status::measured)
              << m.variant << " " << e.width << "×" << e.height << ": " << m.note;
          ASSERT_TRUE(m.outcome.picture);
          EXPECT_EQ(m.outcome.picture->extent, e);
        }
      }
    }
  }
}

TEST(Stencil, OneStepIsTheFormulas) {
  const auto problem = posed(settings_of(9, 9, 1, 1));
  const StencilProblem& p = plate_of(problem);
  const std::size_t at = 2 * 9 + 2;  // a free cell
  ASSERT_EQ(p.held[at], 0);
  const auto cell = [&](std::size_t i) { return static_cast<double>(p.start[i]); };
  const double sum = cell(at - 1) + cell(at + 1) + cell(at - 9) + cell(at + 9) - 4 * cell(at);
  EXPECT_NEAR(static_cast<double>(p.expected[at]), cell(at) + 0.2 * sum, 1e-6);
}

TEST(Stencil, HeatStaysBetweenWhatIsHeld) {
  const auto problem = posed(settings_of(48, 64, 5000, 0));
  const StencilProblem& p = plate_of(problem);
  for (std::size_t i = 0; i < p.expected.size(); ++i) {
    EXPECT_GE(p.expected[i], 0.0F);
    EXPECT_LE(p.expected[i], kSource);
    if (p.held[i] != 0) {
      EXPECT_EQ(p.expected[i], p.start[i]);
    }
  }
  EXPECT_GT(p.expected[5 * 64 + 32], 0.01F) << "after so long, heat has come near the edge";
}

// A variant that takes single steps must access memory in each; the solver may keep the plate in
// registers.
TEST(Stencil, OnlyOneStepAtATimeMovesThePlateEachTime) {
  const Experiment& experiment = find_experiment("stencil");
  const auto bytes = [&](const char* variant, std::int64_t steps) {
    return find_variant(experiment, variant).work(settings_of(480, 0, steps, 0)).bytes;
  };
  for (const char* variant : {"loop", "global", "one-launch", "shared", "texture"})
    EXPECT_EQ(bytes(variant, 100), 100 * bytes(variant, 1)) << variant;
  for (const char* variant : {"solver", "solver-cuda"})
    EXPECT_EQ(bytes(variant, 100), bytes("loop", 1)) << variant;
  for (const Variant& variant : experiment.variants)
    EXPECT_EQ(variant.work(settings_of(480, 0, 100, 0)).operations, 7.0 * 480 * 640 * 100);
}

TEST(Stencil, OneWrongBitIsSeen) {
  const auto problem = posed(settings_of(33, 44, 10, 1));
  std::vector<float> plate = plate_of(problem).expected;
  EXPECT_TRUE(checked_stencil(plate_of(problem), plate).right);
  for (std::size_t at = 0; at < plate.size(); at += 31) {
    std::vector<float> wrong = plate;
    wrong[at] = std::nextafter(wrong[at], 2.0F);
    EXPECT_FALSE(checked_stencil(plate_of(problem), wrong).right) << at;
  }
  EXPECT_FALSE(checked_stencil(plate_of(problem), poisoned_plate(plate_of(problem))).right);
}

}  // namespace
}  // namespace heatwave::lab::stencil_experiment
