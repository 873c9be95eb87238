// Tests the stage in the real window, in a real X server: every lesson is opened, played and
// scrubbed; faults, choices and saved pictures.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "kernels/stage/lesson_catalogue.h"
#include "tests/system/temporary_folder.h"
#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

bool is_shown(const json& status, const std::string& lesson) {
  return status["room"] == "stage" && status["stage"]["lesson"] == lesson &&
         status["stage"]["shown"] == true;
}

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

std::string file_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class StageWindow : public WindowTest {
 protected:
  void open(const std::string& lesson) {
    open_full_size({"--lesson", lesson});
    ASSERT_TRUE(wait([&](const json& s) { return is_shown(s, lesson); }));
  }
  json stage() { return window().status()["stage"]; }
  int steps() { return stage()["steps"]; }

  /// Returns a point in a named place of the window; `part` is its share of the width.
  std::array<double, 2> place(const std::string& name, double part = 0.5) {
    EXPECT_TRUE(wait([&](const json& s) { return s["places"].contains(name); })) << name;
    const json at = window().status()["places"][name];
    return {at[0].get<double>() + at[2].get<double>() * part,
            at[1].get<double>() + at[3].get<double>() / 2};
  }
  /// Scrolls the side panel until the control is visible.
  void scroll_to(const std::string& name) {
    constexpr double kBottom = 720;  // bottom of the side panel, in a window of 1280 × 800
    for (int turn = 0; turn < 40 && place(name)[1] > kBottom; ++turn) {
      window().move_to(1100, 400);
      window().press(5);
      window().release(5);
    }
  }
  void click(const std::string& name) {
    scroll_to(name);
    const auto [x, y] = place(name);
    window().move_to(x, y);
    window().press();
    window().release();
  }
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
  /// Returns the files of the export folder whose names begin with `begin`.
  std::vector<fs::path> saved(const std::string& begin) {
    std::vector<fs::path> found;
    const fs::path folder = window().folder() / "out";
    if (!fs::exists(folder)) return found;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().filename().string().starts_with(begin)) found.push_back(entry.path());
    }
    return found;
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

TEST_F(StageWindow, TheHostsCodeUnfoldsBelowTheKernelWhichKeepsItsPlace) {
  open("memory");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("fold/Host code"); }));
  const json first_line = window().status()["places"]["line/1"];
  EXPECT_FALSE(window().status()["places"].contains("line/10")) << "the host's code is folded";
  window().key("o");
  ASSERT_TRUE(wait(
      [](const json& s) { return s["stage"]["host"] == true && s["places"].contains("line/10"); }));
  click("fold/Host code");
  ASSERT_TRUE(wait([](const json& s) {
    return s["stage"]["host"] == false && !s["places"].contains("line/10");
  }));
  EXPECT_TRUE(wait([&](const json& s) { return s["places"]["line/1"] == first_line; }))
      << window().status()["places"]["line/1"];
}

TEST_F(StageWindow, ALessonAboutTheHostShowsItsCodeUnfolded) {
  open("late-error");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("line/5"); }));
  EXPECT_FALSE(window().status()["places"].contains("fold/Host code"));
}

TEST_F(StageWindow, AnExerciseIsEditedPlayedAndChecked) {
  open("guard");
  const auto play = [this] {
    window().hold("ctrl");
    window().key("Return");
    window().let_go("ctrl");
  };
  click("hint");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["hints"]["guard"] == 1; }));
  window().key("c");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["verdict"] == "out of bounds"; }));
  click("show verdict");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["step"] > 0; })) << "it goes to the fault";
  window().key("e");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["editing"] == true; }));
  const int plays = stage()["plays"];
  window().key("z");
  ASSERT_TRUE(wait([](const json& s) {
    return s["edited"]["kernel"].get<std::string>().find("z/* your code") != std::string::npos;
  }));
  play();
  window().wait_frames(5);
  EXPECT_EQ(stage()["plays"], plays) << "a text with mistakes is not played";
  window().key("BackSpace");
  window().key("Return");
  play();
  EXPECT_TRUE(wait([&](const json& s) { return s["stage"]["plays"] > plays; }));
}

TEST_F(StageWindow, AKernelIsSavedWhileItIsTyped) {
  open("race");
  window().key("e");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["editing"] == true; }));
  window().key("z");
  ASSERT_TRUE(wait([](const json& s) {
    return s["edited"]["kernel"].get<std::string>().find('z') != std::string::npos;
  }));
  window().hold("ctrl");
  window().key("s");
  window().let_go("ctrl");
  ASSERT_TRUE(wait([](const json& s) { return s["dialog"]["saves"] == true; }));
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["dialog"]["open"] == false; }));
  EXPECT_NE(file_text(window().folder() / "race.cu").find("z"), std::string::npos);
  window().hold("ctrl");
  window().key("o");
  window().let_go("ctrl");
  EXPECT_TRUE(wait(
      [](const json& s) { return s["dialog"]["open"] == true && s["dialog"]["saves"] == false; }));
}

