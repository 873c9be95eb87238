// Tests samples over time: evenly spaced, bounded, restarted when a curve would be wrong.
#include "app/session/field/readings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>

#include "app/scene/views/catalogue.h"
#include "app/session/session.h"
#include "tests/session/passing_solver.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

/// Seconds for the steps of a frame, enough for all requested ones on a slow machine.
constexpr double kLong = 60.0;

Session played(scene::Scene scene, int frames, std::int64_t every = 1) {
  Session session(std::move(scene), cpu_options());
  session.submit(SetSampling{every});
  session.submit(AddProbe{{16, 16}});
  session.submit(AddProbe{{30, 8}});
  session.submit(Play{});
  for (int i = 0; i < frames; ++i) session.frame(kLong);
  return session;
}

TEST(Samples, AreTheFieldOfEachStep) {
  Session session = played(small_wave(), 20);
  const Samples& samples = *session.snapshot().readings.samples;
  EXPECT_EQ(samples.every, 1);
  EXPECT_EQ(samples.first, 0);
  EXPECT_EQ(samples.component, "u");
  ASSERT_EQ(samples.size(), 41U);  // two steps a frame, and the initial field
  Session again(small_wave(), cpu_options());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(samples.curves[0].values[i], value_at(again, 16, 16)) << i;
    ASSERT_EQ(samples.curves[1].values[i], value_at(again, 30, 8)) << i;
    again.run(1);
  }
}

TEST(Samples, OfOneFrameAreFewHoweverManyStepsItTakes) {
  scene::Scene scene = small_heat();
  scene.pace = {300};
  Session session = played(scene, 3, 0);
  const Samples& samples = *session.snapshot().readings.samples;
  EXPECT_GE(samples.every, 16);
  EXPECT_EQ(samples.every & (samples.every - 1), 0);
  EXPECT_EQ(samples.first % samples.every, 0);
  EXPECT_LE(samples.size(), 900U / 16U + 1U);
  EXPECT_EQ(samples.newest(), session.snapshot().step / samples.every * samples.every);
}

TEST(Samples, KeepTheSpacingThatWasAskedFor) {
  Session session(small_heat(), cpu_options());
  do_now(session, AddProbe{{16, 16}});
  do_now(session, SetSampling{3});
  session.run(500);
  const Samples& samples = *session.snapshot().readings.samples;
  EXPECT_EQ(samples.every, 3);
  EXPECT_EQ(samples.newest(), 498);
  EXPECT_EQ(samples.size(), 167U);
}

TEST(Samples, BeginAnewWhereTheFieldDoes) {
  Session session = played(small_heat(), 10);
  do_now(session, Reset{});
  const Samples& samples = *session.snapshot().readings.samples;
  EXPECT_EQ(samples.first, 0);
  EXPECT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples.curves[0].values[0], value_at(session, 16, 16));
}

TEST(Samples, OfAProbeThatIsMovedBeginAnewAndOthersGoOn) {
  Session session = played(small_heat(), 10);
  session.submit(MoveProbe{2, {3, 3}});
  session.frame(kLong);
  const Samples& samples = *session.snapshot().readings.samples;
  ASSERT_EQ(samples.size(), 34U);
  EXPECT_FALSE(std::isnan(samples.curves[0].values[5]));
  EXPECT_TRUE(std::isnan(samples.curves[1].values[29]));
  EXPECT_EQ(samples.curves[1].values.back(), value_at(session, 3, 3));
}

TEST(Samples, OfAProbeThatIsDroppedWhilePausedHaveItsFirstValue) {
  Session session = played(small_heat(), 10);
  session.submit(Pause{});
  session.submit(AddProbe{{17, 17}});
  session.frame(kLong);
  const Samples& samples = *session.snapshot().readings.samples;
  ASSERT_EQ(samples.curves.size(), 3U);
  EXPECT_EQ(samples.curves[2].values.back(), value_at(session, 17, 17));
}

TEST(Samples, DoNotChangeWhileSomebodyKeepsThem) {
  Session session = played(small_heat(), 10);
  const std::shared_ptr<const Samples> kept = session.snapshot().readings.samples;
  const std::vector<float> before = kept->curves[0].values;
  for (int i = 0; i < 5; ++i) session.frame(kLong);
  EXPECT_EQ(kept->curves[0].values, before);
  EXPECT_EQ(session.snapshot().readings.samples->size(), before.size() + 15);
}

TEST(Samples, AreNotKeptWhereNobodyLooks) {
  SessionOptions options = cpu_options();
  options.keeps_samples = false;
  Session session(small_heat(), options);
  do_now(session, AddProbe{{16, 16}});
  session.run(5);
  EXPECT_EQ(session.snapshot().readings.samples->size(), 0U);
  EXPECT_EQ(session.snapshot().readings.probes.front(), value_at(session, 16, 16));
}

