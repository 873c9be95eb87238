// Tests a device that fails in the middle of a run: the CPU continues from the last saved state.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/field/cpu/cpu_solver.h"
#include "tests/session/passing_solver.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

enum class Failing { none, advance, report, save, present, apply, take_samples, read };

/// A CPU solver that claims to be CUDA and fails on request.
class FailingSolver final : public PassingSolver {
 public:
  FailingSolver(std::unique_ptr<FieldSolver> real, std::shared_ptr<Failing> failing)
      : PassingSolver(std::move(real)),
        failing_(std::move(failing)),
        backend_(PassingSolver::backend()) {
    backend_.backend = field::Backend::cuda;
  }
  [[nodiscard]] const field::BackendInfo& backend() const override { return backend_; }
  field::FieldState save() override {
    fail_at(Failing::save);
    return PassingSolver::save();
  }
  std::vector<std::vector<float>> read(core::Rect area) override {
    fail_at(Failing::read);
    return PassingSolver::read(area);
  }
  void apply(const field::Edit& edit) override {
    fail_at(Failing::apply);
    PassingSolver::apply(edit);
  }
  void advance(std::int64_t steps) override {
    fail_at(Failing::advance);
    PassingSolver::advance(steps);
  }
  field::SampleSeries take_samples() override {
    fail_at(Failing::take_samples);
    return PassingSolver::take_samples();
  }
  void present(field::DisplayTarget& target, std::size_t plane) override {
    fail_at(Failing::present);
    PassingSolver::present(target, plane);
  }
  field::Report report() override {
    fail_at(Failing::report);
    return PassingSolver::report();
  }

 private:
  void fail_at(Failing place) const {
    if (*failing_ == place) throw core::DeviceLost("CUDA failed: unspecified launch failure");
  }

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
  explicit FailingSession(scene::Scene scene = small_wave())
      : session(std::move(scene), options()) {}

  std::shared_ptr<Failing> failing = std::make_shared<Failing>(Failing::none);
  std::shared_ptr<bool> cpu_is_there = std::make_shared<bool>(true);
  Session session;

