// Tests the search box in the real window: accepting an entry runs it, whichever room it belongs
// to.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class SearchWindow : public PlateWindowTest {
 protected:
  void search(const std::string& letters) {
    window().key("ctrl+p");
    ASSERT_TRUE(wait([](const json& s) { return s["search"]["open"] == true; }));
    if (letters.empty()) return;
    std::vector<std::string> keys;
    for (const char letter : letters) {
      keys.push_back(letter == ' ' ? "space" : std::string(1, letter));
    }
    window().keys_at_once(keys);
    ASSERT_TRUE(wait([&](const json& s) { return s["search"]["typed"] == letters; }))
        << window().status()["search"].dump();
  }
  void accept() {
    window().key("Return");
    ASSERT_TRUE(wait([](const json& s) { return s["search"]["open"] == false; }));
  }
};

TEST_F(SearchWindow, AScenesExperimentsAndLessonsAreShownInTheirRooms) {
  search("double slit");
  accept();
  EXPECT_TRUE(wait([](const json& s) { return s["scene"] == "double-slit"; }));
  search("experiment matmul");
  accept();
  EXPECT_TRUE(
      wait([](const json& s) { return s["room"] == "lab" && s["lab"]["experiment"] == "matmul"; }));
  search("lesson lock");
  accept();
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(SearchWindow, KeysAfterTheOneThatClosesItAreTheRooms) {
  const json before = window().status()["scene"];
  window().keys_at_once({"ctrl+p", "Escape", "n"});
  EXPECT_TRUE(wait([&](const json& s) { return s["scene"] != before; }));
  EXPECT_EQ(window().status()["search"]["open"], false);
  search("light");
  window().keys_at_once({"Return", "2"});
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "lab"; }));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(SearchWindow, ArrowsChooseEnterDoesItAndEscapeDoesNothing) {
  search("light or dark");
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["search"]["open"] == false; }));
  EXPECT_EQ(window().status()["dark"], true);
  EXPECT_EQ(window().status()["scene"], "heat-plate") << "typed text triggers no action";
  search("scene");
  window().key("Down");
  window().key("Down");
  ASSERT_TRUE(wait([](const json& s) { return s["search"]["chosen"] == 2; }));
  window().key("Up");
  ASSERT_TRUE(wait([](const json& s) { return s["search"]["chosen"] == 1; }));
  window().key("ctrl+p");
  ASSERT_TRUE(wait([](const json& s) { return s["search"]["open"] == false; }));
  search("light or dark");
  accept();
  EXPECT_TRUE(wait([](const json& s) { return s["dark"] == false; }));
  // The entry used last is listed before anything is typed.
  search("");
  EXPECT_EQ(window().status()["search"]["rows"][0], "Light or dark");
}

TEST_F(SearchWindow, AChordCountsAlsoWhereItsModifierIsReleasedFirst) {
  search("slit");
  for (const std::string letter : {"a", "b", "c"}) {
    window().hold("ctrl");
    window().press_and_let_go("a", "ctrl");
    window().key(letter);
    EXPECT_TRUE(wait([&](const json& s) { return s["search"]["typed"] == letter; }))
        << window().status()["search"].dump();
  }
  window().hold("shift");
  window().press_and_let_go("Home", "shift");  // selects the letter
  window().key("d");
  EXPECT_TRUE(wait([&](const json& s) { return s["search"]["typed"] == "d"; }));
}

TEST_F(SearchWindow, ASettingUnfoldsItsGroupInThePanel) {
  window().key("h");
  ASSERT_TRUE(wait([](const json& s) { return s["panel"] == false; }));
  search("save pictures");
  accept();
  EXPECT_TRUE(
      wait([](const json& s) { return s["panel"] == true && s["places"].contains("export"); }));
}

TEST_F(SearchWindow, WhatCannotBeDoneNowSaysWhy) {
  search("redo");
  accept();
  EXPECT_TRUE(wait([](const json& s) { return s["told"] == "Nothing to redo."; }));
}

TEST_F(SearchWindow, AClickInTheHelpDoesWhatItsLineTellsOf) {
  const auto click = [&](const std::string& id, const std::string& page = "") {
    window().key("F1");
    ASSERT_TRUE(wait([](const json& s) { return s["help"] == true; }));
    if (!page.empty()) window().click(page);
    window().click("help/" + id);
    EXPECT_TRUE(wait([](const json& s) { return s["help"] == false; }));
  };
  const bool playing = window().status()["playing"];
  click("play_pause");
  EXPECT_TRUE(wait([&](const json& s) { return s["playing"] != playing; }));
  click("pen", "help page/Teaching");
  EXPECT_TRUE(wait([](const json& s) { return s["present"]["pen"] == true; }));
  window().key("Escape");
  click("stage/next_lesson");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "stage"; })) << "the action's room";
  click("wipe", "help page/Teaching");
  EXPECT_TRUE(wait([](const json& s) { return s["told"] == "Nothing is drawn."; }));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(SearchWindow, TheHelpOpensWithTheKeysThatAreUsedMostAndTurnsItsPagesInPlace) {
  window().key("F1");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("help/play_pause"); }));
  EXPECT_FALSE(window().status()["places"].contains("help/fold_charts"));
  const json tab = window().status()["places"]["help page/Window"];
  window().click("help page/Window");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("help/full_screen"); }));
  EXPECT_FALSE(window().status()["places"].contains("help/play_pause"));
  EXPECT_EQ(window().status()["places"]["help page/Window"], tab) << "nothing has moved";
  window().key("F1");
  ASSERT_TRUE(wait([](const json& s) { return s["help"] == false; }));
  window().key("F1");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("help/play_pause"); }))
      << "it begins anew";
}

TEST_F(SearchWindow, TheHelpHasLettersThatCanBeRead) {
  window().key("F1");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("help/play_pause"); }));
  // Such letters with the space between lines, less 2 % for rounding.
  EXPECT_GE(window().status()["places"]["help/play_pause"][3].get<double>(), 0.6 * 17.9)
      << "a line whose letters have an em of 13.6 at 1280 pixels, of which this window has 0.6";
}

TEST_F(SearchWindow, TheRoomHasItsKeysAgainWhenItHasAnsweredAlsoWhileAndAfterPresenting) {
  search("light or dark");
  accept();
  for (const bool on : {true, false}) {
    window().key("F5");
    ASSERT_TRUE(wait([on](const json& s) { return s["present"]["on"] == on; }));
    window().wait_frames(3);
    const json focus = window().status()["focus"];
    EXPECT_EQ(focus["held"], false) << focus;
  }
}

}  // namespace
}  // namespace heatwave::test
