// The commands that the mouse on probes and lines sends.
#include "app/rooms/fields/measure_tools.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "app/rooms/fields/measure_charts.h"

namespace heatwave::fields_room {
namespace {

using scene::LineKind;
using scene::Segment;

/// A pointer over a scene. Carries out the commands as a session would.
class MeasuringHand {
 public:
  MeasuringHand() : commands([this](auto command, auto gesture) { take(command, gesture); }) {
    snapshot.scene = scene::blank_scene("heat", {200, 100});
    pointer.over_field = true;
  }

  bool move(double x, double y) {
    pointer.at = {x, y};
    return tools.update(pointer, tool, snapshot, commands);
  }
  void press() {
    pointer.left = true;
    move(pointer.at.x, pointer.at.y);
  }
  void release() {
    pointer.left = false;
    move(pointer.at.x, pointer.at.y);
  }
  void drag(double x0, double y0, double x1, double y1) {
    move(x0, y0);
    press();
    move((x0 + x1) / 2, (y0 + y1) / 2);
    move(x1, y1);
    release();
  }
  [[nodiscard]] scene::Measures& measures() { return snapshot.scene.measures; }

  session::Snapshot snapshot;
  MeasureTools tools;
  PointerInput pointer;
  Tool tool = Tool::probe;
  std::set<session::Gesture> gestures;
  rooms::CommandSender commands;
  std::string told;

