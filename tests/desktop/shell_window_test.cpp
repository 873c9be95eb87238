// Tests the common parts of every room in the real window: saving, lights, lists.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class ShellWindow : public WindowTest {
 protected:
  void open(std::vector<std::string> arguments = {"heat-plate", "--size", "160x120"}) {
    window_.emplace(arguments);
  }

  void click(const std::string& name) { window().click(name); }
};

bool has_place(const json& status, const char* name) { return status["places"].contains(name); }

TEST_F(ShellWindow, ControlSSavesTheSceneAndNothingElse) {
  open();
  window().key("ctrl+s");
  ASSERT_TRUE(wait([](const json& s) { return s["dialog"]["typed"] == "heat-plate.json"; }));
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return !s["notices"].empty(); }));
  window().wait_frames(20);
  EXPECT_EQ(window().status()["taken"], 0);
  EXPECT_EQ(window().status()["sequence"], false);
  EXPECT_EQ(run_to_end({HEATWAVE_BINARY, "run", "--scene", "heat-plate.json", "--steps", "1"},
                       window().folder()),
            0);
}

TEST_F(ShellWindow, WhatToWatchForStandsAboveTheFieldWhereTheBarHasNoRoomForIt) {
  open({"lens", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["words_above"][3] > 16; }));
  const json s = window().status();
  EXPECT_LE(s["words_above"][1].get<double>() + s["words_above"][3].get<double>(),
            s["field_area"][1]);
  window().key("F5");  // presents the room alone
  EXPECT_TRUE(wait([](const json& now) { return now["words_above"][3] == 0; }));
  window().key("F5");
  EXPECT_TRUE(wait([](const json& now) { return now["words_above"][3] > 16; }));
  open({"lens", "--window", "2400x1000"});
  window().wait_frames(3);
  EXPECT_EQ(window().status()["words_above"][3], 0) << "the bar contains the title";
  open({"spots", "--window", "640x480"});
  window().wait_frames(3);
  EXPECT_EQ(window().status()["words_above"][3], 0)
      << "a small window has space for the field only";
}

TEST_F(ShellWindow, WhatToWatchForStandsBesideAnEquationAboveTheField) {
  open({"lens", "--window", "1280x800"});
  EXPECT_TRUE(wait([](const json& s) {
    if (!has_place(s, "equation above field")) return false;
    const std::array<double, 4> equation = s["places"]["equation above field"];
    const std::array<double, 4> words = s["words_above"];
    return words[3] > 16 && words[0] >= equation[0] + equation[2] && words[1] <= equation[1];
  }));
  window().wait_frames(3);
  const json s = window().status();
  const json words = s["words_above"];
  EXPECT_LE(words[1].get<double>() + words[3].get<double>(), s["field_area"][1]);
}

TEST_F(ShellWindow, WhatToWatchForStandsBelowAnEquationBesideTheField) {
  open({"heat-plate", "--window", "1280x800"});
  window().key("i");
  const std::array<double, 4> before = window().status()["field_area"];
  window().move_to(before[0] + before[2] / 4, before[1] + before[3] / 4);
  window().wait_frames(2);
  window().press();
  window().release();
  EXPECT_TRUE(wait([](const json& s) {
    if (!has_place(s, "equation above field") || s["measures"]["probes"].empty()) return false;
    const std::array<double, 4> equation = s["places"]["equation above field"];
    const std::array<double, 4> words = s["words_above"];
    const std::array<double, 4> field = s["field_area"];
    const bool below = words[1] >= equation[1] + equation[3] && words[0] == equation[0];
    return words[3] > 40 && below && words[0] + words[2] <= field[0];
  }));
}

TEST_F(ShellWindow, AFieldBesideLargeLettersHasThreeFifthsOfTheWidth) {
  constexpr double kWidth = 1280;
  for (const char* scene : {"spots", "double-slit", "heat-plate"}) {
    open({scene, "--window", "1280x800", "--scale", "2"});
    EXPECT_TRUE(wait([](const json& s) { return s["field_area"][2] >= 0.6 * kWidth; })) << scene;
    window().wait_frames(3);
    EXPECT_GE(window().status()["field_area"][2], 0.6 * kWidth) << scene << " keeps it";
  }
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) { return has_place(s, "equation"); }))
      << "an audience sees the equation";
}

TEST_F(ShellWindow, TheEquationStandsBesideTheTitle) {
  for (const char* scene : {"heat-plate", "double-slit"}) {
    open({scene, "--window", "1920x1080"});
    ASSERT_TRUE(wait([](const json& s) { return has_place(s, "equation in bar"); })) << scene;
    const json places = window().status()["places"];
    const std::array<double, 4> title = places["equation"];  // its list
    const std::array<double, 4> shown = places["equation in bar"];
    EXPECT_GE(shown[0], title[0] + title[2]) << scene;
    EXPECT_LE(shown[0] + shown[2], places["Ctrl Z"][0].get<double>()) << scene;
    EXPECT_GE(shown[1], 0.0) << scene;
    EXPECT_LE(shown[1] + shown[3], 48.0) << scene;
  }
}

