// The commands that the mouse on the field sends.
#include "app/rooms/fields/field_tools.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace heatwave::fields_room {
namespace {

struct Sent {
  session::Command command;
  session::Gesture gesture;
};

/// A pointer over a scene. Records the commands and applies them to items as a session would.
class Hand {
 public:
  Hand() {
    snapshot.scene = scene::blank_scene("heat", {200, 100});
    sink_ = [this](session::Command command, session::Gesture gesture) {
      if (const auto* change = std::get_if<session::ChangeItem>(&command)) {
        for (auto& item : snapshot.scene.items) {
          if (item.id == change->item.id) item = change->item;
        }
      }
      if (const auto* move = std::get_if<session::MoveItem>(&command)) {
        for (auto& item : snapshot.scene.items) {
          if (item.id == move->id) item = scene::moved(item, move->by);
        }
      }
      if (const auto* extend = std::get_if<session::ExtendItem>(&command)) {
        for (auto& item : snapshot.scene.items) {
          if (item.id != extend->id) continue;
          auto& points = std::get<scene::Stroke>(item.shape).points;
          points.insert(points.end(), extend->points.begin(), extend->points.end());
        }
      }
      if (const auto* add = std::get_if<session::AddItem>(&command)) {
        put(add->item.role, add->item.shape);
      }
      sent.push_back({std::move(command), gesture});
    };
  }

  int put(const scene::Role& role, const scene::Shape& shape) {
    snapshot.scene.items.push_back(
        {.id = ++snapshot.newest_item, .role = role, .shape = shape, .holes = {}});
    return snapshot.newest_item;
  }
  void move(double x, double y) {
    pointer.at = {x, y};
    tools.update(pointer, snapshot, sink_);
  }
  void press() {
    pointer.left = true;
    tools.update(pointer, snapshot, sink_);
  }
  void release() {
    pointer.left = false;
    tools.update(pointer, snapshot, sink_);
  }
  void drag(core::Point from, core::Point to) {
    move(from.x, from.y);
    press();
    move((from.x + to.x) / 2, (from.y + to.y) / 2);
    move(to.x, to.y);
    release();
  }
  template <typename T>
  [[nodiscard]] std::vector<T> all() const {
    std::vector<T> found;
    for (const Sent& s : sent) {
      if (const auto* command = std::get_if<T>(&s.command)) found.push_back(*command);
    }
    return found;
  }

  session::Snapshot snapshot;
  PointerInput pointer{.over_field = true};
  rooms::Gestures gestures;
  FieldTools tools{gestures};
  std::vector<Sent> sent;

 private:
  rooms::CommandSink sink_;
};

TEST(FieldTools, DraggingMovesAnItemByWholeCellsInOneGesture) {
  Hand hand;
  const int id = hand.put(scene::Source{}, scene::Disc{{50, 50}, 10});
  hand.drag({52, 48}, {80.3, 60.4});
  const auto moves = hand.all<session::MoveItem>();
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves.back().id, id);
  EXPECT_EQ(std::get<scene::Disc>(hand.snapshot.scene.items[0].shape).centre,
            (core::Point{78, 62}));
  EXPECT_EQ(hand.sent[0].gesture, hand.sent[1].gesture);
  EXPECT_EQ(hand.tools.selected(), id);
}