 private:
  void take(const session::Command& command, session::Gesture gesture) {
    if (const auto* message = std::get_if<session::ShowMessage>(&command)) {
      told = message->text;
      return;
    }
    gestures.insert(gesture);
    if (const auto* add = std::get_if<session::AddProbe>(&command)) {
      measures().probes.push_back({scene::free_probe(measures()), add->point});
    }
    if (const auto* move = std::get_if<session::MoveProbe>(&command)) {
      for (auto& probe : measures().probes) {
        if (probe.number == move->number) probe.at = move->to;
      }
    }
    if (const auto* remove = std::get_if<session::RemoveProbe>(&command)) {
      std::erase_if(measures().probes,
                    [&](const scene::Probe& probe) { return probe.number == remove->number; });
    }
    if (const auto* set = std::get_if<session::SetLine>(&command)) {
      scene::line_of(measures(), set->line) = Segment{set->from, set->to};
    }
    if (const auto* remove = std::get_if<session::RemoveLine>(&command)) {
      scene::line_of(measures(), remove->line).reset();
    }
  }
};

TEST(MeasureTools, AClickDropsAProbeInTheMiddleOfItsCell) {
  MeasuringHand hand;
  hand.move(20.2, 30.9);
  hand.press();
  hand.release();
  ASSERT_EQ(hand.measures().probes.size(), 1U);
  EXPECT_EQ(hand.measures().probes[0], (scene::Probe{1, {20.5, 30.5}}));
  EXPECT_EQ(hand.gestures.size(), 1U);
}

TEST(MeasureTools, AProbeThatIsDroppedIsDraggedOnInTheSameGesture) {
  MeasuringHand hand;
  hand.drag(20, 30, 60, 40);
  ASSERT_EQ(hand.measures().probes.size(), 1U);
  EXPECT_EQ(hand.measures().probes[0].at, (core::Point{60.5, 40.5}));
  EXPECT_EQ(hand.gestures.size(), 1U);
}

TEST(MeasureTools, AnyToolThatSelectsOrMeasuresDragsAProbe) {
  MeasuringHand hand;
  hand.drag(20, 30, 20, 30);
  for (const Tool tool : {Tool::select, Tool::profile, Tool::probe}) {
    hand.tool = tool;
    const core::Point at = hand.measures().probes[0].at;
    hand.drag(at.x + 2, at.y, at.x + 22, at.y);
    EXPECT_EQ(hand.measures().probes[0].at.x, at.x + 22);
    EXPECT_EQ(hand.measures().probes.size(), 1U);
  }
  hand.tool = Tool::disc;
  EXPECT_FALSE(hand.move(hand.measures().probes[0].at.x, 30.5));
}

TEST(MeasureTools, ItStaysOnTheGrid) {
  MeasuringHand hand;
  hand.drag(20, 30, 900, -50);
  EXPECT_EQ(hand.measures().probes[0].at, (core::Point{199.5, 0.5}));
}

TEST(MeasureTools, ANinthProbeIsRefusedInWords) {
  MeasuringHand hand;
  for (int i = 0; i < 9; ++i) hand.drag(20 * i + 5, 50, 20 * i + 5, 50);
  EXPECT_EQ(hand.measures().probes.size(), 8U);
  EXPECT_NE(hand.told.find("All 8 probes are in use"), std::string::npos);
}

TEST(MeasureTools, ALineIsLaidByItsEndsAndMovedAsAWhole) {
  MeasuringHand hand;
  hand.tool = Tool::profile;
  hand.drag(10, 50, 110, 50);
  EXPECT_EQ(hand.measures().profile, (Segment{{10.5, 50.5}, {110.5, 50.5}}));
  hand.drag(110, 51, 150, 80);
  EXPECT_EQ(hand.measures().profile, (Segment{{10.5, 50.5}, {150.5, 80.5}}));
  hand.tool = Tool::select;
  hand.drag(80.5, 65.5, 100.5, 65.5);
  EXPECT_EQ(hand.measures().profile, (Segment{{30.5, 50.5}, {170.5, 80.5}}));
  // Moves only as far as the line stays on the grid.
  hand.drag(100.5, 65.5, 900, 65.5);
  EXPECT_EQ(hand.measures().profile, (Segment{{59.5, 50.5}, {199.5, 80.5}}));
  EXPECT_EQ(hand.gestures.size(), 4U);
}

TEST(MeasureTools, AlongALineOthersAreLaidAndProbesDropped) {
  MeasuringHand hand;
  hand.tool = Tool::profile;
  hand.drag(10, 50, 110, 50);
  const std::optional<Segment> profile = hand.measures().profile;
  hand.tool = Tool::tape;
  hand.drag(10, 50, 60, 50);
  EXPECT_EQ(hand.measures().tape, (Segment{{10.5, 50.5}, {60.5, 50.5}}));
  hand.tool = Tool::probe;
  hand.drag(30, 50, 30, 50);
  hand.drag(110, 50, 110, 50);
  EXPECT_EQ(hand.measures().probes.size(), 2U);
  EXPECT_EQ(hand.measures().profile, profile);
}

TEST(MeasureTools, ShiftMakesALineStraightAndAClickMakesNone) {
  MeasuringHand hand;
  hand.tool = Tool::tape;
  hand.drag(10, 50, 10, 50);
  EXPECT_FALSE(hand.measures().tape);
  hand.pointer.square = true;
  hand.drag(10, 50, 100, 60);
  EXPECT_EQ(hand.measures().tape, (Segment{{10.5, 50.5}, {100.5, 50.5}}));
}

TEST(MeasureTools, WhatIsSelectedIsTakenAway) {
  MeasuringHand hand;
  hand.drag(20, 30, 20, 30);
  ASSERT_TRUE(hand.tools.selected());
  hand.tools.nudge_selected(hand.snapshot.scene, {-1, 0}, hand.commands);
  EXPECT_EQ(hand.measures().probes[0].at, (core::Point{19.5, 30.5}));
  hand.tools.remove_selected(hand.commands);
  EXPECT_TRUE(hand.measures().probes.empty());
  EXPECT_FALSE(hand.tools.selected());
  hand.tools.remove_selected(hand.commands);  // nothing is left to remove
}

TEST(MeasureTools, ADragEndsWhereItsProbeIsTakenAway) {
  MeasuringHand hand;
  hand.drag(20, 30, 20, 30);
  hand.press();
  EXPECT_TRUE(hand.tools.busy());
  hand.measures().probes.clear();
  hand.move(60, 60);
  EXPECT_FALSE(hand.tools.busy());
  EXPECT_TRUE(hand.measures().probes.empty());
}

TEST(MeasureStrip, IsThereWhereSomethingIsMeasuredAndNeverTooHigh) {
  StripModel strip;
  scene::Measures measures;
  const auto strip_height = [&](Tool tool, float height, float unit) {
    return place_strip(strip, measures, tool, {{64, 48}, {0, 0}}, ui::Box::at(0, 0, 400, height),
                       unit)
        .size;
  };
  EXPECT_EQ(strip_height(Tool::select, 600, 1), 0.0F);
  EXPECT_EQ(strip_height(Tool::tape, 600, 1), 0.0F) << "the tape has no chart";
  EXPECT_GT(strip_height(Tool::probe, 600, 1), 200.0F);
  EXPECT_GT(strip_height(Tool::profile, 600, 1), 200.0F);
  measures.probes = {{1, {1, 1}}};
  const float open = strip_height(Tool::select, 600, 1);
  strip.folded = true;
  EXPECT_LT(strip_height(Tool::select, 600, 1), open);
  EXPECT_LT(strip_height(Tool::select, 20, 2), 10.0F);
  EXPECT_EQ(shown_chart(strip, measures), StripChart::series);
  measures = {};
  measures.profile = Segment{};
  EXPECT_EQ(shown_chart(strip, measures), StripChart::profile);
}

}  // namespace
}  // namespace heatwave::fields_room