/// A solver that counts how often it is told to advance.
class CountingSolver final : public PassingSolver {
 public:
  CountingSolver(std::unique_ptr<FieldSolver> real, std::shared_ptr<int> advances)
      : PassingSolver(std::move(real)), advances_(std::move(advances)) {}
  void advance(std::int64_t steps) override {
    ++*advances_;
    PassingSolver::advance(steps);
  }

 private:
  std::shared_ptr<int> advances_;
};

struct CountedSession {
  std::shared_ptr<int> advances = std::make_shared<int>(0);
  Session session;

  explicit CountedSession(SessionOptions options)
      : session(small_wave(), [&] {
          options.make_solver = [advances = advances](const field::SolverRequest& request) {
            return std::make_unique<CountingSolver>(field::make_solver(request), advances);
          };
          return options;
        }()) {}
};

TEST(Samples, OfEachStepDoNotEndThePasses) {
  CountedSession counted(cpu_options());
  do_now(counted.session, SetSampling{1});
  do_now(counted.session, AddProbe{{16, 16}});
  *counted.advances = 0;
  counted.session.run(900);
  EXPECT_EQ(*counted.advances, 1);
  const Samples& samples = *counted.session.snapshot().readings.samples;
  ASSERT_EQ(samples.size(), 901U);
  EXPECT_EQ(samples.curves[0].values.back(), value_at(counted.session, 16, 16));
}

TEST(MeasuredRows, AreTheReadingsOfSingleSteps) {
  const auto measured = [](std::int64_t every) {
    SessionOptions options = cpu_options();
    options.keeps_samples = false;
    options.rows_every = every;
    return CountedSession(options);
  };
  const auto prepare = [](Session& session) {
    do_now(session, AddProbe{{16, 16}});
    do_now(session, SetLine{scene::LineKind::profile, {3, 33}, {37, 2}});
    do_now(session, WatchTotals{true});
  };
  CountedSession at_once = measured(3);
  prepare(at_once.session);
  *at_once.advances = 0;
  at_once.session.run(31);
  EXPECT_EQ(*at_once.advances, 1);
  const std::vector<MeasuredRow> rows = at_once.session.take_rows();
  EXPECT_TRUE(at_once.session.take_rows().empty());
  ASSERT_EQ(rows.size(), 10U);
  CountedSession single = measured(0);
  prepare(single.session);
  for (const MeasuredRow& row : rows) {
    single.session.run(3);
    const Readings& readings = single.session.snapshot().readings;
    EXPECT_EQ(row.step, readings.step);
    std::vector<float> values = readings.probes;
    values.insert(values.end(), readings.profile->values.begin(), readings.profile->values.end());
    EXPECT_EQ(row.values, values);
    EXPECT_EQ(row.totals, readings.whole);
  }
}

TEST(MeasuredRows, OfAnAverageAreReadBetweenSteps) {
  SessionOptions options = cpu_options();
  options.keeps_samples = false;
  options.rows_every = 5;
  Session session(small_wave(), options);
  do_now(session, AddProbe{{16, 16}});
  do_now(session, SetView{*core::find_named<scene::ViewKind>("intensity"), {2, 10}, {}});
  session.run(20);
  const std::vector<MeasuredRow> rows = session.take_rows();
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows.back().step, 20);
  EXPECT_EQ(rows.back().values, session.snapshot().readings.probes);
}

scene::Measures one_probe(std::int64_t every) {
  return {.probes = {{1, {2, 2}}}, .profile = {}, .tape = {}, .every = every};
}

TEST(SampleLog, SpacesThemFurtherApartWhenThereAreTooMany) {
  SampleLog log;
  log.configure(one_probe(0), {9, 9}, "u");
  for (std::int64_t step = 5; step < 50'000; step += log.steps_to_next(step)) {
    const float value = static_cast<float>(step);
    if (log.wants(step)) log.add(step, {&value, 1});
  }
  const auto samples = log.samples();
  EXPECT_EQ(samples->every, 4);
  EXPECT_LT(samples->size(), Samples::kMost);
  EXPECT_EQ(samples->first, 8);
  for (std::size_t i = 0; i < samples->size(); ++i) {
    ASSERT_EQ(samples->curves[0].values[i], static_cast<float>(samples->step_of(i)));
  }
  EXPECT_FALSE(samples->forgot);
}

TEST(SampleLog, LetsTheOldestGoWhereTheSpacingIsFixed) {
  SampleLog log;
  log.configure(one_probe(2), {9, 9}, "u");
  for (std::int64_t step = 0; step < 50'000; ++step) {
    const float value = static_cast<float>(step);
    if (log.wants(step)) log.add(step, {&value, 1});
  }
  const auto samples = log.samples();
  EXPECT_EQ(samples->every, 2);
  EXPECT_TRUE(samples->forgot);
  EXPECT_LT(samples->size(), Samples::kMost);
  EXPECT_GE(samples->size(), Samples::kMost / 2);
  EXPECT_EQ(samples->newest(), 49'998);
  EXPECT_EQ(samples->curves[0].values.front(), static_cast<float>(samples->first));
}

}  // namespace
}  // namespace heatwave::session
