// Tests the kernels of the stage in the real window: they are edited, checked, saved, compared and
// searched for schedules that break them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "stage_fixture.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string file_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class StageKernelWindow : public StageTest {};

TEST_F(StageKernelWindow, TheHostsCodeUnfoldsBelowTheKernelWhichKeepsItsPlace) {
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

TEST_F(StageKernelWindow, NotesThatWouldAnswerTheQuestionWaitForItsAnswer) {
  open("histogram");
  ASSERT_TRUE(wait([](const json& s) {
    return s["places"].contains("line/5") && s["places"].contains("answer");
  }));
  EXPECT_FALSE(window().status()["places"].contains("remark/5"));
  const json line = window().status()["places"]["line/5"];
  click("answer");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("remark/5"); }));
  EXPECT_EQ(window().status()["places"]["line/5"], line) << "letters keep their size";
}

TEST_F(StageKernelWindow, ALessonAboutTheHostShowsItsCodeUnfolded) {
  open("late-error");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("line/5"); }));
  EXPECT_FALSE(window().status()["places"].contains("fold/Host code"));
}

TEST_F(StageKernelWindow, AnExerciseIsEditedPlayedAndChecked) {
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

TEST_F(StageKernelWindow, AKernelIsSavedWhileItIsTyped) {
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

TEST_F(StageKernelWindow, TheTaskAndTheVerdictAreInSightWhereverTheirListIs) {
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

TEST_F(StageKernelWindow, AHintAndAVerdictComeIntoSightInLargeLetters) {
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

TEST_F(StageKernelWindow, AFileIsOpenedEditedUndoneAndComparedWithItsOriginal) {
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

TEST_F(StageKernelWindow, TwoVersionsStandSideBySideWithTheirCosts) {
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

TEST_F(StageKernelWindow, AWarningDoesNotKeepAKernelFromBeingPlayed) {
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

TEST_F(StageKernelWindow, ASearchPlaysTheScheduleThatBreaksTheKernel) {
  open("race");
  window().key("b");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["working"] == false && s["stage"]["schedule"] == "chosen" &&
           s["stage"]["step"] == s["stage"]["steps"];
  }));
}

TEST_F(StageKernelWindow, ASearchPlaysTheLockstepInWhichALockIsNeverGot) {
  open("lock");
  click("schedule/Independent");
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["schedule"] == "independent"; }));
  window().key("b");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["working"] == false && s["stage"]["schedule"] == "lockstep" &&
           s["stage"]["step"] == s["stage"]["steps"];
  }));
}

}  // namespace
}  // namespace heatwave::test