TEST(FieldTools, AnItemIsRemadeAndKeepsWhatItHasOfItsRole) {
  Hand hand;
  ToolSettings& settings = hand.tools.settings();
  settings.value = 2.0;
  settings.oscillation.period = 33.0;
  settings.factor = 0.7;
  const scene::Item warm{.id = 4,
                         .role = scene::Source{.value = 0.3, .component = "u"},
                         .shape = scene::Disc{{50, 50}, 10},
                         .holes = {{.points = {{45, 50}}, .radius = 2}}};
  settings.make = Make::wall;
  scene::Item wall = hand.tools.remade(warm);
  EXPECT_EQ(wall.role, scene::Role(scene::Wall{}));
  wall.role = warm.role;
  EXPECT_EQ(wall, warm) << "everything else stays";
  settings.make = Make::medium;
  EXPECT_EQ(hand.tools.remade(warm).role, scene::Role(scene::Medium{0.7}));
  settings.make = Make::source;
  EXPECT_EQ(hand.tools.remade(warm), warm);
  settings.make = Make::oscillating;
  const scene::Item swings = hand.tools.remade(warm);
  const auto& source = std::get<scene::Source>(swings.role);
  EXPECT_EQ(source.component, "u");
  EXPECT_EQ(source.oscillation, settings.oscillation);
  settings.oscillation.period = 44.0;
  EXPECT_EQ(hand.tools.remade(swings), swings)
      << "a source that oscillates keeps its own oscillation";
  settings.make = Make::source;
  EXPECT_EQ(hand.tools.remade(swings), warm);
}

TEST(FieldTools, HolesMoveWithTheirItem) {
  Hand hand;
  hand.put(scene::Wall{}, scene::Disc{{50, 50}, 10});
  hand.snapshot.scene.items[0].holes = {{.points = {{45, 50}}, .radius = 2}};
  hand.drag({55, 50}, {65, 50});
  EXPECT_EQ(hand.snapshot.scene.items[0].holes[0].points[0], (core::Point{55, 50}));
}

TEST(FieldTools, PicksSourcesOverWallsOverMediaAndLaterOverEarlier) {
  Hand hand;
  hand.put(scene::Medium{}, scene::Disc{{50, 50}, 20});
  EXPECT_EQ(item_at(hand.snapshot.scene, {50, 50}, 1)->id, 1);
  hand.put(scene::Source{}, scene::Disc{{50, 50}, 5});
  hand.put(scene::Wall{}, scene::Disc{{50, 50}, 10});
  hand.put(scene::Source{}, scene::Disc{{52, 50}, 5});
  EXPECT_EQ(item_at(hand.snapshot.scene, {50, 50}, 1)->id, 4);
  EXPECT_EQ(item_at(hand.snapshot.scene, {42, 50}, 1)->id, 3);
  EXPECT_EQ(item_at(hand.snapshot.scene, {65, 50}, 1)->id, 1);
  EXPECT_EQ(item_at(hand.snapshot.scene, {150, 50}, 1), nullptr);
}

TEST(FieldTools, DoesNotPickWhatWasRubbedOut) {
  Hand hand;
  hand.put(scene::Wall{}, scene::Disc{{50, 50}, 10});
  hand.snapshot.scene.items[0].holes = {{.points = {{50, 50}}, .radius = 4}};
  EXPECT_EQ(item_at(hand.snapshot.scene, {50, 50}, 0.5), nullptr);
  EXPECT_NE(item_at(hand.snapshot.scene, {57, 50}, 0.5), nullptr);
}

TEST(FieldTools, AHandleOfTheSelectedItemResizesIt) {
  Hand hand;
  const int id = hand.put(scene::Source{}, scene::Rectangle{{20, 20}, {40, 40}});
  hand.tools.select(id);
  hand.drag({40, 40}, {61, 55});
  EXPECT_EQ(std::get<scene::Rectangle>(hand.snapshot.scene.items[0].shape),
            (scene::Rectangle{{20, 20}, {61, 55}}));
}

TEST(FieldTools, ClickingNothingSelectsNothing) {
  Hand hand;
  hand.tools.select(hand.put(scene::Source{}, scene::Disc{{50, 50}, 10}));
  hand.drag({150, 80}, {150, 80});
  EXPECT_EQ(hand.tools.selected(), 0);
  EXPECT_TRUE(hand.sent.empty());
}

