// Tests the stage in the real window, in a real X server: every lesson is opened, played and
// scrubbed; faults, choices and saved pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "kernels/stage/lesson_catalogue.h"
#include "stage_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

bool stands_at(const json& status, int step) { return status["stage"]["step"] == step; }

/// Returns the width and height in the header of a PNG file.
std::pair<int, int> size_of_png(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<unsigned char, 24> head{};
  file.read(reinterpret_cast<char*>(head.data()), head.size());
  const auto number = [&](std::size_t at) {
    return head[at] << 24 | head[at + 1] << 16 | head[at + 2] << 8 | head[at + 3];
  };
  return {number(16), number(20)};
}

class StageWindow : public StageTest {
 protected:
  /// Drags along the time line from its start to its end, and back to its middle.
  void scrub() {
    const int last = steps();
    const auto start = place("time line", 0.02);
    window().move_to(start[0], start[1]);
    window().press();
    const auto end = place("time line", 0.99);
    window().move_to(end[0], end[1]);
    EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, last); }));
    const auto middle = place("time line", 0.5);
    window().move_to(middle[0], middle[1]);
    EXPECT_TRUE(wait([&](const json& s) {
      const int step = s["stage"]["step"];
      return step > 0 && step < last;
    }));
    window().release();
  }
};

TEST_F(StageWindow, TheKey3OpensItWithAPlayAtItsStart) {
  open_full_size({});
  window().key("3");
  ASSERT_TRUE(wait([](const json& s) {
    return s["room"] == "stage" && s["stage"]["shown"] == true && s["stage"]["steps"] > 0;
  }));
  EXPECT_EQ(stage()["step"], 0);
  EXPECT_EQ(stage()["playing"], false);
  window().key("1");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "fields"; }));
}

TEST_F(StageWindow, EveryLessonIsPlayedSteppedAndScrubbed) {
  open(stage::lessons().front().id);
  for (const stage::Lesson& lesson : stage::lessons()) {
    SCOPED_TRACE(lesson.id);
    ASSERT_TRUE(wait([&](const json& s) { return is_shown(s, lesson.id); }));
    const int last = steps();
    ASSERT_GT(last, 0);
    window().key("Home");
    EXPECT_TRUE(wait([](const json& s) { return stands_at(s, 0); }));
    window().key("period");
    EXPECT_TRUE(wait([](const json& s) { return stands_at(s, 1); }));
    window().key("comma");
    EXPECT_TRUE(wait([](const json& s) { return stands_at(s, 0); }));
    window().key("space");
    EXPECT_TRUE(wait([](const json& s) { return s["stage"]["step"] > 0; }));
    if (last > 2) scrub();
    window().key("End");
    EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, last); }));
    EXPECT_EQ(window().status()["notices"], json::array());
    window().key("n");
  }
}

TEST_F(StageWindow, PlayingGoesOnAndStopsAtTheEnd) {
  open("memory");
  const int last = steps();
  const auto fast = place("stage pace", 0.97);
  window().move_to(fast[0], fast[1]);
  window().press();
  window().release();
  window().key("space");
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, last); }));
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["playing"] == false; }));
}

TEST_F(StageWindow, AJumpLeadsToTheFaultAndAClickOnItToo) {
  open("lock");
  EXPECT_EQ(stage()["faults"], json::array({"deadlock"}));
  const int last = steps();
  window().key("End");
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, last); }));
  window().key("Home");
  EXPECT_TRUE(wait([](const json& s) { return stands_at(s, 0); }));
  click("fault/0");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["step"] > 0; }));
  const int found = stage()["step"];
  window().key("Up");
  EXPECT_TRUE(wait([&](const json& s) { return s["stage"]["step"] < found; }));
  window().key("Down");
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, found); }));
}

TEST_F(StageWindow, APersonChoosesWhoGoesNextAndTakesItBack) {
  open("race");
  EXPECT_EQ(stage()["choices"], json::array());
  ASSERT_GE(stage()["candidates"].get<int>(), 2);
  const int before = steps();
  EXPECT_EQ(stage()["step"], before);
  click("choose/1");
  EXPECT_TRUE(wait([&](const json& s) {
    return s["stage"]["choices"] == json::array({1}) && stands_at(s, before + 1);
  }));
  const json chosen = json::array({1});
  window().key("comma");  // steps back, which loses nothing
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, before); }));
  EXPECT_EQ(stage()["choices"], chosen);
  window().key("period");
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, before + 1); }));
  EXPECT_EQ(stage()["choices"], chosen);
  window().key("ctrl+z");
  EXPECT_TRUE(wait([&](const json& s) {
    return s["stage"]["choices"] == json::array() && stands_at(s, before);
  }));
  window().key("ctrl+shift+z");
  EXPECT_TRUE(wait(
      [&](const json& s) { return s["stage"]["choices"] == chosen && stands_at(s, before + 1); }));
}

