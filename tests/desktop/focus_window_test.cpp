// The window by keyboard alone: Tab, the ring round what has the keys, arrows, Enter and Escape.
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
  json focus() { return window().status()["focus"]; }
  /// Tab or Shift Tab until the control of this name has the keys.
  void tab_to(const std::string& name, const std::string& key = "Tab") {
    for (int presses = 0; presses < 80; ++presses) {
      if (focus()["name"] == name) return;
      window().key(key);
    }
    FAIL() << "Tab never comes to " << name;
  }
  /// Once round the room of this key: each stop once, and these of them in this order.
  void expect_round(const std::string& room, const std::vector<std::string>& expected) {
    window().key(room);
    window().wait_frames(3);
    std::vector<std::string> names;
    const int count = focus()["count"];
    for (int i = 0; i < count; ++i) {
      window().key("Tab");
      const json at = focus();
      EXPECT_EQ(at["held"], true);
      const std::string name = at["name"];
      names.push_back(name + '\n' + at["box"].dump());  // some are called the same
      if (names.size() > 1 && names.back() == names.front()) {
        names.pop_back();
        break;
      }
    }
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    std::rotate(names.begin(), names.begin() + place_of(names, "room"), names.end());
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
  expect_round("1", {"room", "scene", "equation", "H", "F1", "fold/Tools", "V", "A", "fold/View",
                     "fold/Measure", "fold/Colours", "fold/Save pictures", "Space", ".", "pace"});
}

TEST_F(FocusWindow, TabGoesThroughTheLabInTheOrderItIsRead) {
  expect_round("2", {"room", "experiment", "H", "fold/Experiment", "experiment/pairwise-sum",
                     "fold/Run", "Run all", "fold/Parameters", "fold/Save", "run or cancel"});
}

TEST_F(FocusWindow, TabGoesThroughTheStageInTheOrderItIsRead) {
  expect_round("3", {"room", "lesson", "H", "fold/Lesson", "lesson/memory",
                     "fold/Version and inputs", "fold/Save", "Space", "time line"});
}

TEST_F(FocusWindow, KeysPressWhatHasThemAndEscapeGivesThemBackToTheRoom) {
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == true; }));
  tab_to("room");
  window().key("space");  // the room behind it would pause
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "lab"; }));
  window().key("Left");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "fields"; }));
  EXPECT_EQ(window().status()["playing"], true);
  tab_to("T");
  window().key("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["dark"] == false; }));
  window().key("t");  // letters stay with the room
  EXPECT_TRUE(wait([](const json& s) { return s["dark"] == true; }));
  window().key("Escape");
  EXPECT_TRUE(wait([](const json& s) { return s["focus"]["held"] == false; }));
  window().key("space");
  EXPECT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  EXPECT_EQ(window().status()["dark"], true);
}

TEST_F(FocusWindow, AListIsUnfoldedGoneThroughAndChosenFrom) {
  tab_to("equation");
  window().key("Down");
  ASSERT_TRUE(wait([](const json& s) { return s["list"] == true; }));
  ASSERT_TRUE(wait([](const json& s) { return s["focus"]["name"] == "equation/Heat"; }));
  window().key("Down");
  ASSERT_TRUE(wait([](const json& s) { return s["focus"]["name"] == "equation/Wave"; }));
  EXPECT_EQ(window().status()["equation"], "heat") << "not before it is chosen";
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["list"] == false; }));
  EXPECT_TRUE(wait([](const json& s) { return s["focus"]["name"] == "equation"; }))
      << "the list's own field has the keys again, a frame later";
  EXPECT_EQ(window().status()["equation"], "heat");
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["focus"]["name"] == "equation/Heat"; }));
  window().key("Down");
  window().key("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["equation"] == "wave" && s["list"] == false; }));
}

