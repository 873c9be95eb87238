// Tests playing a lesson through a session: the snapshot, and the effect of failures.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "app/session/session.h"
#include "app/session/stage/stage_service.h"
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/sanitized.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

Session stage_session() { return {small_heat(), {}}; }

/// Runs frames until no play is running.
void finish_play(Session& session) {
  do {
    session.frame(0.0);
    std::this_thread::yield();
  } while (session.snapshot().stage.running);
}

/// Least number of steps when the threads of a warp spin at random.
constexpr std::size_t kLongSteps = test::kSanitized ? 1'000 : 10'000;

PlayLesson long_play() {
  return {"lock",
          {.inputs = {{"blocks", {8}}, {"threads", {test::kSanitized ? 8 : 32}}},
           .schedule = {.kind = stage::Schedule::Kind::random}}};
}

/// Returns the value of an array's cell at the end of the play.
double last_value(const StageStatus& status, const std::string& array, std::size_t index) {
  const stage::Trace& trace = *status.trace;
  const auto found = std::find_if(trace.arrays.begin(), trace.arrays.end(),
                                  [&](const auto& each) { return each.name == array; });
  const stage::State end = trace.at(static_cast<int>(trace.steps.size()));
  return end.arrays.at(static_cast<std::size_t>(found - trace.arrays.begin())).at(index).value;
}

TEST(StageSession, NothingIsPlayedUntilItIsAskedFor) {
  Session session = stage_session();
  session.frame(0.0);
  EXPECT_EQ(session.snapshot().stage.trace, nullptr);
  EXPECT_EQ(session.snapshot().stage.version, 0U);
}

TEST(StageSession, EveryLessonIsPlayedAsItWasSetUp) {
  Session session = stage_session();
  std::uint64_t version = 0;
  for (const stage::Lesson& lesson : stage::lessons()) {
    SCOPED_TRACE(lesson.id);
    session.submit(PlayLesson{lesson.id, {.schedule = lesson.schedule}});
    finish_play(session);
    const StageStatus& status = session.snapshot().stage;
    EXPECT_EQ(status.lesson, lesson.id);
    EXPECT_EQ(status.version, ++version);
    EXPECT_EQ(status.settings.warp, lesson.warp);
    EXPECT_EQ(status.settings.inputs.size(), lesson.inputs.size());
    ASSERT_NE(status.trace, nullptr);
    EXPECT_FALSE(status.trace->steps.empty());
  }
  EXPECT_TRUE(session.snapshot().notices.empty());
}

// Another number of threads may lack the thread that was chosen.
TEST(StageSession, AWindowKeepsTheChoicesThatOtherInputsStillHave) {
  Session session = stage_session();
  const auto choices_of = [&session](double threads) {
    session.submit(
        PlayLesson{"race",
                   {.inputs = {{"threads", {threads}}},
                    .schedule = {.kind = stage::Schedule::Kind::chosen, .choices = {0, 0, 2, 1}}}});
    finish_play(session);
    const stage::Trace& trace = *session.snapshot().stage.trace;
    return trace.choices_before(static_cast<int>(trace.steps.size()));
  };
  EXPECT_EQ(choices_of(3), 4);
  EXPECT_EQ(choices_of(2), 2) << "the third choice needs a third thread";
  EXPECT_TRUE(session.snapshot().notices.empty());
  EXPECT_FALSE(session.snapshot().stage.trace->candidates.empty());
}

TEST(StageSession, TheDotProductOfTheLectureIs306AndOtherInputsCount) {
  Session session = stage_session();
  session.submit(PlayLesson{"dot", {}});
  finish_play(session);
  EXPECT_EQ(last_value(session.snapshot().stage, "result", 0), 306.0);
  session.submit(PlayLesson{"dot", {.inputs = {{"a", {1, 2}}, {"b", {10, 20}}}}});
  finish_play(session);
  EXPECT_EQ(last_value(session.snapshot().stage, "result", 0), 50.0);
}

TEST(StageSession, AMistakeBecomesANoticeAndTheOldPlayStays) {
  Session session = stage_session();
  session.submit(PlayLesson{"dot", {}});
  finish_play(session);
  const auto before = session.snapshot().stage;
  session.submit(PlayLesson{"dot", {.inputs = {{"threads", {3}}}}});
  finish_play(session);  // a newer request would cancel this one before it could fail
  session.submit(PlayLesson{"no such lesson", {}});
  finish_play(session);
  EXPECT_EQ(session.snapshot().notices.size(), 2U);
  EXPECT_EQ(session.snapshot().stage.trace, before.trace);
  EXPECT_EQ(session.snapshot().stage.version, before.version);
}

