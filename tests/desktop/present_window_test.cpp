// Tests presenting in the real window: the room alone, the pen, magnifying, freezing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class PresentWindow : public PlateWindowTest {
 protected:
  void SetUp() override {
    PlateWindowTest::SetUp();
    if (!IsSkipped()) pause();
  }
  void pause() {
    window().key("space");
    ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  }
  void key(const char* name, const char* what, const json& value) {
    window().key(name);
    ASSERT_TRUE(wait([&](const json& s) { return s["present"][what] == value; })) << name;
  }
  /// Selects the item at the cell.
  void select(const std::array<double, 2>& cell) {
    window().move_to_cell(cell[0], cell[1]);
    window().press();
    window().release();
    ASSERT_TRUE(wait([](const json& s) { return s["selected"] != 0; }));
  }
  /// Returns the middle of the only item, in cells.
  std::array<double, 2> middle() {
    const json bounds = window().status()["items"][0]["bounds"];
    return {(bounds[0].get<double>() + bounds[2].get<double>()) / 2,
            (bounds[1].get<double>() + bounds[3].get<double>()) / 2};
  }
};

TEST_F(PresentWindow, TheRoomStandsAloneAndComesBackAsItWas) {
  const json before = window().status();
  for (const char* leave : {"F5", "Escape"}) {
    key("F5", "on", true);
    ASSERT_TRUE(wait([&](const json& s) {
      return !s["places"].contains("name") && s["field_area"][3] > before["field_area"][3];
    }));
    EXPECT_GT(window().status()["unit"], before["unit"]);
    window().key("period");
    ASSERT_TRUE(wait([](const json& s) {
      return s["present"]["keys"].size() > 0 && s["present"]["keys"].back() == "Full stop";
    }));
    // The top bar is hidden, so the light that shows a running sequence is drawn without it.
    window().key("ctrl+e");
    ASSERT_TRUE(wait([](const json& s) { return s["export"]["open"] == true; }));
    window().key("Return");
    EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("light/pictures"); }));
    window().key("ctrl+e");
    EXPECT_TRUE(wait([](const json& s) { return s["sequence"] == false; }));
    key(leave, "on", false);
    ASSERT_TRUE(wait([&](const json& s) { return s["field_area"] == before["field_area"]; }));
    EXPECT_EQ(window().status()["unit"], before["unit"]);
    EXPECT_EQ(window().status()["panel"], before["panel"]);
  }
  EXPECT_EQ(window().errors(), "");
}

TEST_F(PresentWindow, ItsLettersAreAFortiethOfTheWindowsHeight) {
  constexpr double kHeight = 1100;
  constexpr double kLetters = 16;  // units of body text
  open({"two-sources", "--window", "1500x1100"});
  const auto letters_are_large = [&](const json& s) {
    return s["unit"].get<double>() * kLetters >= kHeight / 40 - 0.01;
  };
  EXPECT_FALSE(letters_are_large(window().status()));
  for (const auto& [press, what] : {std::pair{"F5", "on"}, {"F4", "audience"}}) {
    key(press, what, true);
    EXPECT_TRUE(wait(letters_are_large)) << press;
    key(press, what, false);
    EXPECT_TRUE(wait([&](const json& s) { return !letters_are_large(s); })) << press;
  }
}

