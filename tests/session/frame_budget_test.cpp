// Tests the steps of a frame: long stretches are split, the window stays responsive, and no step is
// lost.
#include "app/session/field/frame_budget.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "app/session/session.h"
#include "kernels/field/cpu/cpu_solver.h"
#include "tests/session/passing_solver.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using Clock = std::chrono::steady_clock;

/// A CPU solver of known slowness.
class SlowSolver final : public PassingSolver {
 public:
  SlowSolver(std::unique_ptr<FieldSolver> real, std::chrono::microseconds a_step)
      : PassingSolver(std::move(real)), a_step_(a_step) {}
  void advance(std::int64_t steps) override {
    const auto start = Clock::now();
    PassingSolver::advance(steps);
    std::this_thread::sleep_until(start + steps * a_step_);
    const std::chrono::duration<double, std::milli> took = Clock::now() - start;
    took_ms_ = took.count();
  }
  field::Report report() override {
    field::Report report = PassingSolver::report();
    if (report.advances_done > 0) report.advance_ms = took_ms_;
    return report;
  }

 private:
  std::chrono::microseconds a_step_;
  double took_ms_ = 0.0;
};

Session slow_session(std::chrono::microseconds a_step, core::Extent extent = {48, 32}) {
  scene::Scene scene = scaled(small_heat(), extent);
  SessionOptions options = cpu_options();
  options.make_solver = [a_step](const field::SolverRequest& request) {
    return std::make_unique<SlowSolver>(field::make_cpu_solver(request, "it is slow"), a_step);
  };
  return {std::move(scene), std::move(options)};
}

/// Steps take at least a millisecond, so this many exceed a frame's time. Other programs can only
/// lower the number of steps.
constexpr int kMostSteps = 100;

TEST(FrameBudget, AFrameIsNotHeldUpByThePaceAndCountsWhatWasDone) {
  using namespace std::chrono_literals;
  Session session = slow_session(1ms, {1024, 512});
  session.submit(SetPace{{10'000}});
  session.submit(Play{});
  for (int i = 0; i < 4; ++i) {
    session.frame(0.01);
    EXPECT_GT(session.snapshot().steps_last_frame, 0);
    EXPECT_LT(session.snapshot().steps_last_frame, kMostSteps);
  }
  const std::int64_t before = session.snapshot().step;
  session.frame(0.01);
  const int done = session.snapshot().steps_last_frame;
  EXPECT_EQ(session.snapshot().step, before + done);
  EXPECT_LT(done, kMostSteps);
  EXPECT_EQ(session.snapshot().report.advance_steps, done)
      << "the stretches are reported as one advance";
  session.submit(Pause{});
  session.frame(0.01);
  EXPECT_EQ(session.snapshot().steps_last_frame, 0) << "missed steps are not made up for";
}

TEST(FrameBudget, AStepThatTakesLongIsStillTaken) {
  using namespace std::chrono_literals;
  Session session = slow_session(120ms, {4096, 1024});
  session.submit(SetPace{{50}});
  session.submit(Play{});
  for (int i = 1; i <= 3; ++i) {
    session.frame(0.01);
    EXPECT_EQ(session.snapshot().step, i);
  }
}

TEST(FrameBudget, StepsAskedForAtOnceAreAllTakenAndTheFieldIsTheSame) {
  using namespace std::chrono_literals;
  Session session = slow_session(1ms, {512, 256});
  session.submit(Advance{300});
  session.submit(AddItem{disc_item(scene::Wall{}, {360, 160}, 30)});
  session.submit(Advance{7});
  int frames = 0;
  while (session.snapshot().step < 307 && frames < 400) {
    session.frame(0.01);
    EXPECT_LT(session.snapshot().steps_last_frame, kMostSteps);
    ++frames;
  }
  EXPECT_GE(frames, 4);
  Session at_once(scaled(small_heat(), {512, 256}), cpu_options());
  at_once.run(300);
  at_once.submit(AddItem{disc_item(scene::Wall{}, {360, 160}, 30)});
  at_once.run(7);
  EXPECT_EQ(session.state(), at_once.state());
}

TEST(FrameBudget, WhatADeviceHasNotFinishedCountsAsItIsExpectedToTake) {
  FrameBudget budget;
  budget.begin_frame(80.0);
  const core::Extent grid{1024, 1024};
  EXPECT_EQ(budget.steps(1000, grid, {}), 4) << "no step time is known";
  budget.took(4, {});
  EXPECT_EQ(budget.steps(1000, grid, {}), 0);
  const field::Report known{.advance_ms = 2.0, .advance_steps = 4, .advances_done = 0};
  budget.begin_frame(80.0);
  EXPECT_EQ(budget.steps(10, grid, known), 10);
  std::int64_t taken = 0;
  for (std::int64_t n = 1; n > 0; taken += n) {
    n = budget.steps(1000 - taken, grid, known);
    if (n > 0) budget.took(n, known);
  }
  EXPECT_GT(taken, 100);
  EXPECT_LE(taken, 160);
}

TEST(FrameBudget, AFrameWithMoreToShowTakesFewerSteps) {
  const core::Extent grid{1024, 1024};
  const field::Report known{.advance_ms = 5.0, .advance_steps = 1, .advances_done = 0};
  const auto taken_in = [&](double most_ms) {
    FrameBudget budget;
    budget.begin_frame(most_ms);
    std::int64_t taken = 0;
    for (std::int64_t n = 1; n > 0; taken += n) {
      n = budget.steps(1000, grid, known);
      if (n > 0) budget.took(n, known);
    }
    return taken;
  };
  EXPECT_GT(taken_in(80.0), 10);
  EXPECT_LE(taken_in(80.0), 16);
  EXPECT_LE(taken_in(20.0), 4);
  EXPECT_GE(taken_in(0.0), 1) << "a field makes progress in every frame";
}

}  // namespace
}  // namespace heatwave::session
