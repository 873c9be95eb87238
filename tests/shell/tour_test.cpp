// Tests when the tour is offered and how it continues.
#include "app/shell/presenter/tour_guide.h"

#include <gtest/gtest.h>

#include <string>

#include "../rooms/desk.h"
#include "app/scene/scene_files.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::shell {
namespace {

TEST(Tour, IsOfferedUntilItIsTakenOrDeclined) {
  for (const bool is_taken : {false, true}) {
    TourModel tour;
    EXPECT_FALSE(tour.is_offered());
    tour.offer(1);
    tour.pass(2);
    EXPECT_TRUE(tour.is_offered());
    EXPECT_FALSE(tour.is_brief(2));
    tour.pass(1 + TourModel::kExplainedFor);
    EXPECT_TRUE(tour.is_offered());
    EXPECT_TRUE(tour.is_brief(1 + TourModel::kExplainedFor)) << "it takes little room for long";
    EXPECT_FALSE(tour.was_seen());
    if (is_taken) tour.begin();
    EXPECT_EQ(tour.is_offered(), !is_taken);
    tour.end();
    EXPECT_FALSE(tour.is_offered());
    EXPECT_TRUE(tour.was_seen());
    EXPECT_FALSE(tour.step());
  }
}

TEST(Tour, GoesOnWhenWhatItAskedForWasDoneAndHasBeenRead) {
  TourModel tour;
  tour.begin();
  ASSERT_EQ(tour.step(), 0U);
  EXPECT_FALSE(tour.note(TourTask::pause, 1)) << "a later step waits for this";
  tour.pass(100);
  EXPECT_EQ(tour.step(), 0U);
  EXPECT_TRUE(tour.note(TourTask::drag, 100));
  EXPECT_FALSE(tour.note(TourTask::drag, 101)) << "once";
  EXPECT_TRUE(tour.is_done());
  tour.pass(100.1);
  EXPECT_EQ(tour.step(), 0U) << "Done is still shown";
  tour.pass(100 + TourModel::kPraisedFor);
  EXPECT_EQ(tour.step(), 1U);
  EXPECT_FALSE(tour.is_done());
}

TEST(Tour, EachStepWaitsForAnActionOfItsOwnAndAllCanBeSkipped) {
  TourModel tour;
  tour.begin();
  for (std::size_t i = 0; i < tour_steps().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(tour_steps()[i].task), i);
    EXPECT_FALSE(tour_steps()[i].words.empty());
    if (tour_steps()[i].task == TourTask::undo) continue;  // skipped together with the wall
    ASSERT_EQ(tour.step(), i);
    tour.skip();
  }
  EXPECT_FALSE(tour.step());
  EXPECT_TRUE(tour.was_seen());
  tour.begin();
  EXPECT_EQ(tour.step(), 0U) << "the tour can be taken again";
  tour.end();
  EXPECT_FALSE(tour.step());
}

TEST(Tour, AsksToTakeTheWallBackOnlyIfThereIsOne) {
  constexpr auto kWall = static_cast<std::size_t>(TourTask::draw);
  for (const bool is_drawn : {false, true}) {
    TourModel tour;
    tour.begin();
    for (std::size_t i = 0; i < kWall; ++i) tour.skip();
    ASSERT_EQ(tour.step(), kWall);
    if (is_drawn) tour.note(TourTask::draw, 1);
    tour.skip();
    EXPECT_EQ(tour.step(), is_drawn ? kWall + 1 : kWall + 2);
  }
}

TEST(Tour, KnowsTheScenesExperimentsAndLessonsThatItShows) {
  const test::AssetFolder assets;
  for (const TourStep& step : tour_steps()) {
    if (step.shows.empty()) continue;
    const std::string shown(step.shows);
    const auto find = [&] {
      if (step.room == "fields") (void)scene::find_scene(shown);
      if (step.room == "lab") (void)lab::find_experiment(shown);
      if (step.room == "stage") (void)stage::find_lesson(shown);
    };
    EXPECT_NO_THROW(find()) << shown;
  }
}

}  // namespace
}  // namespace heatwave::shell
