// The charts stand where they leave more of the room to the field.
#include <gtest/gtest.h>

#include "app/rooms/fields/measure_charts.h"

namespace heatwave::fields_room {
namespace {

using Side = StripPlace::Side;

constexpr ImVec2 kTaken{130, 32};

class PlaceOfCharts : public ::testing::Test {
 protected:
  PlaceOfCharts() { measures_.probes.push_back({.number = 1, .at = {2, 2}}); }

  [[nodiscard]] StripPlace place(core::Extent field, ImVec2 room, float unit = 1.0F) const {
    return place_strip(strip_, measures_, Tool::select, {field, {kTaken.x * unit, kTaken.y * unit}},
                       ui::Box::at(0, 48, room.x, room.y), unit);
  }
  /// Returns the share of the room that the field takes.
  [[nodiscard]] double share(core::Extent field, ImVec2 room, float unit = 1.0F) const {
    ui::Box rest = ui::Box::at(0, 48, room.x, room.y);
    cut_strip(place(field, room, unit), rest);
    const double cell =
        FieldFit{field, {kTaken.x * unit, kTaken.y * unit}}.cell_in(rest.width(), rest.height());
    return cell * cell * field.width * field.height / (room.x * room.y);
  }

  StripModel strip_;
  scene::Measures measures_;
};

TEST_F(PlaceOfCharts, AreBesideTheFieldInAWideLowRoomOfWhichItThenHasHalf) {
  EXPECT_EQ(place({640, 480}, {1768, 856}, 2).side, Side::beside);
  EXPECT_GT(share({640, 480}, {1768, 856}, 2), 0.5);
  EXPECT_EQ(place({640, 480}, {1600, 968}).side, Side::beside);
  EXPECT_GT(share({640, 480}, {1600, 968}), 0.5);
}

TEST_F(PlaceOfCharts, AreBelowWhereAColumnGainsTheFieldLittle) {
  EXPECT_EQ(place({640, 480}, {960, 688}).side, Side::below);
  EXPECT_EQ(place({640, 200}, {1768, 856}, 2).side, Side::below);
  EXPECT_EQ(place({320, 1}, {1600, 968}).side, Side::below) << "a line";
  EXPECT_EQ(place({640, 480}, {500, 400}).side, Side::below) << "no column would have room";
}

TEST_F(PlaceOfCharts, AreNowhereWithoutMeasuresAndFoldToARow) {
  strip_.folded = true;
  EXPECT_EQ(place({640, 480}, {1600, 968}).side, Side::below);
  EXPECT_EQ(place({640, 480}, {1600, 968}).size, 48);
  measures_ = {};
  EXPECT_EQ(place({640, 480}, {1600, 968}).side, Side::none);
}

TEST_F(PlaceOfCharts, DoNotExceedARoomOfAnySize) {
  for (const float width : {0.0F, 1.0F, 90.0F, 700.0F, 4000.0F}) {
    for (const float height : {0.0F, 1.0F, 90.0F, 700.0F, 4000.0F}) {
      ui::Box rest = ui::Box::at(0, 48, width, height);
      const ui::Box strip = cut_strip(place({640, 480}, {width, height}), rest);
      EXPECT_GE(rest.width(), 0.5F * width);
      EXPECT_GE(rest.height(), 0.5F * height);
      EXPECT_GE(strip.width(), 0);
      EXPECT_GE(strip.height(), 0);
    }
  }
}

}  // namespace
}  // namespace heatwave::fields_room