TEST_F(PresentWindow, AFieldHasItsNameItsEquationAndTheTime) {
  for (const char* scene : {"wave-drop", "heat-plate"}) {  // beside the field, and above it
    open({scene, "--window", "1280x800"});
    ASSERT_FALSE(window().status()["places"].contains("field name"));
    key("F5", "on", true);
    EXPECT_TRUE(wait([](const json& s) {
      for (const char* part : {"field name", "field time", "field values", "field words"}) {
        if (!s["places"].contains(part)) return false;
      }
      const double left = s["origin"][0];
      const double top = s["field_area"][1];
      for (const char* part :
           {"field name", "equation", "field time", "field values", "field words"}) {
        const json box = s["places"][part];
        const bool beside = box[0].get<double>() + box[2].get<double>() <= left;
        const bool above = box[1].get<double>() + box[3].get<double>() <= top;
        if (box[0] < 0 || box[1] < 0 || (!beside && !above)) return false;
      }
      return s["places"]["field name"][3] >= 36 && s["places"]["field words"][3] >= 20;
    })) << scene
        << ' ' << window().status()["places"];
    const json status = window().status();
    const double cells = status["height"];
    EXPECT_GT(cells * status["cell"].get<double>(), 620) << scene << " has most of the height";
    key("F5", "on", false);
    EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("field name"); }));
  }
}

TEST_F(PresentWindow, KeysThatArePressedHideNothingThatIsTold) {
  key("F5", "on", true);
  window().key("c");  // nothing is measured, and a message says so
  json places;
  std::array<double, 4> field{};
  ASSERT_TRUE(wait([&](const json& s) {
    places = s["places"];
    field = s["field_area"];
    return places.contains("notice") && places.contains("keys pressed");
  }));
  const std::array<double, 4> told = places["notice"];
  const std::array<double, 4> keys = places["keys pressed"];
  EXPECT_TRUE(told[1] + told[3] <= keys[1] || keys[0] + keys[2] <= told[0] ||
              keys[1] + keys[3] <= told[1])
      << places;
  EXPECT_TRUE(keys[1] + keys[3] <= field[1] || keys[0] + keys[2] <= field[0]) << places;
  window().key("F5");
}

TEST_F(PresentWindow, WhatIsToldStandsAboveTheSignOfAHeldPicture) {
  window().key("2");  // the lab leaves little room for both
  key("F8", "held", true);
  window().key("ctrl+c");  // a message reports the copy or the reason against it
  ASSERT_TRUE(wait([](const json& s) {
    return s["places"].contains("notice") && s["places"].contains("sign");
  }));
  window().wait_frames(3);
  const json places = window().status()["places"];
  const std::array<double, 4> told = places["notice"];
  EXPECT_LE(told[1] + told[3], places["sign"][1].get<double>());
  window().key("F8");
}

TEST_F(PresentWindow, WhatIsHeldOrDrawnOnIsSaidOnAWholePlate) {
  for (const char* keys : {"F8", "F6"}) {
    window().key(keys);
    ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("sign"); })) << keys;
    window().wait_frames(3);
    const std::array<double, 4> plate = window().status()["places"]["sign"];
    const int x = static_cast<int>(plate[0]);
    const int y = static_cast<int>(plate[1]);
    const int right = static_cast<int>(plate[0] + plate[2]) - 1;
    const int middle = y + static_cast<int>(plate[3] / 2);
    XClient screen(window().display());
    const auto rim = screen.colour_at(x + static_cast<int>(plate[2] / 2), y);
    EXPECT_EQ(screen.colour_at(x, middle), rim) << keys;
    EXPECT_EQ(screen.colour_at(right, middle), rim) << keys;
    EXPECT_NE(screen.colour_at(x + 4, middle), rim) << keys;
    window().key(keys);
    ASSERT_TRUE(wait([](const json& s) { return !s["places"].contains("sign"); })) << keys;
  }
}

TEST_F(PresentWindow, ThePenDrawsOverAnythingAndMovesNothing) {
  open_full_size();
  pause();
  const json items = window().status()["items"];
  const auto at = middle();
  key("F6", "pen", true);
  window().drag(at, {at[0] + 30, at[1] + 20});
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["points"] >= 3; }));
  EXPECT_EQ(window().status()["items"], items);
  const auto ink = window().colour_at_cell(at[0] + 15, at[1] + 10);
  EXPECT_GT(ink[0], 230);
  EXPECT_GT(ink[1], 180);
  EXPECT_LT(ink[2], 100);
  key("Escape", "pen", false);
  EXPECT_EQ(window().status()["present"]["strokes"], 1) << "strokes stay";
  key("F7", "strokes", 0);
  window().drag(at, {at[0] + 30, at[1] + 20});
  EXPECT_TRUE(wait([&](const json& s) { return s["items"] != items; }));
}

