// Tests the window by keyboard alone: Tab, the focus frame, arrows, Enter and Escape.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

std::ptrdiff_t place_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& each) {
    return each.starts_with(name + '\n');
  });
  EXPECT_NE(found, names.end()) << name;
  return found - names.begin();
}

class FocusWindow : public PlateWindowTest {
 protected:
  static constexpr int kMostControls = 120;

  json focus() { return window().status()["focus"]; }
  bool comes_to(const std::string& name) {
    return wait([&](const json& s) { return s["focus"]["name"] == name; });
  }
  /// Presses Tab until the control of this name has the keyboard focus.
  void tab_to(const std::string& name) {
    for (int presses = 0; presses < kMostControls; ++presses) {
      const json before = focus();
      if (before["name"] == name) return;
      window().key("Tab");
      // On a busy machine the key may arrive frames later; some controls keep the focus.
      constexpr double kSeconds = 2.0;
      wait([&](const json& s) { return s["focus"] != before; }, kSeconds);
      window().wait_frames(1);
    }
    FAIL() << "Tab never comes to " << name;
  }
  /// Holds Shift Tab for several frames, as a hand does.
  void tab_back() {
    XClient hand(window().display());
    for (const bool down : {true, false}) {
      for (const char* key : {"Shift_L", "Tab"}) hand.key(key, down);
      hand.finish();
      window().wait_frames(2);
    }
  }
  /// Presses a key and waits for the second frame, in which the focus has moved.
  void press(const std::string& key) {
    window().key(key);
    window().wait_frames(2);
  }
  /// Tabs once round the room of this key; expects each stop once and these names in this order.
  void expect_round(const std::string& room, const std::vector<std::string>& expected) {
    press(room);
    window().wait_frames(3);
    std::vector<std::string> names;
    for (int i = 0; i < kMostControls; ++i) {
      press("Tab");
      const json at = focus();
      EXPECT_EQ(at["held"], true);
      const std::string name = at["name"].get<std::string>() + '\n' + at["id"].dump();
      // The focus leaves a text field only after several frames.
      if (!names.empty() && names.back() == name) continue;
      names.push_back(name);  // some controls share a name
      if (names.size() > 1 && names.back() == names.front()) {
        names.pop_back();
        break;
      }
    }
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    std::rotate(names.begin(), names.begin() + place_of(names, "room/Fields"), names.end());
    std::ptrdiff_t before = -1;
    for (const std::string& name : expected) {
      const std::ptrdiff_t place = place_of(names, name);
      EXPECT_GT(place, before) << name;
      before = place;
    }
    EXPECT_EQ(window().errors(), "");
  }
};

TEST_F(FocusWindow, TabGoesThroughTheFieldsInTheOrderTheyAreRead) {
  expect_round("1", {"room/Fields", "room/Lab", "scene", "equation", "H", "F1", "fold/Tools", "V",
                     "A", "fold/View", "fold/Measure", "fold/Colours", "fold/Save pictures",
                     "Space", ".", "pace/Fit", "pace/Fixed"});
}

TEST_F(FocusWindow, TabGoesThroughTheLabInTheOrderItIsRead) {
  expect_round("2", {"room/Fields", "experiment", "H", "fold/Run", "Run all", "fold/Experiment",
                     "experiment/pairwise-sum", "fold/Parameters", "fold/Save", "run or cancel"});
}

TEST_F(FocusWindow, TabGoesThroughTheStageInTheOrderItIsRead) {
  expect_round("3", {"room/Fields", "lesson", "H", "fold/Lesson", "fold/All lessons",
                     "fold/Version and inputs", "fold/Save", "Space", "time line"});
}