TEST(FieldTools, ShapeToolsAddOneItemOnReleaseAndSelectIt) {
  Hand hand;
  hand.tools.settings().make = Make::wall;
  hand.tools.choose(Tool::rectangle);
  hand.drag({30, 40}, {10, 20});
  const auto added = hand.all<session::AddItem>();
  ASSERT_EQ(added.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<scene::Wall>(added[0].item.role));
  EXPECT_EQ(std::get<scene::Rectangle>(added[0].item.shape),
            (scene::Rectangle{{10, 20}, {30, 40}}));
  hand.move(100, 50);
  EXPECT_EQ(hand.tools.selected(), 1);
}

TEST(FieldTools, AClickWithAShapeToolAddsAShapeOfTheBrushsSize) {
  Hand hand;
  hand.tools.settings().brush = 6;
  hand.tools.choose(Tool::disc);
  hand.drag({30, 40}, {30, 40});
  ASSERT_EQ(hand.all<session::AddItem>().size(), 1U);
  EXPECT_EQ(std::get<scene::Disc>(hand.all<session::AddItem>()[0].item.shape).radius, 6);
}

TEST(FieldTools, PaintingCoversTheWayWithoutGapsInOneGesture) {
  Hand hand;
  hand.tools.choose(Tool::paint);
  hand.drag({10, 10}, {90, 10});
  const auto paints = hand.all<session::Paint>();
  ASSERT_GE(paints.size(), 3U);
  for (std::size_t i = 1; i < paints.size(); ++i) {
    EXPECT_EQ(paints[i].stroke.points.front(), paints[i - 1].stroke.points.back());
    EXPECT_EQ(hand.sent[i].gesture, hand.sent[0].gesture);
  }
}

TEST(FieldTools, AHeldStrokeGrowsAsOneItemInOneGesture) {
  Hand hand;
  hand.tools.choose(Tool::hold);
  hand.drag({10, 10}, {50, 10});
  ASSERT_EQ(hand.snapshot.scene.items.size(), 1U);
  const auto& stroke = std::get<scene::Stroke>(hand.snapshot.scene.items[0].shape);
  EXPECT_EQ(stroke.points.front(), (core::Point{10, 10}));
  EXPECT_EQ(stroke.points.back(), (core::Point{50, 10}));
  for (const Sent& s : hand.sent) EXPECT_EQ(s.gesture, hand.sent[0].gesture);
}

TEST(FieldTools, AHeldStrokeSendsEachPointOnce) {
  Hand hand;
  hand.tools.choose(Tool::hold);
  hand.move(10, 10);
  hand.press();
  for (int i = 1; i <= 100; ++i) hand.move(10 + i, 10);
  hand.release();
  std::size_t sent = 1;
  for (const auto& longer : hand.all<session::ExtendItem>()) sent += longer.points.size();
  const auto& stroke = std::get<scene::Stroke>(hand.snapshot.scene.items[0].shape);
  EXPECT_EQ(sent, stroke.points.size());
  EXPECT_EQ(sent, 101U);
}

TEST(FieldTools, TheRightButtonErasesWhateverTheTool) {
  Hand hand;
  hand.tools.choose(Tool::select);
  hand.move(20, 20);
  hand.pointer.right = true;
  hand.move(20, 20);
  hand.move(40, 20);
  hand.pointer.right = false;
  hand.move(60, 20);
  EXPECT_EQ(hand.all<session::Erase>().size(), 3U);
  EXPECT_FALSE(hand.tools.busy());
}

TEST(FieldTools, NothingHappensWhereAPanelIsOverTheField) {
  Hand hand;
  hand.put(scene::Source{}, scene::Disc{{50, 50}, 10});
  hand.pointer.over_field = false;
  hand.drag({50, 50}, {90, 50});
  EXPECT_TRUE(hand.sent.empty());
}

TEST(FieldTools, APressThatBeganOnAPanelStaysOffTheField) {
  Hand hand;
  hand.put(scene::Source{}, scene::Disc{{50, 50}, 10});
  hand.pointer.over_field = false;
  hand.press();
  hand.pointer.over_field = true;
  hand.move(50, 50);
  hand.move(90, 50);
  EXPECT_TRUE(hand.sent.empty());
}

