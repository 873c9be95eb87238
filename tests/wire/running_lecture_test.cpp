// Tests lecture steps that run to a step of the field: visible, and with the same bits as steps
// taken at once.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "app/scene/scene_files.h"
#include "app/session/field/check_sum.h"
#include "app/session/session.h"
#include "app/wire/lecture.h"
#include "app/wire/lecture_player.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::wire {
namespace {

using testing::error_of;

constexpr const char* kRunning =
    R"({"heatwave": "lecture", "version": 1, "title": "Running", "steps": [
 {"title": "Begin", "room": "fields", "scene": "wave-drop",
  "commands": [{"do": "resize", "extent": [60, 40]}], "run_to": 20},
 {"title": "Run", "room": "fields", "run_to": 90},
 {"title": "Run on", "room": "fields", "run_to": 150}]})";

class WithAssets : public ::testing::Test {
 protected:
  WithAssets() { ::setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
  ~WithAssets() override { ::unsetenv("HEATWAVE_ASSETS"); }
};

class RunningLecture : public WithAssets {
 protected:
  [[nodiscard]] std::uint64_t sum() { return session::check_sum(session_.state()); }
  [[nodiscard]] std::int64_t step() { return session_.snapshot().step; }
  /// Does the work of the window between two frames.
  void show_frame() {
    session_.frame(0.001);
    player_.go_on(std::chrono::seconds(1));
  }
  void show_frames_until_rest() {
    // The step's commands run in one frame, and the field begins to play in the next.
    for (int i = 0; i < 2; ++i) show_frame();
    while (player_.is_going() || session_.snapshot().playing) show_frame();
  }
  /// Returns the field's check sum after this number of steps at once.
  static std::uint64_t sum_at_once(std::int64_t steps) {
    session::Session other(scene::find_scene("wave-drop"),
                           {.backend = field::Backend::cpu, .threads = 1, .names_gpu = false});
    other.submit(session::Resize{{60, 40}});
    other.run(steps);
    return session::check_sum(other.state());
  }

  session::Session session_{scene::blank_scene("heat", {16, 16}),
                            {.backend = field::Backend::cpu, .threads = 1, .names_gpu = false}};
  LecturePlayer player_{parse_lecture(kRunning, "running.hwl"), session_, false};
};

TEST_F(RunningLecture, TheFieldRunsInViewToWhereTheStepSaysAndHoldsTheSameBits) {
  player_.go_to(0);
  show_frames_until_rest();
  EXPECT_EQ(step(), 20);
  player_.next({});
  std::int64_t before = step();
  int pictures = 0;
  do {
    show_frame();
    EXPECT_LE(step() - before, session_.snapshot().scene.pace.steps) << "no jump";
    before = step();
    ++pictures;
  } while (session_.snapshot().playing || pictures < 3);
  EXPECT_EQ(step(), 90);
  EXPECT_EQ(sum(), sum_at_once(90));
}

TEST_F(RunningLecture, GoingOnMeanwhileTakesTheRestAtOnce) {
  player_.go_to(0);
  for (int i = 0; i < 3; ++i) show_frame();
  EXPECT_LT(step(), 20);
  player_.next({});
  for (int i = 0; i < 3; ++i) show_frame();
  EXPECT_GE(step(), 20);
  EXPECT_LT(step(), 90);
  player_.next({});
  show_frames_until_rest();
  EXPECT_EQ(step(), 150);
  EXPECT_EQ(sum(), sum_at_once(150));
}

TEST_F(RunningLecture, WhatAPersonDidWhileItRanIsNotInTheNextStep) {
  player_.go_to(0);
  for (int i = 0; i < 3; ++i) show_frame();
  session_.submit(session::AddItem{{.role = scene::Wall{}, .shape = scene::Disc{{9, 9}, 4}}});
  player_.note_edit();
  show_frame();
  player_.next({});
  show_frames_until_rest();
  EXPECT_TRUE(session_.snapshot().scene.items.empty());
  EXPECT_EQ(sum(), sum_at_once(90));
}

TEST_F(RunningLecture, GoingBackToAStepThatRanLetsItRunOnToItsEnd) {
  player_.go_to(0);
  show_frames_until_rest();
  player_.next({});
  for (int i = 0; i < 3; ++i) show_frame();
  const std::int64_t left_at = step();
  player_.next({});
  show_frame();
  player_.back();
  EXPECT_EQ(step(), left_at);
  show_frames_until_rest();
  EXPECT_EQ(step(), 90);
  EXPECT_EQ(sum(), sum_at_once(90));
}

TEST_F(RunningLecture, AStepThatTheFieldIsPastIsNamed) {
  Lecture lecture = player_.lecture();
  lecture.steps[1].run_to = 10;
  player_.replace(lecture, 0);
  player_.go_to(1);
  EXPECT_EQ(error_of([&] { show_frames_until_rest(); }),
            "running.hwl: steps[1].run_to: the field is at step 20 and cannot run to 10");
}

TEST_F(RunningLecture, WhereNobodyLooksItArrivesAtOnce) {
  LecturePlayer player(player_.lecture(), session_, true);
  player.go_to(2);
  while (player.is_going()) player.go_on(std::chrono::seconds(1));
  EXPECT_EQ(step(), 150);
  EXPECT_EQ(sum(), sum_at_once(150));
}

TEST_F(RunningLecture, IsReadAndWrittenAgain) {
  EXPECT_EQ(player_.lecture().steps[1].run_to, 90);
  EXPECT_TRUE(player_.lecture().steps[1].touches_field());
  EXPECT_EQ(parse_lecture(to_json(player_.lecture()), "again"), player_.lecture());
}

}  // namespace
}  // namespace heatwave::wire
