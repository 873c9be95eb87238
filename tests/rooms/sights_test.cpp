// What a room shows can be noted and shown again, and a room that is not named stays as it is.
#include "app/session/sights.h"

#include <gtest/gtest.h>

#include "app/rooms/lab/lab_room.h"
#include "app/rooms/room_names.h"
#include "app/rooms/stage/stage_room.h"
#include "app/wire/struct_fields.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave {
namespace {

TEST(Sights, NameTheRoomsAsTheWindowDoes) {
  const auto words = wire::words_of(session::Place{});
  ASSERT_EQ(words.size(), rooms::kRooms.size());
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words.at(i), rooms::kRooms.at(i).id);
}

TEST(Sights, TheLabShowsAgainWhatWasNoted) {
  session::LabSight sight{.experiment = "histogram",
                          .variant = "shared",
                          .settings = lab::initial_settings(lab::find_experiment("histogram")),
                          .chart = session::LabChart::roofline,
                          .detail = session::LabDetail::source};
  sight.settings.values["bins"] = 100;
  lab_room::LabRoom room;
  room.look_at({.place = session::Place::lab, .lab = sight});
  session::Sight noted;
  room.note_sight(noted);
  EXPECT_EQ(noted.lab, sight);
  room.look_at({.place = session::Place::fields});
  room.note_sight(noted);
  EXPECT_EQ(noted.lab, sight);
  sight.variant.clear();
  room.look_at({.place = session::Place::lab, .lab = sight});
  room.note_sight(noted);
  EXPECT_NE(noted.lab->variant, "shared") << "the lab's own choice";
}

TEST(Sights, TheStageShowsAgainTheLessonAndItsSettings) {
  const stage::Lesson& lesson = stage::find_lesson("dot");
  session::StageSight sight{.lesson = "dot",
                            .settings = stage::completed(lesson, {.version = "no-barriers"})};
  stage_room::StageRoom room;
  room.look_at({.place = session::Place::stage, .stage = sight});
  session::Sight noted;
  room.note_sight(noted);
  EXPECT_EQ(noted.stage, sight);
}

}  // namespace
}  // namespace heatwave