TEST(FieldTools, ADragEndsWhenItsItemIsGone) {
  Hand hand;
  hand.put(scene::Source{}, scene::Disc{{50, 50}, 10});
  hand.move(50, 50);
  hand.press();
  hand.move(60, 50);
  hand.snapshot.scene.items.clear();
  const std::size_t sent = hand.sent.size();
  hand.move(70, 50);
  EXPECT_EQ(hand.sent.size(), sent);
  EXPECT_FALSE(hand.tools.busy());
}

TEST(FieldTools, ADragEndsWhenItIsUndoneMeanwhile) {
  Hand hand;
  hand.put(scene::Source{}, scene::Disc{{50, 50}, 10});
  hand.move(50, 50);
  hand.press();
  hand.move(60, 50);
  hand.snapshot.scene.items[0].shape = scene::Disc{{50, 50}, 10};
  hand.move(70, 50);
  EXPECT_EQ(hand.all<session::MoveItem>().size(), 1U);
}

TEST(FieldTools, AHeldStrokeEndsWhenItIsUndoneMeanwhile) {
  Hand hand;
  hand.tools.choose(Tool::hold);
  hand.move(10, 10);
  hand.press();
  hand.move(20, 10);
  hand.snapshot.scene.items.clear();
  const std::size_t sent = hand.sent.size();
  hand.move(30, 10);
  EXPECT_EQ(hand.sent.size(), sent);
  EXPECT_FALSE(hand.tools.busy());
}

TEST(FieldTools, ADragEndsWhenAnotherSceneIsOpened) {
  Hand hand;
  hand.tools.choose(Tool::disc);
  hand.move(10, 10);
  hand.press();
  hand.move(20, 10);
  hand.snapshot.scene.name = "another";
  hand.move(30, 10);
  hand.release();
  EXPECT_TRUE(hand.sent.empty());
}

TEST(FieldTools, AnotherToolFinishesTheShapeBeingDrawn) {
  Hand hand;
  hand.tools.choose(Tool::disc);
  hand.move(10, 10);
  hand.press();
  hand.move(20, 10);
  hand.tools.choose(Tool::select);
  hand.release();
  ASSERT_EQ(hand.all<session::AddItem>().size(), 1U);
  EXPECT_EQ(hand.all<session::AddItem>()[0].item.shape, (scene::Shape{scene::Disc{{10, 10}, 10}}));
}

TEST(FieldTools, CancellingGivesTheShapeBeingDrawnUp) {
  Hand hand;
  hand.tools.choose(Tool::disc);
  hand.move(10, 10);
  hand.press();
  hand.move(20, 10);
  hand.tools.cancel();
  hand.release();
  EXPECT_TRUE(hand.sent.empty());
}

TEST(FieldTools, ASmallItemIsMovedByItsMiddleAndResizedByItsRim) {
  Hand hand;
  const int id = hand.put(scene::Source{}, scene::Disc{{50, 50}, 4});
  hand.tools.select(id);
  hand.drag({50.5, 50.5}, {70.5, 50.5});
  EXPECT_EQ(hand.snapshot.scene.items[0].shape, (scene::Shape{scene::Disc{{70, 50}, 4}}));
  hand.drag({74, 50}, {80, 50});
  EXPECT_EQ(hand.snapshot.scene.items[0].shape, (scene::Shape{scene::Disc{{70, 50}, 10}}));
}

TEST(FieldTools, AnItemStaysWhereItCanBePickedAgain) {
  Hand hand;
  hand.put(scene::Source{}, scene::Rectangle{{20, 20}, {30, 30}});
  hand.drag({25, 25}, {2000, -900});
  const core::Rect bounds = scene::bounds(hand.snapshot.scene.items[0].shape);
  EXPECT_EQ(bounds, (core::Rect{199, -9, 209, 1}));
}