TEST_F(StageWindow, AFaultDoesNotTakeThePlaceOfTheQuestionWhoGoesNext) {
  open("race");
  const int before = steps();
  std::vector<int> choices;
  for (const int next : {0, 1, 1, 1}) {  // the last one stores the value that the other has read
    ASSERT_TRUE(wait([&](const json& s) { return s["stage"]["choices"] == json(choices); }));
    click("choose/" + std::to_string(next));
    choices.push_back(next);
  }
  EXPECT_TRUE(wait([&](const json& s) {
    return s["stage"]["choices"] == json(choices) && stands_at(s, before + 4);
  }));
  EXPECT_FALSE(stage()["faults"].empty());
  EXPECT_GE(stage()["candidates"].get<int>(), 1);
  click("choose/0");
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, before + 5); }));
}

TEST_F(StageWindow, AVersionAndAScheduleAreAClickAway) {
  open("race");
  click("schedule/Lockstep");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["schedule"] == "lockstep" && s["stage"]["candidates"] == 0;
  }));
  EXPECT_FALSE(stage()["faults"].empty());
  click("version/atomic");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["version"] == "atomic" && s["stage"]["faults"] == json::array();
  }));
}

TEST_F(StageWindow, AVersionBeginsWithTheScheduleAndInputsThatShowItsMistake) {
  open("matmul-tile");
  EXPECT_EQ(stage()["faults"], json::array());
  click("version/no-barriers");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["schedule"] == "random:7" && !s["stage"]["faults"].empty();
  }));
  click("version/endless-barrier");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["schedule"] == "independent" &&
           s["stage"]["faults"] == json::array({"deadlock"});
  }));
  const int last = steps();
  window().key("End");
  EXPECT_TRUE(wait([&](const json& s) { return stands_at(s, last); }));
}

TEST_F(StageWindow, APlayWithoutALaunchIsShown) {
  open("late-error");
  EXPECT_EQ(stage()["faults"], json::array({"out of bounds"}));
  click("version/too-many-threads");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["steps"] == 4 && s["stage"]["faults"] == json::array();
  }));
  window().key("End");
  EXPECT_TRUE(wait([](const json& s) { return stands_at(s, 4); }));
}

TEST_F(StageWindow, TheLabIsOneClickAway) {
  open("dot");
  click("measure");
  EXPECT_TRUE(
      wait([](const json& s) { return s["room"] == "lab" && s["lab"]["experiment"] == "dot"; }));
  window().key("3");
  EXPECT_TRUE(wait([](const json& s) { return is_shown(s, "dot"); }));
}

TEST_F(StageWindow, SomethingOnTheBoardCanBeAskedOrFollowed) {
  open("dot");
  window().key("End");
  const json area = stage()["board_area"];
  const auto is_asked = [](const json& s) {
    return s["stage"]["followed"] != -1 || s["stage"]["asked"][0] != -1;
  };
  // Cells and threads are close together, so that one of these points hits one.
  bool found = false;
  for (int y = 1; y < 20 && !found; ++y) {
    window().move_to(area[0].get<double>() + area[2].get<double>() * 0.3,
                     area[1].get<double>() + area[3].get<double>() * 0.05 * y);
    window().press();
    window().release();
    found = wait(is_asked, 0.5);
  }
  EXPECT_TRUE(found);
  window().key("Escape");
  EXPECT_TRUE(wait([&](const json& s) { return !is_asked(s); }));
}