/// The sanitizers detect a leak here.
TEST(StageSession, APlayThatNobodySawEndsWithItsSession) {
  StageWorker worker;
  const stage::Lesson& lesson = stage::find_lesson("dot");
  worker.play(lesson, stage::completed(lesson, {}), Manner::frame);
  worker.wait();
}

TEST(StageSession, FramesGoOnWhileALongPlayIsPlayedAndSayHowFarItIs) {
  Session session = stage_session();
  session.submit(PlayLesson{"dot", {}});
  finish_play(session);
  const auto before = session.snapshot().stage.trace;
  session.submit(long_play());
  session.frame(0.0);
  const StageStatus& status = session.snapshot().stage;
  ASSERT_TRUE(status.running);
  EXPECT_EQ(status.asked, "lock");
  EXPECT_EQ(status.lesson, "dot");
  EXPECT_EQ(status.trace, before) << "the earlier play stays until the next one ends";
  std::int64_t steps = 0;
  bool grew = false;
  while (session.snapshot().stage.running) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session.frame(0.0);
    grew = grew || (steps > 0 && status.steps > steps);
    steps = status.steps;
  }
  EXPECT_TRUE(grew);
  EXPECT_EQ(status.lesson, "lock");
  EXPECT_GT(status.trace->steps.size(), kLongSteps);
  EXPECT_EQ(status.totals.steps, static_cast<int>(status.trace->steps.size()));
}

TEST(StageSession, ANewRequestTakesThePlaceOfThePlayUnderWay) {
  Session session = stage_session();
  for (int i = 0; i < 20; ++i) {
    session.submit(long_play());
    session.frame(0.0);
    ASSERT_TRUE(session.snapshot().stage.running);
  }
  session.submit(PlayLesson{"dot", {}});
  finish_play(session);
  EXPECT_EQ(session.snapshot().stage.lesson, "dot");
  EXPECT_EQ(session.snapshot().stage.version, 1U) << "none of the others has ended";
  EXPECT_TRUE(session.snapshot().notices.empty());
}

TEST(StageSession, LeavingGivesUpThePlayUnderWayAndAPlayOutlivesItsSession) {
  std::shared_ptr<const stage::Trace> kept;
  {
    Session session = stage_session();
    session.submit(PlayLesson{"dot", {}});
    session.run(0);
    kept = session.snapshot().stage.trace;
    session.submit(long_play());
    session.frame(0.0);
  }
  ASSERT_NE(kept, nullptr);
  EXPECT_FALSE(kept->steps.empty());
}

TEST(StageSession, WithoutAWindowAPlayIsThereAtOnce) {
  Session session = stage_session();
  session.submit(PlayLesson{"dot", {}});
  session.run(0);
  EXPECT_EQ(last_value(session.snapshot().stage, "result", 0), 306.0);
  session.submit(PlayLesson{"dot", {.inputs = {{"threads", {3}}}}});
  EXPECT_THROW(session.run(0), core::Error) << "the setup finds the error";
}

TEST(StageSession, WithoutAWindowAMistakeIsThrown) {
  Session session = stage_session();
  session.submit(PlayLesson{"no such lesson", {}});
  EXPECT_THROW(session.run(0), core::Error);
}

TEST(StageSession, ItTouchesNeitherTheSceneNorTheFieldAndIsRecorded) {
  const KeptLog log;
  Session session(small_heat(), log.recording(cpu_options()));
  session.submit(StartRecording{"log"});
  session.frame(0.0);
  const std::uint64_t scene = session.snapshot().scene_version;
  const std::uint64_t field = session.snapshot().field_version;
  session.submit(PlayLesson{"race", {}});
  finish_play(session);
  EXPECT_EQ(session.snapshot().scene_version, scene);
  EXPECT_EQ(session.snapshot().field_version, field);
  EXPECT_FALSE(session.snapshot().can_undo);
  ASSERT_EQ(log.entries().size(), 1U);
  EXPECT_EQ(std::get<PlayLesson>(log.entries().front().envelope.command).lesson, "race");
}

}  // namespace
}  // namespace heatwave::session