/// A pointer over the curve of a line, which has the value 0 everywhere.
class HandOnLine : public Hand {
 public:
  HandOnLine() {
    snapshot.scene = scene::blank_scene("heat", {200, 1});
    pointer.value_per_unit = 0.01;
  }
  void move_to(double x, double value) {
    pointer.value = value;
    pointer.on_curve = std::abs(value) < 0.1;
    move(x, 0.5);
  }
};

TEST(FieldTools, APenDrawsACurveThroughEachCellThatItPasses) {
  HandOnLine hand;
  hand.tools.choose(Tool::paint);
  hand.tools.settings().brush = 3.0;
  hand.move_to(20.5, 1.0);
  hand.press();
  hand.move_to(30.5, 2.0);
  hand.release();
  std::vector<double> values(200, 0.0);
  for (const session::Paint& paint : hand.all<session::Paint>()) {
    for (int x = 0; x < 200; ++x) {
      if (scene::contains(scene::Shape(paint.stroke), {x + 0.5, 0.5})) {
        values[static_cast<std::size_t>(x)] = paint.value;
      }
    }
  }
  EXPECT_EQ(values[16], 0.0);
  EXPECT_EQ(values[18], 1.0) << "behind the pen, where it was put down";
  for (std::size_t x = 20; x <= 30; ++x) {
    EXPECT_NEAR(values[x], 1.0 + 0.1 * (static_cast<double>(x) - 20), 1e-9) << x;
  }
  EXPECT_EQ(values[33], 2.0) << "ahead of it";
  EXPECT_EQ(values[36], 0.0);
  for (const Sent& sent : hand.sent) EXPECT_EQ(sent.gesture, hand.sent[0].gesture);
}

TEST(FieldTools, ACurveIsPulledWhereNothingElseLiesAndOnlyWhereItIsTouched) {
  HandOnLine hand;
  hand.move_to(50, 0.5);
  hand.press();
  hand.move_to(50, 0.9);
  hand.release();
  EXPECT_TRUE(hand.sent.empty()) << "the pointer is far above it";
  hand.move_to(50, 0.05);
  hand.press();
  hand.move_to(50, 0.9);
  hand.release();
  ASSERT_FALSE(hand.all<session::Paint>().empty());
  EXPECT_EQ(hand.all<session::Paint>().back().value, 0.9);
}

TEST(FieldTools, ASourceOnALineIsDraggedAlongItAndRaised) {
  HandOnLine hand;
  hand.put(scene::Source{.value = 1.0}, scene::Rectangle{{50, 0}, {60, 1}});
  const auto value = [&] {
    return std::get<scene::Source>(hand.snapshot.scene.items[0].role).value;
  };
  hand.move_to(55, 1.0);
  hand.press();
  hand.move_to(65, 1.03);
  EXPECT_EQ(value(), 1.0) << "a drag along the line wavers";
  hand.move_to(65, 1.5);
  hand.release();
  EXPECT_NEAR(value(), 1.44, 1e-9) << "but for the six units in which nothing happens";
  EXPECT_EQ(std::get<scene::Rectangle>(hand.snapshot.scene.items[0].shape),
            (scene::Rectangle{{60, 0}, {70, 1}}));
}

TEST(FieldTools, ARectangleOnALineCoversItsRow) {
  HandOnLine hand;
  hand.tools.choose(Tool::rectangle);
  hand.move_to(50, 1.0);
  hand.press();
  hand.move_to(60, 1.0);
  hand.release();
  const auto added = hand.all<session::AddItem>();
  ASSERT_EQ(added.size(), 1U);
  EXPECT_TRUE(scene::contains(added[0].item, {55.5, 0.5}));
  EXPECT_FALSE(scene::contains(added[0].item, {61.5, 0.5}));
}

}  // namespace
}  // namespace heatwave::fields_room
