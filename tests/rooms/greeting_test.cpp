// The greeting for a user who has never dragged anything.
#include "app/rooms/fields/greeting.h"

#include <gtest/gtest.h>

#include "tests/session/scenes_for_tests.h"

namespace heatwave::fields_room {
namespace {

using namespace scene;
using namespace session;

TEST(Greeting, ASourceComesFirstAndMovesToWhereThereIsMoreRoom) {
  const Scene scene =
      with_items(blank_scene("heat", {120, 60}),
                 {box_item(Wall{}, {10, 10}, {20, 20}), disc_item(Source{}, {90, 30}, 5)});
  const auto greeting = greeting_for(scene);
  ASSERT_TRUE(greeting);
  EXPECT_EQ(greeting->item.id, scene.items[1].id);
  EXPECT_EQ(greeting->way, (Point{-20, 0}));
}

TEST(Greeting, WithoutASourceAnyItemDoesAndWithoutAnyThereIsNone) {
  Scene scene = blank_scene("wave", {60, 60});
  EXPECT_FALSE(greeting_for(scene));
  scene = with_items(scene, {box_item(Wall{}, {-5, 0}, {5, 60})});
  EXPECT_FALSE(greeting_for(scene)) << "the item extends beyond the grid";
  scene = with_items(scene, {box_item(Medium{}, {2, 2}, {58, 58})});
  const auto greeting = greeting_for(scene);
  ASSERT_TRUE(greeting);
  EXPECT_EQ(greeting->way, (Point{2, 0})) << "the move must end at the edge of the grid";
}

TEST(Greeting, AsksForTheFirstDragThatTheSceneAllows) {
  const auto begins = [](const Scene& scene, const std::string& with) {
    return invitation(scene, "P").starts_with(with);
  };
  const Scene heat = blank_scene("heat", {60, 60});
  const Scene wave = blank_scene("wave", {60, 60});
  EXPECT_TRUE(begins(with_items(heat, {disc_item(Source{}, {30, 30}, 5)}), "Drag the heat source"));
  EXPECT_TRUE(begins(with_items(wave, {disc_item(Source{}, {30, 30}, 5)}), "Drag the source"));
  EXPECT_TRUE(begins(with_items(wave, {box_item(Wall{}, {2, 2}, {9, 9})}), "Drag the wall"));
  EXPECT_TRUE(begins(with_items(wave, {box_item(Medium{}, {2, 2}, {9, 9})}), "Drag the medium"));
  EXPECT_TRUE(begins(blank_scene("heat", {60, 1}), "Drag the curve"));
  EXPECT_TRUE(begins(wave, "Press P and draw"));
}

TEST(Greeting, TheShadowSetsOutRestsAndBeginsAnew) {
  EXPECT_EQ(part_of_way(0.0), 0.0F);
  EXPECT_GT(part_of_way(1.0), part_of_way(0.5));
  EXPECT_EQ(part_of_way(2.0), 1.0F);
  EXPECT_LT(part_of_way(2.5), 0.1F);
}

}  // namespace
}  // namespace heatwave::fields_room
