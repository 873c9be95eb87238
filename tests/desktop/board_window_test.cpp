// Tests the stage's board in the real window: letters are large enough to read in every lesson.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class BoardWindow : public WindowTest {
 protected:
  void expect_legible(const std::string& when) {
    const json stage = window().status()["stage"];
    EXPECT_LT(stage["smallest_letters"], 1000) << stage["lesson"] << when << ": nothing is drawn";
    // Body text has an em of 16 at scale 1.
    EXPECT_GE(stage["smallest_letters"].get<double>(), stage["body_letters"].get<double>() - 0.01)
        << stage["lesson"] << when;
  }
};

TEST_F(BoardWindow, NoLettersAreSmallerThanTheBodysInAnyLesson) {
  open({"--room", "stage", "--window", "1280x800"});
  std::set<std::string> seen;
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(wait([](const json& s) {
      return s["stage"]["shown"] == true && s["stage"]["computing"] == false;
    }));
    const std::string lesson = window().status()["stage"]["lesson"];
    if (!seen.insert(lesson).second) break;
    expect_legible(" at the start");
    for (const char* key : {"Right", "Right", "Down", "Right", "Down", "End"}) {
      window().key(key);
      expect_legible(std::string(" after ") + key);
    }
    window().key_and_leave("n");
    ASSERT_TRUE(wait([&](const json& s) { return s["stage"]["lesson"] != lesson; }));
  }
  EXPECT_GE(seen.size(), 17U);
}

TEST_F(BoardWindow, APlayThatBeginsIsReadFromItsTopWhateverWasShownBefore) {
  open({"--lesson", "coalescing", "--window", "800x600", "--scale", "1.5"});
  const auto array_is_above = [](const std::string& array, bool above) {
    return [=](const json& s) {
      return s["places"].contains(array) && (s["places"][array][1].get<double>() <
                                             s["stage"]["board_area"][1].get<double>()) == above;
    };
  };
  ASSERT_TRUE(wait(array_is_above("array/data", false)));
  window().key("End");
  ASSERT_TRUE(wait(array_is_above("array/data", true))) << "the board scrolls to the active thread";
  window().key("n");
  EXPECT_TRUE(wait(array_is_above("array/a", false)));
}