TEST_F(StageWindow, ALaneIsDraggedToAnotherCellAndAllOfThemWithShift) {
  open("coalescing");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("array/data"); }));
  // The board has 16 × 16 cells, which move when the play's text changes its height.
  const auto go_to_cell = [&](int column, int row) {
    window().wait_frames(10);
    const json cells = window().status()["places"]["array/data"];
    window().move_to(cells[0].get<double>() + cells[2].get<double>() * (column + 0.5) / 16,
                     cells[1].get<double>() + cells[3].get<double>() * (row + 0.5) / 16);
    window().wait_frames(2);  // a press uses the pointer's position at the frame's beginning
  };
  const auto reads = [](const json& s, int lane) {
    return s["stage"]["inputs"]["at"][static_cast<std::size_t>(lane)].get<int>();
  };
  go_to_cell(5, 0);
  window().press();
  window().wait_frames(2);
  go_to_cell(7, 9);  // rows without lanes unfold where a lane can be dragged to them
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["version"] == "own"; }));
  go_to_cell(7, 9);
  EXPECT_TRUE(wait([&](const json& s) {
    return s["stage"]["version"] == "own" && reads(s, 5) == 9 * 16 + 7 && reads(s, 6) == 6;
  })) << window().status()["stage"];
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["sectors"] == 5; }))
      << "the board follows during the drag";
  window().release();
  go_to_cell(2, 2);  // the released array stays
  EXPECT_TRUE(wait([&](const json& s) { return reads(s, 5) == 9 * 16 + 7; }));
  window().hold("shift");
  go_to_cell(0, 0);
  window().press();
  window().wait_frames(2);
  go_to_cell(1, 0);
  EXPECT_TRUE(wait([&](const json& s) {
    return reads(s, 0) == 1 && reads(s, 31) == 32 && reads(s, 5) == 9 * 16 + 8;
  }));
  go_to_cell(15, 15);  // no lane leaves the array
  EXPECT_TRUE(wait([&](const json& s) { return reads(s, 5) == 255 && reads(s, 0) == 255 - 151; }));
  window().release();
  window().let_go("shift");
  window().key("ctrl+z");  // undoes the whole second drag
  EXPECT_TRUE(wait([&](const json& s) { return reads(s, 0) == 0 && reads(s, 5) == 9 * 16 + 7; }));
  window().key("ctrl+z");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["version"] == "aligned"; }));
  window().key("ctrl+shift+z");
  EXPECT_TRUE(wait(
      [&](const json& s) { return s["stage"]["version"] == "own" && reads(s, 5) == 9 * 16 + 7; }));
}

TEST_F(StageWindow, ARefusedListLeavesNothingBehindAndATypedNumberIsOneSetting) {
  open("dot");
  const json before = stage();
  const auto type = [&](const std::string& text) {
    click("input/a");
    window().key("ctrl+a");
    for (const char letter : text) window().key(letter == ' ' ? "space" : std::string(1, letter));
    window().key("Return");
  };
  type("1 x");
  type("1 99999999");  // out of range
  window().wait_frames(3);
  EXPECT_EQ(stage()["inputs"], before["inputs"]);
  EXPECT_EQ(stage()["plays"], before["plays"]);
  window().key("ctrl+z");  // there is nothing to undo
  window().wait_frames(3);
  EXPECT_EQ(stage()["plays"], before["plays"]);
  scroll_to("input/threads");
  window().hold("ctrl");
  click("input/threads");
  window().let_go("ctrl");
  window().keys_at_once({"1", "6", "Return"});
  const int plays = before["plays"];
  EXPECT_TRUE(wait([&](const json& s) { return s["stage"]["plays"] == plays + 1; }));
  EXPECT_NE(stage()["inputs"]["threads"], before["inputs"]["threads"]);
  window().key("ctrl+z");
  EXPECT_TRUE(wait([&](const json& s) { return s["stage"]["inputs"] == before["inputs"]; }));
  EXPECT_EQ(stage()["plays"], plays + 2);
}

TEST_F(StageWindow, TheBoardIsSavedAlone) {
  open("dot");
  window().key("period");
  EXPECT_TRUE(wait([](const json& s) { return stands_at(s, 1); }));
  window().key("s");
  const fs::path picture = window().folder() / "out/stage-dot-1.png";
  EXPECT_TRUE(wait([&](const json&) { return fs::exists(picture); }));
  const json board = stage()["board_area"];
  const auto [width, height] = size_of_png(picture);
  EXPECT_NEAR(width, board[2].get<double>(), 1);
  EXPECT_GE(height, board[3].get<double>() + 180)
      << "with the lesson, the step, code, and two lines of sentences in full size";
  window().key("shift+s");  // saves the whole window
  EXPECT_TRUE(wait(
      [&](const json&) { return fs::exists(window().folder() / "out/stage-dot-window.png"); }));
}

TEST_F(StageWindow, ASequenceHasAPictureOfEveryStepFromHere) {
  open("race");
  click("schedule/Lockstep");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["schedule"] == "lockstep"; }));
  window().key("Home");
  window().key("period");
  ASSERT_TRUE(wait([](const json& s) { return stands_at(s, 1); }));
  const int last = steps();
  window().key("ctrl+e");
  ASSERT_TRUE(wait([](const json& s) { return s["export"]["open"] == true; }));
  window().key("Return");
  const fs::path folder = window().folder() / "out/stage-race-001";
  const auto pictures = [&] {
    return fs::exists(folder) ? std::distance(fs::directory_iterator(folder), {}) : 0;
  };
  EXPECT_TRUE(wait([&](const json&) { return pictures() == last; })) << pictures();
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["recording"] == false && stands_at(s, 1);
  })) << "back where it began";
}