TEST_F(PresentWindow, APenThatMovesFastDrawsNoCorners) {
  open_full_size();
  pause();
  const auto at = middle();
  key("F6", "pen", true);
  window().move_to_cell(at[0] - 40, at[1]);
  window().press();
  const std::array<std::array<double, 2>, 4> corners{
      {{at[0], at[1] - 40}, {at[0] + 40, at[1]}, {at[0], at[1] + 40}, {at[0] - 40, at[1]}}};
  for (const auto& corner : corners) {
    window().move_to_cell(corner[0], corner[1]);
    window().wait_frames(2);
  }
  window().release();
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["points"] >= 5; }));
  // A straight line between two of these points is 7 cells away here.
  const auto ink = window().colour_at_cell(at[0] + 25, at[1] - 25);
  EXPECT_GT(ink[0], 230);
  EXPECT_GT(ink[1], 180);
  EXPECT_LT(ink[2], 100);
}

TEST_F(PresentWindow, WhatIsMagnifiedStaysUnderThePointerAndIsDraggedThere) {
  const auto at = middle();
  window().move_to_cell(at[0], at[1]);
  const json cell = window().status()["probe"];
  window().hold("ctrl");
  for (int i = 0; i < 4; ++i) {
    window().press(4);
    window().release(4);
  }
  window().let_go("ctrl");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["magnified"] > 2.0; }));
  EXPECT_EQ(window().status()["probe"], cell);
  const json before = window().status()["items"][0]["bounds"];
  window().drag(at, {at[0] + 12, at[1]});
  ASSERT_TRUE(wait([&](const json& s) { return s["items"][0]["bounds"] != before; }));
  const json after = window().status()["items"][0]["bounds"];
  EXPECT_NEAR(after[0].get<double>() - before[0].get<double>(), 12, 1.5);
  key("Escape", "magnified", 1.0);
}

TEST_F(PresentWindow, APictureIsHeldWhileTheNextIsPrepared) {
  const auto at = middle();
  select(at);
  window().move_to_cell(2, 2);
  const auto hot = window().colour_at_cell(at[0], at[1]);
  key("F8", "held", true);
  window().key("Delete");
  window().key("r");
  ASSERT_TRUE(wait([](const json& s) { return s["items"].empty() && s["step"] == 0; }));
  EXPECT_EQ(window().colour_at_cell(at[0], at[1]), hot);
  key("F8", "held", false);
  window().wait_frames(3);
  EXPECT_NE(window().colour_at_cell(at[0], at[1]), hot);
}

