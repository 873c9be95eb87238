// Tests the side panel when it is shown again in a room first seen without it, at small and large
// sizes.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

struct Place {
  const char* window;
  const char* scale;
};
/// Names the tests in the same way in each run.
void PrintTo(const Place& place, std::ostream* out) {
  *out << place.window << " at scale " << place.scale;
}

class SidePanel : public ::testing::TestWithParam<Place> {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
    window_.emplace(
        std::vector<std::string>{"--window", GetParam().window, "--scale", GetParam().scale});
  }
  Window& window() { return *window_; }

  // After a failure the window may be gone, so later calls do nothing.
  void press(const std::string& key, const std::function<bool(const json&)>& shown) {
    if (HasFailure()) return;
    window().key_and_leave(key);
    ASSERT_TRUE(window().wait_until(shown)) << key;
  }
  void show_room(const std::string& key, const std::string& room) {
    press(key, [&room](const json& s) { return s["room"] == room; });
  }
  void toggle_panel(bool shown) {
    press("h", [shown](const json& s) { return s["panel"] == shown; });
  }
  void click_panel_button(bool shown) {
    if (HasFailure()) return;
    window().click("H");
    ASSERT_TRUE(window().wait_until([shown](const json& s) { return s["panel"] == shown; }));
  }
  /// Expects the group in the panel or, in a small window, on the rail, from which it is opened;
  /// and a control of the group.
  void expect_group(const std::string& title, const std::string& control) {
    if (HasFailure()) return;
    const std::string fold = "fold/" + title;
    const std::string rail = "rail/" + title;
    ASSERT_TRUE(window().wait_until([&](const json& s) {
      return s["places"].contains(fold) || s["places"].contains(rail);
    })) << title;
    if (window().status()["places"].contains(rail)) window().click(rail);
    ASSERT_TRUE(window().wait_until([&](const json& s) { return s["places"].contains(control); }))
        << title << " has no " << control;
    window().wait_frames(3);
    const json at = window().status()["places"][control];
    EXPECT_GE(at[2].get<double>(), 1.0);
    EXPECT_GE(at[3].get<double>(), 1.0);
  }

  std::optional<Window> window_;
};

TEST_P(SidePanel, AppearsByItsKeyInARoomThatWasEnteredWithoutIt) {
  toggle_panel(false);
  show_room("2", "lab");
  toggle_panel(true);
  expect_group("Experiment", "experiment/add");
  toggle_panel(false);
  show_room("3", "stage");
  toggle_panel(true);
  expect_group("Lesson", "fold/All lessons");
  toggle_panel(false);
  show_room("1", "fields");
  toggle_panel(true);
  expect_group("Tools", "V");
  expect_group("Equation", "theory");
}

TEST_P(SidePanel, AppearsByItsButtonInARoomThatWasEnteredWithoutIt) {
  toggle_panel(false);
  show_room("3", "stage");
  click_panel_button(true);
  expect_group("Lesson", "fold/All lessons");
  click_panel_button(false);
  show_room("2", "lab");
  click_panel_button(true);
  expect_group("Experiment", "experiment/add");
}

class RememberedPanel : public HomeWindowTest {};

TEST_F(RememberedPanel, GroupsStayFoldedOrOpenUntilTheNextStart) {
  const auto has = [](const char* place) {
    return [place](const json& s) { return s["places"].contains(place); };
  };
  open({"wave-drop", "--remember", "--window", "1280x800"});
  ASSERT_TRUE(wait(has("fold/Tools")));
  ASSERT_TRUE(wait(has("V")));
  window().click("fold/Tools");
  ASSERT_TRUE(wait([&](const json& s) { return !has("V")(s); }));
  leave();
  open({"wave-drop", "--remember", "--window", "1280x800"});
  ASSERT_TRUE(wait(has("fold/Tools")));
  window().wait_frames(3);
  EXPECT_FALSE(has("V")(window().status()));
}

TEST_F(RememberedPanel, AGroupWithNothingToShowIsMissing) {
  const auto has_selected = [](const json& s) { return s["places"].contains("fold/Selected"); };
  open({"hot-bar", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("fold/Tools"); }));
  EXPECT_FALSE(has_selected(window().status())) << "the scene has no items";
  open({"heat-plate", "--window", "1280x800"});
  EXPECT_TRUE(wait(has_selected));
}

INSTANTIATE_TEST_SUITE_P(Sizes, SidePanel,
                         ::testing::Values(Place{"1280x800", "1"}, Place{"640x400", "1"},
                                           Place{"1500x950", "2"}, Place{"400x300", "0.5"}));

}  // namespace
}  // namespace heatwave::test