TEST_F(FocusWindow, KeysPressWhatHasThemAndEscapeGivesThemBackToTheRoom) {
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == true; }));
  tab_to("room/Fields");
  press("Right");
  ASSERT_TRUE(comes_to("room/Lab"));
  press("space");  // the room behind it would pause
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "lab"; }));
  press("Left");
  ASSERT_TRUE(comes_to("room/Fields"));
  press("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "fields"; }));
  EXPECT_EQ(window().status()["playing"], true);
  tab_to("H");
  press("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["panel"] == false; }));
  press("t");
  press("3");
  EXPECT_EQ(window().status()["dark"], true) << "a letter does not reach the room";
  EXPECT_EQ(window().status()["room"], "fields") << "a digit does not either";
  press("Escape");
  EXPECT_TRUE(wait([](const json& s) { return s["focus"]["held"] == false; }));
  press("t");
  EXPECT_TRUE(wait([](const json& s) { return s["dark"] == false; }));
  press("space");
  EXPECT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
}

TEST_F(FocusWindow, ArrowsAreTheRoomsUntilTabHasBeenPressed) {
  press("3");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["step"] == 0; }));
  window().click("H");  // a clicked control does not take the keyboard focus
  window().click("H");
  for (const char* key : {"Down", "Right", "Next", "End", "Home"}) {
    press(key);
    EXPECT_EQ(focus()["held"], false) << key;
  }
  press("Tab");
  EXPECT_EQ(focus()["held"], true);
  press("Right");
  EXPECT_EQ(focus()["held"], true);
}