TEST_F(FocusWindow, RowsThatAreAllInSightAreOneStopInWhichArrowsGo) {
  const auto comes_to = [&](const char* name) {
    return wait([&](const json& s) { return s["focus"]["name"] == name; });
  };
  window().key("2");
  tab_to("experiment/pairwise-sum");
  window().key("Down");
  EXPECT_TRUE(comes_to("experiment/dot"));
  EXPECT_EQ(window().status()["lab"]["experiment"], "pairwise-sum") << "not before it is chosen";
  window().key("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["lab"]["experiment"] == "dot"; }));
  window().key("Up");
  EXPECT_TRUE(comes_to("experiment/pairwise-sum"));
  window().key("Up");
  EXPECT_EQ(focus()["name"], "experiment/pairwise-sum") << "there is none above";
  window().key("Tab");
  EXPECT_EQ(focus()["name"], "fold/Run");
  window().key("shift+Tab");
  EXPECT_TRUE(comes_to("experiment/dot")) << "the one that is chosen";
  window().key("3");
  tab_to("lesson/memory");
  window().key("End");
  EXPECT_TRUE(comes_to("lesson/late-error"));
  window().key("Left");
  window().key("Home");
  EXPECT_TRUE(comes_to("lesson/memory"));
  EXPECT_EQ(window().status()["stage"]["step"], 0) << "the room's own End was not meant";
  EXPECT_EQ(window().errors(), "");
}

TEST_F(FocusWindow, ArrowsChangeNumbersAndEnterTypesThem) {
  tab_to("fold/Colours");
  tab_to("pace");
  window().key("Right");
  tab_to("steps per frame");
  const int before = window().status()["pace"];
  ASSERT_GT(before, 0);
  window().key("Up");
  EXPECT_TRUE(wait([&](const json& s) { return s["pace"] > before; }));
  window().key("Down");
  EXPECT_TRUE(wait([&](const json& s) { return s["pace"] == before; }));
  window().key("Return");
  window().wait_frames(3);
  window().keys_at_once({"3", "7"});
  window().wait_frames(2);
  window().key("Tab");  // ends what is typed
  EXPECT_TRUE(wait([](const json& s) { return s["pace"] == 37; }));
  EXPECT_EQ(window().status()["room"], "fields") << "what was typed is no key of the room";
  window().key("3");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
}

TEST_F(FocusWindow, AQuestionHasTheKeysToItself) {
  window().key("F1");
  ASSERT_TRUE(wait([](const json& s) { return s["help"] == true; }));
  window().key("Tab");
  EXPECT_EQ(focus()["count"], 2) << "the tour, and the way out";
  window().key("Tab");
  EXPECT_EQ(focus()["name"], "close");
  window().key("Return");
  EXPECT_TRUE(wait([](const json& s) { return s["help"] == false; }));
  window().key("ctrl+o");
  ASSERT_TRUE(wait([](const json& s) { return s["dialog"]["open"] == true; }));
  tab_to("back");
  window().key("space");
  EXPECT_TRUE(wait([](const json& s) { return s["dialog"]["open"] == false; }));
}

double luminance(const std::array<int, 3>& colour) {
  const auto linear = [](int value) {
    const double part = value / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

TEST_F(FocusWindow, TheRingIsSeenFromTheBackInBothThemesAndGrowsWithTheInterface) {
  XClient screen(window().display());
  for (const char* theme : {"dark", "light"}) {
    for (const int least : {2, 3}) {
      tab_to("fold/Tools");
      window().wait_frames(3);
      const json status = window().status();
      const std::array<double, 4> box = status["focus"]["box"];
      // From above the box down to its middle, through the ring's upper side.
      const int x = static_cast<int>(box[0] + box[2] * 0.7);
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
    window().key("t");
    window().wait_frames(3);
  }
}

/// Five frames a second, as of a field that is large.
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
  window().wait_frames(2);
  click();
  click();
  client_->finish();
  window().wait_frames(5);
  for (const char* key : {"7", "Return"}) {
    client_->key(key, true);
    client_->key(key, false);
  }
  client_->finish();
  EXPECT_TRUE(wait([](const json& s) { return s["pace"] == 7; })) << window().status()["pace"];
}

TEST_F(SlowWindow, AClickCountsWhereItWasMadeHoweverSoonThePointerIsElsewhere) {
  const bool playing = window().status()["playing"];
  move_to("Space");
  click();
  client_->move(5, 5);
  client_->finish();
  EXPECT_TRUE(wait([&](const json& s) { return s["playing"] != playing; }));
}

}  // namespace
}  // namespace heatwave::test