  SessionOptions options() {
    SessionOptions options = cpu_options();
    options.backend = field::Backend::automatic;
    options.make_solver =
        [failing = failing, cpu_is_there = cpu_is_there](
            const field::SolverRequest& request) -> std::unique_ptr<field::FieldSolver> {
      auto real = field::make_cpu_solver(request, "for the test");
      if (request.backend == field::Backend::cpu && !*cpu_is_there) throw std::bad_alloc();
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

TEST(DeviceLoss, TheSamplesOfLostStepsAreTakenAgain) {
  FailingSession lost;
  Session& session = lost.session;
  do_now(session, SetSampling{1});
  do_now(session, AddProbe{{16, 16}});
  session.run(4);
  *lost.failing = Failing::take_samples;
  session.run(6);
  EXPECT_EQ(session.snapshot().backend.backend, field::Backend::cpu);
  EXPECT_EQ(session.snapshot().step, 10);
  const Samples& samples = *session.snapshot().readings.samples;
  EXPECT_EQ(samples.newest(), 10);
  Session straight(small_wave(), cpu_options());
  straight.run(samples.first);
  for (const float value : samples.curves[0].values) {
    EXPECT_EQ(value, value_at(straight, 16, 16));
    straight.run(1);
  }
}

TEST(DeviceLoss, EditsMadeSinceTheLastGoodStateAreKept) {
  FailingSession lost;
  Session& session = lost.session;
  session.run(4);
  do_now(session, RemoveItem{session.snapshot().scene.items[1].id});
  *lost.failing = Failing::apply;
  session.submit(AddItem{disc_item(scene::Source{0.5}, {20, 5}, 2)});
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
  Session straight(small_wave(), cpu_options());
  straight.run(25);
  for (const Failing place : {Failing::advance, Failing::report, Failing::save}) {
    FailingSession lost;
    lost.session.run(10);
    *lost.failing = place;
    const auto start = std::chrono::steady_clock::now();
    lost.session.run(15);
    EXPECT_EQ(lost.session.snapshot().step, 25);
    EXPECT_EQ(lost.session.state(), straight.state());
    EXPECT_EQ(lost.session.snapshot().step, 25);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    EXPECT_TRUE(has_notice(lost.session, Notice::Kind::warning, "unspecified launch failure"));
  }
}

TEST(DeviceLoss, AFieldThatIsReadInBandsIsReadFromTheTopAgain) {
  scene::Scene large = small_wave();
  large.extent = {1'000'000, 7};  // seven bands
  large.items.clear();
  FailingSession s(large);
  s.session.run(3);
  std::vector<float> read;
  int begun = 0;
  s.session.field_in_bands().read([&](FieldTile rows) {
    if (rows.area.y0 == 0) {
      read.clear();
      ++begun;
    }
    read.insert(read.end(), rows.planes[0].begin(), rows.planes[0].end());
    if (begun == 1) *s.failing = Failing::read;
  });
  // Twice, unless the steps took so long that their result was kept: then none is lost.
  EXPECT_LE(begun, 2);
  EXPECT_EQ(s.session.snapshot().step, 3);
  EXPECT_TRUE(read == s.session.state().planes[0]);
}

TEST(DeviceLoss, AHeadlessCommandActsAtItsStepAndASequenceStaysWhole) {
  const ScratchFolder folder;
  Session straight(small_wave(), cpu_options());
  FailingSession lost;
  for (Session* session : {&straight, &lost.session}) {
    session->submit(
        StartSequence{.every = 4, .frames = 0, .folder = (folder.path() / "frames").string()});
    session->run(10);
    if (session == &lost.session) *lost.failing = Failing::save;
    session->submit(Paint{{{{3, 3}, {9, 9}}, 2}, 0.5});
    session->run(10);
    session->finish_exports();
  }
  EXPECT_EQ(lost.session.state(), straight.state());
  EXPECT_EQ(lost.session.snapshot().exporting.taken, 6);
}

TEST(DeviceLoss, ChangesSinceTheLastCopyAreRepeatedAtTheirSteps) {
  const auto change = [](Session& session, int number) {
    const scene::Scene& scene = session.snapshot().scene;
    switch (number) {
      case 0:
        return do_now(session, LoadField{std::vector<float>(
                                   static_cast<std::size_t>(scene.extent.cells()), 0.25F)});
      case 1:
        return do_now(session, Paint{{{{3, 3}, {9, 9}}, 2}, 0.5});
      case 2:
        return do_now(session, ChangeItem{moved(scene.items[0], {3.0, 2.0})});
      case 3:
        return do_now(session, SetParameter{"c2", 0.2});
      case 4:
        return do_now(session, Erase{{{{5, 20}, {30, 24}}, 3}});
      case 5:
        return do_now(session, Undo{});
      default:
        return do_now(session, SetEdges{all_edges(field::EdgeKind::periodic)});
    }
  };
  for (const Failing place :
       {Failing::advance, Failing::report, Failing::save, Failing::apply, Failing::read}) {
    for (int last = 0; last < 7; ++last) {
      SCOPED_TRACE(static_cast<int>(place) * 10 + last);
      Session straight(small_wave(), cpu_options());
      FailingSession lost;
      for (Session* session : {&straight, &lost.session}) {
        for (int number = 0; number <= last; ++number) {
          session->run(7);
          change(*session, number);
          if (number == 2) change(*session, number);  // moved twice between two steps
        }
        session->run(4);
        // Where an item was only between two steps, it leaves no trace.
        const scene::Item item = session->snapshot().scene.items[0];
        do_now(*session, ChangeItem{moved(item, {5.0, 4.0})});
        if (session == &lost.session) *lost.failing = place;
        do_now(*session, ChangeItem{moved(item, {1.0, -2.0})});
        do_now(*session, AddItem{disc_item(scene::Source{0.5}, {20, 5}, 2)});
        session->run(11);
      }
      EXPECT_TRUE(lost.session.state() == straight.state());
      EXPECT_EQ(lost.session.snapshot().backend.backend, field::Backend::cpu);
      EXPECT_EQ(lost.session.snapshot().scene, straight.snapshot().scene);
      EXPECT_EQ(lost.session.cell_flags(), straight.cell_flags());
    }
  }
}

/// Devices that share a field, of which one is lost at each of some steps.
struct LosingDevices {
  int answering = 3;
  std::vector<std::int64_t> losses;  ///< steps of the field, in their order
};

/// CPU parts that claim to be devices.
class LosingSolver final : public PassingSolver {
 public:
  LosingSolver(std::unique_ptr<FieldSolver> real, std::shared_ptr<LosingDevices> devices)
      : PassingSolver(std::move(real)),
        devices_(std::move(devices)),
        backend_(PassingSolver::backend()) {
    backend_.backend = field::Backend::cuda;
  }
  [[nodiscard]] const field::BackendInfo& backend() const override { return backend_; }
  void load(const field::FieldState& state) override {
    step_ = state.step;
    PassingSolver::load(state);
  }
  void advance(std::int64_t steps) override {
    auto& losses = devices_->losses;
    if (!losses.empty() && step_ + steps > losses.front()) {
      losses.erase(losses.begin());
      --devices_->answering;
      is_lost_ = true;
    }
    if (is_lost_) throw core::DeviceLost("CUDA failed: unspecified launch failure");
    step_ += steps;
    PassingSolver::advance(steps);
  }

 private:
  std::shared_ptr<LosingDevices> devices_;
  field::BackendInfo backend_;
  std::int64_t step_ = 0;
  bool is_lost_ = false;
};

SessionOptions on_devices(const std::shared_ptr<LosingDevices>& devices) {
  SessionOptions options = cpu_options();
  options.backend = field::Backend::automatic;
  options.make_solver =
      [devices](field::SolverRequest request) -> std::unique_ptr<field::FieldSolver> {
    const int left = devices->answering;
    const bool on_cpu = request.backend == field::Backend::cpu || left == 0;
    request.backend = field::Backend::cpu;
    request.division.parts = on_cpu ? 1 : left;
    auto real = field::make_solver(request);
    if (on_cpu) return real;
    return std::make_unique<LosingSolver>(std::move(real), devices);
  };
  return options;
}

TEST(DeviceLoss, OfSeveralDevicesTheOthersGoOnWithTheSameBits) {
  const auto devices = std::make_shared<LosingDevices>();
  Session straight(tall_wave(), cpu_options());
  Session lost(tall_wave(), on_devices(devices));
  EXPECT_EQ(lost.snapshot().backend.parts.size(), 3U);
  devices->losses = {25, 47, 63};
  const std::vector<std::string> told{"going on with 2 of 3 devices from step 10",
                                      "going on with 1 of 2 devices from step 30",
                                      "going on with the CPU from step 50"};
  for (int i = 0; i < 4; ++i) {
    for (Session* session : {&straight, &lost}) {
      session->run(10);
      do_now(*session, Paint{{{{3.0 + i, 3}, {9, 9}}, 2}, 0.5});
      session->run(10);
    }
    EXPECT_TRUE(lost.state() == straight.state()) << i;
    if (i == 0) continue;
    EXPECT_TRUE(has_notice(lost, Notice::Kind::warning, told[static_cast<std::size_t>(i) - 1]));
  }
  EXPECT_EQ(lost.snapshot().backend.backend, field::Backend::cpu);
  EXPECT_TRUE(devices->losses.empty());
}

TEST(DeviceLoss, InTheWindowTheOthersGoOnFromTheNewestChange) {
  const auto devices = std::make_shared<LosingDevices>();
  Session straight(tall_wave(), cpu_options());
  Session lost(tall_wave(), on_devices(devices));
  for (Session* session : {&straight, &lost}) {
    session->submit(Play{.until = 20});
    while (session->snapshot().step < 20) session->frame(0.001);
    const Command commands[] = {Paint{{{{3, 3}, {9, 90}}, 2}, 0.5},
                                Paint{{{{30, 3}, {9, 90}}, 2}, 0.2}, Undo{}};
    for (const Command& command : commands) {
      session->submit(command);
      session->frame(0.001);
    }
  }
  EXPECT_EQ(lost.snapshot().step, 20);
  devices->losses = {25};
  lost.submit(Play{});
  while (!devices->losses.empty()) lost.frame(0.001);
  EXPECT_TRUE(has_notice(lost, Notice::Kind::warning, "going on with 2 of 3 devices from step 20"));
  EXPECT_EQ(lost.snapshot().backend.parts.size(), 2U);
  EXPECT_TRUE(lost.snapshot().playing);
  lost.frame(0.001);
  straight.run(lost.snapshot().step - 20);
  EXPECT_TRUE(lost.state() == straight.state());
}

TEST(DeviceLoss, WhereNoFewerDevicesAreLeftTheCpuGoesOn) {
  const auto devices = std::make_shared<LosingDevices>();
  Session lost(tall_wave(), on_devices(devices));
  devices->losses = {5};
  devices->answering = 4;  // after the loss all three seem to answer
  lost.run(10);
  EXPECT_EQ(lost.snapshot().backend.backend, field::Backend::cpu);
}

TEST(DeviceLoss, TheSnapshotSaysWhyTheCpuTookOver) {
  FailingSession lost;
  *lost.failing = Failing::advance;
  lost.session.run(5);
  EXPECT_EQ(lost.session.snapshot().backend.reason, "CUDA failed; going on with the CPU");
}

TEST(DeviceLoss, WhatCannotFallBackPausesAndCanBeTriedAgain) {
  FailingSession lost;
  Session& session = lost.session;
  session.submit(Play{});
  session.frame(0.001);
  *lost.cpu_is_there = false;
  for (const Failing place : {Failing::advance, Failing::report}) {
    *lost.failing = place;
    session.submit(Play{});
    session.frame(0.001);
    EXPECT_FALSE(session.snapshot().playing);
    EXPECT_TRUE(has_notice(session, Notice::Kind::error, "not enough memory to go on"));
  }
  *lost.failing = Failing::present;
  NoDisplay display;
  EXPECT_NO_THROW(session.present(display));
  *lost.failing = Failing::advance;
  *lost.cpu_is_there = true;
  session.submit(Play{});
  for (int i = 0; i < 3; ++i) session.frame(0.001);
  session.present(display);
  EXPECT_EQ(display.shown, 1);
  EXPECT_EQ(session.snapshot().backend.backend, field::Backend::cpu);
  Session straight(small_wave(), cpu_options());
  straight.run(session.state().step);
  EXPECT_EQ(session.state(), straight.state());
}

/// A CPU solver that refuses edits of one kind, like a device with full memory.
template <typename Refused>
class RefusingSolver final : public PassingSolver {
 public:
  RefusingSolver(std::unique_ptr<FieldSolver> real, std::shared_ptr<int> refusals)
      : PassingSolver(std::move(real)), refusals_(std::move(refusals)) {}
  void apply(const field::Edit& edit) override {
    if (std::holds_alternative<Refused>(edit) && *refusals_ > 0) {
      --*refusals_;
      throw core::OutOfMemory("there is not enough device memory");
    }
    PassingSolver::apply(edit);
  }

 private:
  std::shared_ptr<int> refusals_;
};

template <typename Refused>
void expect_refusal_changes_nothing(const Command& command) {
  SessionOptions options = cpu_options();
  const auto refusals = std::make_shared<int>(0);
  options.make_solver = [&](const field::SolverRequest& request) {
    return std::make_unique<RefusingSolver<Refused>>(field::make_solver(request), refusals);
  };
  Session session(small_wave(), options);
  session.run(5);
  const scene::Scene scene = session.snapshot().scene;
  const auto flags = session.cell_flags();
  *refusals = 1;
  session.submit(command);
  session.frame(0.001);
  EXPECT_EQ(*refusals, 0);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "not enough device memory"));
  EXPECT_EQ(session.snapshot().scene, scene);
  EXPECT_EQ(session.cell_flags(), flags);
  EXPECT_FALSE(session.snapshot().can_undo);
  // The solver has the old rules and cells, too.
  do_now(session, Reset{});
  session.run(20);
  Session straight(small_wave(), cpu_options());
  straight.run(20);
  EXPECT_EQ(session.state(), straight.state());
}

TEST(Refusal, AnEditThatTheSolverCannotTakeChangesNothing) {
  const scene::Scene scene = small_wave();
  expect_refusal_changes_nothing<field::SetCells>(RemoveItem{1});
  expect_refusal_changes_nothing<field::SetCells>(SetEdges{all_edges(field::EdgeKind::held)});
  expect_refusal_changes_nothing<field::PaintCells>(Erase{{{{8, 18}, {32, 28}}, 3}});
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

/// A CPU solver whose surveys come late, one at a time, like a device's.
class LateSolver final : public PassingSolver {
 public:
  using PassingSolver::PassingSolver;
  std::uint64_t survey(core::Cell probe) override {
    const std::uint64_t ticket = PassingSolver::survey(probe);
    under_way_.push_back(PassingSolver::report().survey);
    return ticket;
  }
  field::Report report() override {
    field::Report report = PassingSolver::report();
    report.survey = newest_;
    if (!under_way_.empty()) {
      newest_ = under_way_.front();
      under_way_.erase(under_way_.begin());
    }
    return report;
  }

 private:
  std::vector<field::Survey> under_way_;
  field::Survey newest_;
};

TEST(LateSurvey, OfAFieldThatWasReplacedSinceCountsForNothing) {
  SessionOptions options = cpu_options();
  options.make_solver = [](const field::SolverRequest& request) {
    return std::make_unique<LateSolver>(field::make_solver(request));
  };
  Session session(small_heat(), options);
  const Paint beyond{{{{36, 16}, {38, 16}}, 2}, 1e35};
  session.submit(beyond);
  session.frame(0.001);
  session.submit(Reset{});
  for (int i = 0; i < 4; ++i) {
    session.frame(0.001);
    EXPECT_FALSE(session.snapshot().overflowed);
  }
  session.submit(beyond);
  for (int i = 0; i < 4; ++i) session.frame(0.001);
  EXPECT_TRUE(session.snapshot().overflowed) << "a late survey of this field counts";
}

}  // namespace
}  // namespace heatwave::session