TEST_F(ShellWindow, TheFieldIsShownWhereAnotherRoomWasFirst) {
  for (const char* other : {"--lesson", "--experiment"}) {
    open({"heat-plate", "--size", "160x120", other, "dot", "--window", "1280x800"});
    ASSERT_TRUE(wait([](const json& s) { return has_place(s, "room/Fields"); })) << other;
    click("room/Fields");
    ASSERT_TRUE(wait([](const json& s) { return s["room"] == "fields"; })) << other;
    window().wait_frames(2);
    EXPECT_EQ(window().wait_for_end(0.0), -1) << other << window().errors();
  }
}

TEST_F(ShellWindow, ASequenceHasALightInEveryRoomThatEndsIt) {
  open();
  window().key("ctrl+e");
  ASSERT_TRUE(wait([](const json& s) { return s["export"]["open"] == true; }));
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["frames_taken"] >= 2; }));
  for (const char* room : {"2", "3", "1", "2"}) {
    window().key(room);
    EXPECT_TRUE(wait([](const json& s) { return has_place(s, "light/pictures"); })) << room;
  }
  click("light/pictures");
  EXPECT_TRUE(wait([](const json& s) { return s["sequence"] == false; }));
  EXPECT_TRUE(wait([](const json& s) { return !has_place(s, "light/pictures"); }));
  ASSERT_TRUE(wait([](const json& s) { return s["written"] == s["taken"]; }));
  // A message reports the sequence, but not each of its pictures.
  window().wait_frames(10);
  EXPECT_EQ(window().status()["told"], "");
}

TEST_F(ShellWindow, ControlRRecordsWhatIsDoneAndReplayGivesTheSame) {
  open();
  window().key("ctrl+r");
  ASSERT_TRUE(
      wait([](const json& s) { return s["recorded"] == true && has_place(s, "light/recording"); }));
  window().key("r");
  window().key("2");
  EXPECT_TRUE(has_place(window().status(), "light/recording"));
  window().key("ctrl+r");
  ASSERT_TRUE(wait([](const json& s) { return s["recorded"] == false; }));
  EXPECT_EQ(run_to_end({HEATWAVE_BINARY, "replay", "out/heat-plate.hwrec"}, window().folder()), 0);
}

TEST_F(ShellWindow, EscapeClosesAListAndKeysDoNothingBehindIt) {
  open();
  const std::string scene = window().status()["scene"];
  const auto is_open = [](bool open) {
    return [open](const json& s) { return s["list"] == open; };
  };
  for (const char* name : {"scene", "equation"}) {
    click(name);
    ASSERT_TRUE(wait(is_open(true))) << name;
    window().key("n");
    window().wait_frames(3);
    EXPECT_EQ(window().status()["scene"], scene) << name;
    EXPECT_TRUE(is_open(true)(window().status())) << name;
    window().key("Escape");
    EXPECT_TRUE(wait(is_open(false))) << name;
  }
  window().key("n");
  EXPECT_TRUE(wait([&](const json& s) { return s["scene"] != scene; }));
}

TEST_F(ShellWindow, ARecordingIsPlayedSoughtAndTakenOver) {
  open({HEATWAVE_RECORDINGS "/first-lesson.hwrec"});
  const auto reached = [](const json& s) { return s["playback"]["reached"].get<double>(); };
  const double seconds = window().status()["playback"]["seconds"];
  const auto speed = [](double wanted) {
    return [wanted](const json& s) { return s["playback"]["speed"] == wanted; };
  };
  window().key("ctrl+period");
  EXPECT_TRUE(wait(speed(2)));
  click("Ctrl ,");
  EXPECT_TRUE(wait(speed(1)));
  ASSERT_TRUE(wait([&](const json& s) { return s["step"] > 20 && s["playing"] == true; }));
  const auto press_at = [&](double part) {
    const json place = window().status()["places"]["playback"];
    window().move_to(place[0].get<double>() + place[2].get<double>() * part,
                     place[1].get<double>() + place[3].get<double>() / 2);
    window().press();
    EXPECT_TRUE(wait([&](const json& s) { return std::abs(reached(s) - part * seconds) < 0.3; }));
    // Seeking takes several frames, so the field has arrived when its time stays the same.
    for (double before = -1.0; before != reached(window().status());) {
      before = reached(window().status());
      window().wait_frames(5);
    }
  };
  window().key("space");
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  press_at(0.5);
  const json middle = window().status();
  window().release();
  press_at(0.9);
  window().release();
  EXPECT_GT(window().status()["step"], middle["step"]);
  press_at(0.5);
  EXPECT_EQ(window().status()["step"], middle["step"]);
  EXPECT_EQ(window().status()["items"], middle["items"]);
  window().release();
  // No other command changes the field …
  window().key("Delete");
  window().key("ctrl+z");
  EXPECT_EQ(window().status()["items"], middle["items"]);
  window().key("period");
  EXPECT_TRUE(wait([&](const json& s) { return s["step"] == middle["step"].get<int>() + 1; }));
  // … until the playback is taken over.
  click("take over");
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == false; }));
  window().key("ctrl+z");
  EXPECT_TRUE(wait([&](const json& s) { return s["items"] != middle["items"]; }));
  EXPECT_EQ(window().errors(), "");
}

}  // namespace
}  // namespace heatwave::test