TEST_F(StageWindow, APresentedOneLeavesALaneForTheKeysThatArePressed) {
  open("lock");
  window().key("F5");
  ASSERT_TRUE(wait(
      [](const json& s) { return s["present"]["on"] == true && !s["places"].contains("name"); }));
  const json status = window().status();
  constexpr double kWindow = 800.0;
  constexpr double kSentence = 54.0;  // below the source, in design units
  constexpr double kLane = 30.0;
  const double unit = status["unit"];
  const json source = status["stage"]["source_area"];
  EXPECT_LT(source[1].get<double>() + source[3].get<double>(),
            kWindow - (kSentence + kLane) * unit);
}

TEST_F(StageWindow, APresentedOneSaysItsTitleAndTheNumberOfTheStep) {
  open("dot");
  window().key("F5");
  const auto letters_of = [](const json& s, const char* name) {
    return s["places"].contains(name) ? s["places"][name][3].get<double>() : 0.0;
  };
  ASSERT_TRUE(wait([&](const json& s) {
    return s["present"]["on"] == true && letters_of(s, "presented title") > 0;
  }));
  constexpr double kWindow = 800.0;
  constexpr double kLinesOfWindow = 40.0;  // the last row reads such lines
  const json status = window().status();
  for (const char* name : {"presented title", "presented step"}) {
    EXPECT_GE(letters_of(status, name), kWindow / kLinesOfWindow) << name;
    EXPECT_LE(bottom_of(status["places"][name]), kWindow) << name;
    EXPECT_GE(status["places"][name][1], bottom_of(status["stage"]["source_area"])) << name;
  }
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) {
    return s["present"]["on"] == false && !s["places"].contains("presented title");
  })) << "the bars have both";
}

TEST_F(StageWindow, TheKeyExplainsTheAnswersToAConditionInItsStep) {
  open("dot");
  const auto explains = [&](const json& s) {
    const json& places = s["places"];
    return places.contains("key/condition holds or not") || places.contains("key/condition");
  };
  EXPECT_FALSE(explains(window().status()));
  for (int step = 1; step <= 22; ++step) {
    window().key("Right");
    ASSERT_TRUE(wait([&](const json& s) { return stands_at(s, step); }));
  }
  EXPECT_TRUE(wait(explains)) << "step 22 is a branch";
}

TEST_F(StageWindow, TheKeyExplainsTheSectorInSightAtScale2) {
  open_full_size({"--lesson", "divergence", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return is_shown(s, "divergence"); }));
  for (int step = 1; step <= 6; ++step) {
    window().key("Right");
    ASSERT_TRUE(wait([&](const json& s) { return stands_at(s, step); }));
  }
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("key/sector: 32 bytes"); }))
      << "step 6 writes one sector";
}

TEST_F(StageWindow, TheKeyHasOneSignForWaitingAndExplainsSectorsAndConflicts) {
  open("histogram");
  std::set<std::string> seen;
  const int steps = std::min(25, window().status()["stage"]["steps"].get<int>());
  for (int step = 1; step <= steps; ++step) {
    window().key("Right");
    ASSERT_TRUE(wait([&](const json& s) { return stands_at(s, step); }));
    const json status = window().status();
    for (const auto& place : status["places"].items()) seen.insert(place.key());
  }
  EXPECT_TRUE(seen.contains("key/waits"));
  EXPECT_TRUE(seen.contains("key/sector: 32 bytes") ||
              seen.contains("key/sector: 32 bytes, the least that memory delivers"));
  open("lock");
  window().key("End");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("key/waits"); }));
  open("banks");
  window().key("End");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("key/waits for its bank"); }));
}

TEST_F(StageWindow, VersionsAndSchedulesAreInSightAboveTheLongListOfExercises) {
  open("dot");
  EXPECT_TRUE(wait([](const json& s) {
    const json& places = s["places"];
    if (!places.contains("fold/Schedule") || !places.contains("side panel")) return false;
    return bottom_of(places["fold/Schedule"]) <= bottom_of(places["side panel"]);
  })) << window().status()["places"];
}

TEST_F(StageWindow, TheSentenceNamesTheLineOfTheStep) {
  open("dot");
  EXPECT_FALSE(window().status()["places"].contains("line of the step"));
  window().key("period");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("line of the step"); }));
}

TEST_F(StageWindow, WhatALaterLineSetsHasARowAndALineOfItsOwn) {
  open("histogram");
  // Step 7 adds in line 5, and then line 6 sets i.
  for (int step = 1; step <= 7; ++step) {
    window().key("Right");
    ASSERT_TRUE(wait([&](const json& s) { return stands_at(s, step); }));
  }
  EXPECT_TRUE(wait([](const json& s) {
    const json& places = s["places"];
    return places.contains("line of the step") && places.contains("line after the step") &&
           places["line after the step"][1].get<double>() >= bottom_of(places["line of the step"]);
  })) << window().status()["places"];
}

}  // namespace
}  // namespace heatwave::test
