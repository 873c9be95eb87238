// A device that fails in the middle of a run: the CPU takes over from the last good state.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/field/cpu_solver.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

enum class Failing { none, advance, report, save, present, apply };

/// A CPU solver that says it is CUDA and fails when it is told to.
class FailingSolver final : public field::FieldSolver {
 public:
  FailingSolver(std::unique_ptr<FieldSolver> real, std::shared_ptr<Failing> failing)
      : real_(std::move(real)), failing_(std::move(failing)), backend_(real_->backend()) {
    backend_.backend = field::Backend::cuda;
  }
  [[nodiscard]] const field::BackendInfo& backend() const override { return backend_; }
  void load(const field::FieldState& state) override { real_->load(state); }
  field::FieldState save() override {
    fail_at(Failing::save);
    return real_->save();
  }
  void apply(const field::Edit& edit) override {
    fail_at(Failing::apply);
    real_->apply(edit);
  }
  void advance(std::int64_t steps) override {
    fail_at(Failing::advance);
    real_->advance(steps);
  }
  void present(field::DisplayTarget& target) override {
    fail_at(Failing::present);
    real_->present(target);
  }
  void survey(core::Cell probe) override { real_->survey(probe); }
  field::Report report() override {
    fail_at(Failing::report);
    return real_->report();
  }

 private:
  void fail_at(Failing place) const {
    if (*failing_ == place) throw core::DeviceLost("unspecified launch failure");
  }

  std::unique_ptr<FieldSolver> real_;
  std::shared_ptr<Failing> failing_;
  field::BackendInfo backend_;
};

class NoDisplay final : public field::DisplayTarget {
 public:
  [[nodiscard]] int longest_side() const override { return 4096; }
  [[nodiscard]] bool takes_device_frames() const override { return false; }
  void show(const field::HostFrame& /*frame*/) override { ++shown; }
  void show(const field::DeviceFrame& /*frame*/) override {}
  int shown = 0;
};

struct FailingSession {
  std::shared_ptr<Failing> failing = std::make_shared<Failing>(Failing::none);
  Session session{small_wave(), options()};

  SessionOptions options() {
    SessionOptions options = cpu_options();
    options.backend = field::Backend::automatic;
    options.make_solver =
        [failing =
             failing](const field::SolverRequest& request) -> std::unique_ptr<field::FieldSolver> {
      auto real = field::make_cpu_solver(request, "for the test");
      if (request.backend == field::Backend::cpu) return real;
      return std::make_unique<FailingSolver>(std::move(real), failing);
    };
    return options;
  }
};

TEST(DeviceLoss, TheCpuGoesOnPlayingFromTheLastGoodState) {
  for (const Failing place : {Failing::advance, Failing::report}) {
    FailingSession lost;
    Session& session = lost.session;
    session.submit(Play{});
    for (int i = 0; i < 3; ++i) session.frame(0.001);
    EXPECT_EQ(session.snapshot().backend.backend, field::Backend::cuda);
    *lost.failing = place;
    session.frame(0.001);
    EXPECT_EQ(session.snapshot().backend.backend, field::Backend::cpu);
    EXPECT_TRUE(has_notice(session, Notice::Kind::warning, "unspecified launch failure"));
    EXPECT_TRUE(has_notice(session, Notice::Kind::warning, "from step 0"));
    EXPECT_TRUE(session.snapshot().playing);
    const std::int64_t step = session.snapshot().step;
    session.frame(0.001);
    EXPECT_EQ(session.snapshot().step, step + 2);
    Session straight(small_wave(), cpu_options());
    straight.run(session.snapshot().step);
    EXPECT_EQ(session.state(), straight.state());
  }
}

TEST(DeviceLoss, EditsMadeSinceTheLastGoodStateAreKept) {
  FailingSession lost;
  Session& session = lost.session;
  session.run(4);
  do_now(session, RemoveItem{session.snapshot().scene.items[1].id});
  *lost.failing = Failing::apply;
  session.submit(AddItem{disc_item(Source{0.5}, {20, 5}, 2)});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().scene.items.size(), 4U);
  EXPECT_EQ(value_at(session, 20, 5), 0.5F);
}

TEST(DeviceLoss, SavingAndShowingSurviveIt) {
  for (const Failing place : {Failing::save, Failing::present}) {
    FailingSession lost;
    *lost.failing = place;
    NoDisplay display;
    lost.session.present(display);
    EXPECT_EQ(display.shown, 1);
    EXPECT_EQ(lost.session.state().step, 0);
    lost.session.frame(0.001);
    EXPECT_TRUE(has_notice(lost.session, Notice::Kind::warning, "going on with the CPU"));
  }
}

TEST(DeviceLoss, AHeadlessRunStillTakesEveryStep) {
  FailingSession lost;
  lost.session.run(10);
  *lost.failing = Failing::advance;
  lost.session.run(15);
  EXPECT_EQ(lost.session.snapshot().step, 25);
  Session straight(small_wave(), cpu_options());
  straight.run(25);
  EXPECT_EQ(lost.session.state(), straight.state());
}

TEST(DeviceLoss, ABackendThatCannotBeHadLeavesTheOldOne) {
  Session session(small_heat(), [] {
    SessionOptions options = cpu_options();
    options.make_solver = [](const field::SolverRequest& request) {
      if (request.backend == field::Backend::cuda) throw core::Error("there is no CUDA device");
      return field::make_solver(request);
    };
    return options;
  }());
  session.run(5);
  session.submit(ChooseBackend{field::Backend::cuda});
  session.frame(0.001);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "There is no CUDA device."));
  EXPECT_EQ(session.snapshot().backend.backend, field::Backend::cpu);
  EXPECT_EQ(session.snapshot().step, 5);
}

}  // namespace
}  // namespace heatwave::session
