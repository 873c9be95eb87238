// Tests when the tour is offered and how it continues.
#include "app/shell/presenter/tour_guide.h"

#include <gtest/gtest.h>

namespace heatwave::shell {
namespace {

TEST(Tour, IsOfferedForAWhileAndThenNeverAgain) {
  TourModel tour;
  EXPECT_FALSE(tour.is_offered(0));
  tour.offer(1);
  EXPECT_TRUE(tour.is_offered(2));
  EXPECT_FALSE(tour.was_seen(2));
  tour.pass(1 + TourModel::kOfferedFor);
  EXPECT_FALSE(tour.is_offered(1 + TourModel::kOfferedFor));
  EXPECT_TRUE(tour.was_seen(1 + TourModel::kOfferedFor));
  EXPECT_FALSE(tour.step());
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
  for (std::size_t i = 0; i < kTourSteps; ++i) {
    ASSERT_EQ(tour.step(), i);
    EXPECT_EQ(static_cast<std::size_t>(tour_steps().at(i).task), i);
    EXPECT_FALSE(tour_steps().at(i).words.empty());
    tour.skip();
  }
  EXPECT_FALSE(tour.step());
  EXPECT_TRUE(tour.was_seen(0));
  tour.begin();
  EXPECT_EQ(tour.step(), 0U) << "the tour can be taken again";
  tour.end();
  EXPECT_FALSE(tour.step());
}

TEST(Tour, SpeaksOfASourceOnlyWhereOneStands) {
  const TourStep& first = tour_steps().front();
  scene::Scene scene = scene::blank_scene("wave", {60, 60});
  EXPECT_EQ(told_in(scene, first).title, "Paint the field");
  scene.items.push_back({.role = scene::Wall{}, .shape = scene::Disc{{10, 10}, 3}});
  EXPECT_EQ(told_in(scene, first).title, "Paint the field");
  scene.items.push_back({.role = scene::Source{}, .shape = scene::Disc{{30, 30}, 3}});
  EXPECT_EQ(told_in(scene, first).title, "Drag a source");
  scene.items.clear();
  EXPECT_EQ(told_in(scene, tour_steps().at(1)).title, tour_steps().at(1).title);
}

}  // namespace
}  // namespace heatwave::shell