TEST_F(FocusWindow, AListIsUnfoldedGoneThroughAndChosenFrom) {
  tab_to("equation");
  press("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["list"] == true; }));
  ASSERT_TRUE(comes_to("equation/Heat"));
  press("Down");
  ASSERT_TRUE(comes_to("equation/Wave"));
  EXPECT_EQ(window().status()["equation"], "heat") << "focus alone chooses nothing";
  press("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["list"] == false; }));
  EXPECT_TRUE(comes_to("equation")) << "the list's own field has the focus again";
  EXPECT_EQ(window().status()["equation"], "heat");
  press("space");
  ASSERT_TRUE(comes_to("equation/Heat"));
  press("Down");
  press("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["equation"] == "wave" && s["list"] == false; }));
}

TEST_F(FocusWindow, TheRowsOfAListAreOneStopOfTabInWhichArrowsGo) {
  press("2");
  tab_to("experiment/pairwise-sum");
  press("Down");
  EXPECT_TRUE(comes_to("experiment/dot"));
  EXPECT_EQ(window().status()["lab"]["experiment"], "pairwise-sum")
      << "focus alone chooses nothing";
  press("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["lab"]["experiment"] == "dot"; }));
  press("Up");
  EXPECT_TRUE(comes_to("experiment/pairwise-sum"));
  tab_to("fold/Chart");
  tab_back();
  EXPECT_TRUE(comes_to("experiment/dot")) << "Tab enters at the chosen button";
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FocusWindow, NumbersAreTypedAndChangedByArrows) {
  tab_to("pace/Fixed");
  press("space");
  tab_to("steps per frame");
  window().keys_at_once({"3", "7"});
  window().wait_frames(2);
  press("Tab");  // ends typing
  EXPECT_TRUE(wait([](const json& s) { return s["pace"] == 37; }));
  EXPECT_EQ(window().status()["room"], "fields") << "typed text does not reach the room";
  tab_back();
  ASSERT_TRUE(comes_to("steps per frame"));
  press("Escape");  // ends typing
  EXPECT_EQ(focus()["name"], "steps per frame");
  press("space");
  press("Right");
  EXPECT_TRUE(wait([](const json& s) { return s["pace"] > 37; })) << window().status()["pace"];
  press("Left");
  EXPECT_TRUE(wait([](const json& s) { return s["pace"] == 37; })) << window().status()["pace"];
  press("Escape");  // leaves the number
  press("Escape");  // returns the keys to the room
  ASSERT_TRUE(wait([](const json& s) { return s["focus"]["held"] == false; }));
  press("3");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
}

TEST_F(FocusWindow, AQuestionHasTheKeysToItself) {
  press("F1");
  ASSERT_TRUE(wait([](const json& s) { return s["help"] == true; }));
  tab_to("close");
  constexpr int kPages = 5;
  for (int stop = 0; stop < kPages + 2; ++stop) press("Tab");
  EXPECT_EQ(focus()["name"], "close") << "the stops of the help: the tour, Close, and the pages";
  press("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["help"] == false; }));
  press("ctrl+o");
  ASSERT_TRUE(wait([](const json& s) { return s["dialog"]["open"] == true; }));
  tab_to("back");
  press("space");
  EXPECT_TRUE(wait([](const json& s) { return s["dialog"]["open"] == false; }));
}

double luminance(const std::array<int, 3>& colour) {
  const auto linear = [](int value) {
    const double part = value / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

TEST_F(FocusWindow, TheFrameIsSeenFromTheBackInBothThemesAndGrowsWithTheInterface) {
  open_full_size();
  XClient screen(window().display());
  for (const char* theme : {"dark", "light"}) {
    for (const int least : {2, 3}) {
      // The larger interface folds the panel to its rail.
      tab_to(least == 2 ? "fold/Tools" : "rail/Tools");
      window().wait_frames(3);
      const json status = window().status();
      const std::array<double, 4> box = status["focus"]["box"];
      // These pixels lead from above the box to its middle, across the focus frame.
      const int x = static_cast<int>(box[0] + box[2] * 0.8);
      const auto ground =
          screen.colour_at(x, static_cast<int>(box[1] - 7 * status["unit"].get<double>()));
      int seen = 0;
      for (int y = static_cast<int>(box[1]) - 12; y < static_cast<int>(box[1] + box[3] / 2); ++y) {
        const double a = luminance(screen.colour_at(x, y)) + 0.05;
        const double b = luminance(ground) + 0.05;
        if (std::max(a, b) / std::min(a, b) >= 3.0) ++seen;
      }
      EXPECT_GE(seen, least) << theme << " at " << status["unit"];
      EXPECT_LE(seen, 8) << theme;
      window().key("ctrl+plus");
      window().wait_frames(3);
    }
    window().key("ctrl+0");
    press("Escape");
    window().key("t");
    window().wait_frames(3);
  }
}

/// A window at five frames per second, as with a large field.
class SlowWindow : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    open({"heat-plate", "--size", "160x120", "--rate", "5"});
    ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("steps per frame"); }));
    client_.emplace(window().display());
  }
  void move_to(const std::string& place) {
    const json at = window().status()["places"][place];
    client_->move(at[0].get<int>() + at[2].get<int>() / 2, at[1].get<int>() + at[3].get<int>() / 2);
  }
  void click() {
    client_->button(1, true);
    client_->button(1, false);
  }

  std::optional<XClient> client_;
};

TEST_F(SlowWindow, TwoQuickClicksAreOneDoubleClickHoweverLongAFrameTakes) {
  move_to("steps per frame");
  client_->finish();
  window().wait_frames(2);
  // On a machine so busy that frames take half a second, two clicks are two.
  constexpr int kTries = 10;
  bool typed = false;
  for (int tries = 0; tries < kTries && !typed; ++tries) {
    click();
    click();
    client_->finish();
    window().wait_frames(5);
    for (const char* key : {"7", "Return"}) {
      client_->key(key, true);
      client_->key(key, false);
    }
    client_->finish();
    window().wait_frames(5);
    typed = window().status()["pace"] == 7;
  }
  EXPECT_TRUE(typed) << window().status()["pace"];
}

TEST_F(SlowWindow, AClickCountsWhereItWasMadeHoweverSoonThePointerIsElsewhere) {
  const bool playing = window().status()["playing"];
  move_to("Space");
  click();
  client_->move(5, 5);
  client_->finish();
  EXPECT_TRUE(wait([&](const json& s) { return s["playing"] != playing; }));
}

TEST_F(SlowWindow, AKeyCountsAfterTheClickBeforeItHoweverSoonItIsPressed) {
  const bool dark = window().status()["dark"];
  move_to("equation");
  click();
  client_->key("t", true);
  client_->key("t", false);
  client_->finish();
  EXPECT_TRUE(wait([](const json& s) { return s["list"] == true && s["input_kept"] == false; }));
  window().wait_frames(2);
  EXPECT_EQ(window().status()["dark"], dark) << "the list opened by the click has the focus";
}

}  // namespace
}  // namespace heatwave::test