TEST_F(PresentWindow, TheAudienceKeepsItsPictureInAWindowOfItsOwnWhileTheNextIsPrepared) {
  const auto at = middle();
  select(at);
  window().resize(800, 600);
  ASSERT_TRUE(wait([](const json& s) { return s["field_area"][2] < 800; }));
  window().move_to_cell(2, 2);
  const auto hot = window().colour_at_cell(at[0], at[1]);
  key("F4", "audience", true);
  XClient screen(window().display());
  // The audience's window is to the right of the first one, half as large.
  const auto audience_sees_hot = [&] {
    for (int y = 4; y < 300; y += 8) {
      for (int x = 804; x < 1200; x += 8) {
        const auto colour = screen.colour_at(x, y);
        int off = 0;
        for (std::size_t i = 0; i < 3; ++i) off = std::max(off, std::abs(colour[i] - hot[i]));
        if (off <= 4) return true;
      }
    }
    return false;
  };
  const auto comes = [&](bool seen) {
    for (int tries = 0; tries < 100 && audience_sees_hot() != seen; ++tries) {
      window().wait_frames(2);
    }
    return audience_sees_hot() == seen;
  };
  EXPECT_TRUE(comes(true));
  key("F8", "held", true);
  window().key("Delete");
  window().key("r");
  ASSERT_TRUE(wait([](const json& s) { return s["items"].empty() && s["step"] == 0; }));
  window().wait_frames(3);
  EXPECT_NE(window().colour_at_cell(at[0], at[1]), hot) << "the first window is not frozen";
  EXPECT_TRUE(audience_sees_hot());
  window().key("Escape");
  window().wait_frames(3);
  EXPECT_EQ(window().status()["present"]["held"], true)
      << "Esc does not unfreeze the audience's picture";
  key("F8", "held", false);
  EXPECT_TRUE(comes(false));
  window().key("ctrl+z");
  window().key("ctrl+z");
  EXPECT_TRUE(comes(true));
  window().key("ctrl+o");
  ASSERT_TRUE(wait([](const json& s) { return s["dialog"]["open"] == true; }));
  window().wait_frames(3);
  EXPECT_NE(window().colour_at_cell(at[0], at[1]), hot);
  EXPECT_TRUE(audience_sees_hot()) << "the audience sees no questions";
  window().key("Escape");
  key("F8", "held", true);
  key("F4", "audience", false);
  EXPECT_EQ(window().status()["present"]["held"], false)
      << "without an audience the picture is not frozen";
  EXPECT_EQ(window().errors(), "");
}

TEST_F(PresentWindow, ADoubleClickMakesTheAudiencesWindowFullScreenAndAnotherBringsItBack) {
  window().resize(800, 600);
  ASSERT_TRUE(wait([](const json& s) { return s["field_area"][2] < 800; }));
  key("F4", "audience", true);
  XClient screen(window().display());
  const auto double_click = [&] {
    screen.move(1000, 100);
    for (const bool down : {true, false, true, false}) screen.button(1, down);
    screen.finish();
  };
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("notice"); }));
  window().wait_frames(3);
  const json notice = window().status()["places"]["notice"];
  const auto plate = screen.colour_at(notice[0].get<int>() + 6, notice[1].get<int>() + 12);
  bool is_told = false;
  for (int y = 4; y < 300; y += 4) {
    for (int x = 804; x < 1200; x += 4) is_told = is_told || screen.colour_at(x, y) == plate;
  }
  EXPECT_FALSE(is_told) << "the audience sees no messages";
  // This point lies outside both windows, and only a full screen covers it.
  const auto covers = [&](bool expected) {
    const auto is_covered = [&] { return screen.colour_at(800, 800) != std::array{0, 0, 0}; };
    for (int tries = 0; tries < 200 && is_covered() != expected; ++tries) window().wait_frames(2);
    return is_covered() == expected;
  };
  EXPECT_TRUE(covers(false));
  double_click();
  EXPECT_TRUE(covers(true));
  double_click();
  EXPECT_TRUE(covers(false));
  EXPECT_EQ(window().status()["full_screen"], false) << "the first window does not change";
  EXPECT_EQ(window().errors(), "");
}

/// Without the program's limit, Mesa would use 512-bit vectors on some processors.
TEST(AudienceWindow, IsShownWhereSoftwareOpenglWouldTakeVectorsOf512Bits) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  ::setenv("LP_NATIVE_VECTOR_WIDTH", "512", 1);
  {
    Window window({"heat-plate", "--size", "160x120"});
    window.key("F4");
    EXPECT_TRUE(window.wait_until([](const json& s) { return s["present"]["audience"] == true; }));
    window.wait_frames(10);
    EXPECT_EQ(window.errors(), "");
  }
  ::unsetenv("LP_NATIVE_VECTOR_WIDTH");
}

}  // namespace
}  // namespace heatwave::test