TEST_F(StageWindow, TheTaskAndTheVerdictAreInSightWhereverTheirListIs) {
  open("race");
  const auto scroll_down = [this] {
    window().move_to(1100, 400);
    for (int turn = 0; turn < 40; ++turn) {
      window().press(5);
      window().release(5);
    }
    window().wait_frames(2);
  };
  const auto is_in_sight = [](const std::string& name) {
    return [name](const json& s) {
      if (!s["places"].contains(name)) return false;
      const json at = s["places"][name];
      return at[1] > 48 && bottom_of(at) < 736;
    };
  };
  click("lesson/guard");
  ASSERT_TRUE(wait([&](const json& s) { return is_shown(s, "guard"); }));
  EXPECT_TRUE(wait(is_in_sight("hint"), 5));
  scroll_down();
  ASSERT_FALSE(is_in_sight("hint")(window().status()));
  window().key("c");
  EXPECT_TRUE(wait(is_in_sight("show verdict"), 5));
}

TEST_F(StageWindow, AHintAndAVerdictComeIntoSightInLargeLetters) {
  open_full_size({"--lesson", "matmul-tiles", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return is_shown(s, "matmul-tiles"); }));
  click("rail/Task");
  const auto is_in_sight = [](const std::string& name) {
    return [name](const json& s) {
      if (!s["places"].contains(name)) return false;
      return bottom_of(s["places"][name]) < s["places"]["Space"][1];
    };
  };
  for (int hint = 0; hint < 3; ++hint) {
    ASSERT_TRUE(wait(is_in_sight("hint"), 5)) << hint;
    click("hint");
    window().wait_frames(3);
  }
  EXPECT_TRUE(wait(is_in_sight("hint"), 5));
  window().key("c");
  EXPECT_TRUE(wait(is_in_sight("show verdict"), 5));
}

TEST_F(StageWindow, AFileIsOpenedEditedUndoneAndComparedWithItsOriginal) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder.path() / "number.cu";
  std::ofstream(file) << "// heatwave: title Numbers; task Write the numbers.\n"
                         "// heatwave: input a int[4]; launch 1, 4; expect a[0] = 0 1 2 3\n"
                         "__global__ void number(int* a) { a[threadIdx.x] = threadIdx.x; }\n";
  open_full_size({file.string()});
  ASSERT_TRUE(wait([](const json& s) { return is_shown(s, "number.cu"); }));
  const std::string original = file_text(file);
  window().key("e");
  ASSERT_TRUE(wait([&](const json& s) { return s["edited"]["kernel"] == original; }));
  window().key("Return");
  const int plays = stage()["plays"];
  window().hold("ctrl");
  window().key("Return");
  window().let_go("ctrl");
  ASSERT_TRUE(wait([&](const json& s) { return s["stage"]["plays"] > plays; }));
  EXPECT_EQ(window().status()["edited"]["kernel"], "\n" + original);
  window().key("Escape");
  window().key("d");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["original"] == true; }));
  window().hold("ctrl");
  window().key("z");
  window().let_go("ctrl");
  EXPECT_TRUE(wait([&](const json& s) { return s["edited"]["kernel"] == original; }));
}

TEST_F(StageWindow, TwoVersionsStandSideBySideWithTheirCosts) {
  open("tile-transpose");
  window().key("d");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["beside"] == "Original"; }));
  window().key("k");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["cost"] == true; }));
  EXPECT_EQ(stage()["beside"], "Original") << "nothing else was played";
  click("version/tile");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["beside"] == "Before: 'directly'"; }));
  window().key("d");
  EXPECT_TRUE(wait([](const json& s) { return s["stage"]["beside"] == ""; }));
}

TEST_F(StageWindow, AWarningDoesNotKeepAKernelFromBeingPlayed) {
  const testing::TemporaryFolder folder;
  const fs::path file = folder.path() / "middle.cu";
  std::ofstream(file) << "// heatwave: input a int[4]; input n int = 8; launch 1, 4\n"
                         "__global__ void middle(int* a, int n) {\n"
                         "  if (0 < n < 3) a[threadIdx.x] = 1;\n}\n";
  open_full_size({file.string()});
  ASSERT_TRUE(wait([](const json& s) { return is_shown(s, "middle.cu"); }));
  const json places = window().status()["places"];
  EXPECT_LT(places["E"][1], bottom_of(places["fold/Lesson"]) + 20) << "a file asks no question";
  window().key("e");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("kernel-marker-0"); }));
  window().key("Return");
  const int plays = stage()["plays"];
  window().hold("ctrl");
  window().key("Return");
  window().let_go("ctrl");
  EXPECT_TRUE(wait([&](const json& s) { return s["stage"]["plays"] > plays; }));
}

TEST_F(StageWindow, ASearchPlaysTheScheduleThatBreaksTheKernel) {
  open("race");
  window().key("b");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["working"] == false && s["stage"]["schedule"] == "chosen" &&
           s["stage"]["step"] == s["stage"]["steps"];
  }));
}

TEST_F(StageWindow, ASearchPlaysTheLockstepInWhichALockIsNeverGot) {
  open("lock");
  click("schedule/Independent");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["schedule"] == "independent"; }));
  window().key("b");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["working"] == false && s["stage"]["schedule"] == "lockstep" &&
           s["stage"]["step"] == s["stage"]["steps"];
  }));
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
  EXPECT_GE(height, board[3].get<double>() + 200)
      << "with the lesson, the step, code, and sentences of full size";
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

}  // namespace
}  // namespace heatwave::test