TEST_F(BoardWindow, AtScale2BoardAndCodeAreBothWhole) {
  open({"--lesson", "matmul-tile", "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("array/c"); }));
  window().click("rail/Lesson");
  window().click("answer");
  window().click("rail/Lesson");
  window().key("Down");
  window().key("Down");
  const auto holds = [](const json& s, const char* area, const char* place) {
    if (!s["places"].contains(place)) return false;
    const json box = s["places"][place];
    const json room = s["stage"][area];
    return box[1] >= room[1] && box[1].get<double>() + box[3].get<double>() <=
                                    room[1].get<double>() + room[3].get<double>();
  };
  EXPECT_TRUE(wait([&](const json& s) {
    return holds(s, "board_area", "array/a") && holds(s, "board_area", "array/c") &&
           holds(s, "source_area", "line/14") && holds(s, "source_area", "remark/14");
  })) << window().status()["stage"];
  EXPECT_GE(window().status()["stage"]["smallest_letters"], 18.9) << "as large as at scale 1";
}

TEST_F(BoardWindow, TheKeySaysThatAWarpOfAGpuHasMoreLanes) {
  open({"--lesson", "pairwise-sum", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/4"); }));
  window().key("h");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("warp size"); }));
  open({"--lesson", "ballot", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/4"); }));
  EXPECT_FALSE(window().status()["places"].contains("warp size")) << "it has 32";
}

TEST_F(BoardWindow, APresentedKernelThatIsShortHasAllLinesInSight) {
  open({"--lesson", "heat", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/9"); }));
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  EXPECT_TRUE(wait([](const json& s) {
    const json last = s["places"]["line/9"];
    const json room = s["stage"]["source_area"];
    return s["places"]["line/1"][1] >= room[1] && last[1].get<double>() + last[3].get<double>() <=
                                                      room[1].get<double>() + room[3].get<double>();
  }));
}

TEST_F(BoardWindow, AtALargeScaleAPresentedBoardAndItsWholeKernelAreInSight) {
  open({"--lesson", "lock", "--window", "1280x800", "--scale", "2"});
  window().key("F5");
  window().key("End");
  EXPECT_TRUE(wait([](const json& s) {
    if (s["present"]["on"] != true || !s["places"].contains("line/8")) return false;
    const json code = s["stage"]["source_area"];
    const json board = s["stage"]["board_area"];
    const json mutex = s["places"]["array/mutex"];
    return bottom_of(s["places"]["line/8"]) <= bottom_of(code) && mutex[1] >= board[1] &&
           bottom_of(mutex) <= bottom_of(board) && s["stage"]["smallest_letters"] >= 20;
  })) << window().status()["places"];
}

TEST_F(BoardWindow, APresentedBoardThatWouldBeCutBesideItsShortKernelStandsAboveIt) {
  open({"--lesson", "reverse", "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/4"); }));
  window().key("F5");
  window().key("End");
  EXPECT_TRUE(wait([](const json& s) {
    if (s["present"]["on"] != true || !s["places"].contains("line/4")) return false;
    const json code = s["stage"]["source_area"];
    const json board = s["stage"]["board_area"];
    const json data = s["places"]["array/in"];
    return code[1].get<double>() >= bottom_of(board) && data[1] >= board[1] &&
           bottom_of(data) <= bottom_of(board) &&
           bottom_of(s["places"]["line/4"]) <= bottom_of(code);
  })) << window().status()["stage"];
}

TEST_F(BoardWindow, APresentedLineOfCodeHasOneRowThatTheLastRowReads) {
  open({"--lesson", "dot", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/15"); }));
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  window().wait_frames(3);
  const json places = window().status()["places"];
  const auto top = [&places](const char* line) { return places[line][1].get<double>(); };
  // Line 14 is the longest.
  EXPECT_EQ(top("line/15") - top("line/14"), places["line/14"][3].get<double>());
  EXPECT_GE(places["line/14"][3].get<double>(), 27) << "a row of letters that are 20 high";
}

TEST_F(BoardWindow, CodeHasOneRowALineBesideTheBoard) {
  open({"--lesson", "dot", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/4"); }));
  window().wait_frames(3);
  const json places = window().status()["places"];
  const auto top = [&places](const char* line) { return places[line][1].get<double>(); };
  // Line 3 is the longest of those that a pane of a third of the room broke.
  EXPECT_EQ(top("line/4") - top("line/3"), places["line/3"][3].get<double>());
}

TEST_F(BoardWindow, AShortKernelStandsWholeBelowABoardThatIsLargerForTheWidth) {
  open({"--lesson", "histogram", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/8"); }));
  window().wait_frames(3);
  const json status = window().status();
  const json& code = status["stage"]["source_area"];
  EXPECT_GE(code[1].get<double>(), bottom_of(status["stage"]["board_area"]));
  EXPECT_GE(status["places"]["line/1"][1], code[1]);
  EXPECT_LE(bottom_of(status["places"]["line/8"]), bottom_of(code));
  EXPECT_GE(status["stage"]["code_letters"].get<double>(), 15) << "it is not made smaller";
  open({"--lesson", "race", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/4"); }));
  window().wait_frames(3);
  EXPECT_LT(window().status()["stage"]["source_area"][1],
            bottom_of(window().status()["stage"]["board_area"]))
      << "a board of two threads needs no more width";
}

TEST_F(BoardWindow, TheKeyOfBadgesIsInSightWhereTheyAre) {
  const auto has_key = [](const json& s, const char* name) {
    if (!s["places"].contains(name)) return false;
    const json source = s["stage"]["source_area"];
    const json box = s["places"][name];
    return box[1] >= source[1] && bottom_of(box) <= bottom_of(source) + 0.5 &&
           box[0].get<double>() + box[2].get<double>() <=
               source[0].get<double>() + source[2].get<double>();
  };
  open({"--lesson", "divergence", "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/4"); }));
  for (int step = 0; step < 6; ++step) window().key("Right");
  EXPECT_TRUE(wait([&](const json& s) {
    return has_key(s, "badge key/t4,6") && has_key(s, "badge key/×4");
  })) << window().status()["places"];
  open({"--lesson", "matmul-tile", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("line/10"); }));
  window().key("F5");
  for (int step = 0; step < 20; ++step) window().key("Right");
  EXPECT_TRUE(wait([&](const json& s) { return has_key(s, "badge key/×10"); }))
      << window().status()["places"];
}

TEST_F(BoardWindow, TheKeyExplainsOnlyWhatIsInSightAndNothingInItMoves) {
  open({"--lesson", "matmul-tile", "--window", "1280x800"});
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("key/not written"); }));
  EXPECT_FALSE(window().status()["places"].contains("key/ready")) << "nothing is launched yet";
  EXPECT_FALSE(window().status()["places"].contains("key/done"));
  EXPECT_FALSE(window().status()["places"].contains("key/read"));
  std::map<std::string, json> entries;
  for (int step = 1; step <= 24; ++step) {
    window().key("Right");
    ASSERT_TRUE(wait([&](const json& s) { return s["stage"]["step"] == step; }));
    const json status = window().status();
    for (const auto& [name, box] : status["places"].items()) {
      if (!name.starts_with("key/")) continue;
      const auto known = entries.emplace(name, box).first;
      EXPECT_EQ(known->second, box) << name << " in step " << step;
    }
  }
  EXPECT_TRUE(entries.contains("key/read"));
  EXPECT_TRUE(entries.contains("key/acting"));
  window().key("F5");
  for (int step = 24; step > 20; --step) window().key("Left");
  EXPECT_TRUE(wait([](const json& s) {
    const json& places = s["places"];
    return s["present"]["on"] == true && s["stage"]["step"] == 20 &&
           places.contains("key/acting") && places.contains("key/read") &&
           !places.contains("key/at a barrier") && !places.contains("key/write") &&
           !places.contains("key/done");
  })) << window().status()["places"];
}

TEST_F(BoardWindow, PresentedCodeIsAtLeastAsLargeAsTheKey) {
  constexpr double kOfText = 1.12;               // size of the code's font by that of equal text
  constexpr double kKey = 19.0 * 800 / 40 / 16;  // text whose em is a fortieth of the window
  open({"--lesson", "matmul-tile", "--window", "1280x800"});
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  for (const char* lesson : {"matmul-tile", "dot", "lock", "histogram"}) {
    while (window().status()["stage"]["lesson"] != lesson) {
      const std::string before = window().status()["stage"]["lesson"];
      window().key_and_leave("n");
      ASSERT_TRUE(wait([&](const json& s) {
        return s["stage"]["lesson"] != before && s["stage"]["shown"] == true;
      }));
    }
    window().wait_frames(3);
    EXPECT_GE(window().status()["stage"]["code_letters"].get<double>(), kOfText * kKey) << lesson;
  }
}

}  // namespace
}  // namespace heatwave::test
