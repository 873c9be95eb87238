// Tests `heatwave lecture` with the real program: the course's lectures from the first step to the
// last.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/words/numbers.h"
#include "tests/cli/program.h"
#include "tests/sanitized.h"
#include "tests/system/temporary_folder.h"

namespace heatwave {
namespace {

using nlohmann::json;
using testing::contains;
using testing::Outcome;
using testing::write_text;
using Words = std::vector<std::string>;

class LectureProgram : public ::testing::Test {
 protected:
  [[nodiscard]] Outcome heatwave(const Words& words) const {
    return testing::heatwave(folder_.path(), words);
  }
  void write(const std::string& name, const std::string& steps) const {
    write_text(
        folder_.path() / name,
        R"({"heatwave": "lecture", "version": 1, "title": "Mine", "steps": [)" + steps + "]}");
  }

  testing::TemporaryFolder folder_;
};

TEST_F(LectureProgram, EveryLectureOfTheCourseCanBeGiven) {
  const Outcome list = heatwave({"lecture", "--list", "--json"});
  ASSERT_EQ(list.status, 0) << list.err;
  const json lectures = json::parse(list.out).at("lectures");
  ASSERT_EQ(lectures.size(), 12U);
  for (std::size_t i = 0; i < lectures.size(); i += test::kSanitized ? 4 : 1) {
    const std::string name = lectures[i].at("name");
    const Outcome outcome = heatwave({"lecture", name, "--check", "--json", "--backend", "cpu"});
    EXPECT_EQ(outcome.status, 0) << name << ": " << outcome.err;
    if (outcome.status != 0) continue;
    const json steps = json::parse(outcome.out).at("steps");
    EXPECT_TRUE(std::any_of(steps.begin(), steps.end(), [](const json& step) {
      return step.at("question").get<bool>();
    })) << name;
  }
}

TEST_F(LectureProgram, AFileIsDoneStepByStep) {
  write("mine.hwl", R"({"title": "One", "room": "fields", "scene": "lens",
                        "commands": [{"do": "advance", "steps": 12}]},
                       {"title": "Two", "room": "stage", "stage": {"lesson": "dot", "step": 3},
                        "question": "q", "answer": "a"})");
  const Outcome outcome = heatwave({"lecture", "mine.hwl", "--check"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "  1  Fields One\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "  2  Stage  Two  (a question)\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, words::counted(2, "step", "steps") + " and " +
                                        words::counted(1, "question", "questions") +
                                        ", all done in "))
      << outcome.out;
  const json told = json::parse(heatwave({"lecture", "mine.hwl", "--check", "--json"}).out);
  EXPECT_EQ(told.at("steps").at(0).at("field_step"), 12);
}

TEST_F(LectureProgram, AStepThatRunsIsTakenAtOnceAndToldOf) {
  write("mine.hwl", R"({"title": "One", "room": "fields", "scene": "lens", "run_to": 25})");
  const Outcome outcome = heatwave({"lecture", "mine.hwl", "--check"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "  1  Fields One  (runs to step 25)\n")) << outcome.out;
  const json told = json::parse(heatwave({"lecture", "mine.hwl", "--check", "--json"}).out);
  EXPECT_EQ(told.at("steps").at(0).at("field_step"), 25);
  EXPECT_EQ(told.at("steps").at(0).at("run_to"), 25);
}

TEST_F(LectureProgram, AStepThatPointsAtSomethingOutOfSightIsNamed) {
  const auto check = [this](const std::string& column, const std::string& visible) {
    write("mine.hwl", R"({"title": "One", "room": "lab", "lab": {"experiment": "lock")" + column +
                          R"(}, "visible": [")" + visible + R"("], "commands": [{"do": "run-lab",
                          "request": {"experiment": "lock", "variants": ["loop"], "repeats": 1}}]})");
    return heatwave({"lecture", "mine.hwl", "--check"});
  };
  const Outcome seen = check(R"(, "column": "result")", "head/result");
  EXPECT_EQ(seen.status, 0) << seen.err;
  const Outcome hidden = check("", "head/result");
  EXPECT_EQ(hidden.status, 1);
  EXPECT_TRUE(contains(hidden.err, "steps[0]: visible: 'head/result' is not drawn")) << hidden.err;
  write("mine.hwl", R"({"title": "One", "room": "stage", "stage": {"lesson": "dot", "step": 0},
                        "visible": ["line/1"]})");
  const Outcome first = heatwave({"lecture", "mine.hwl", "--check"});
  EXPECT_EQ(first.status, 0) << first.err;
  write("mine.hwl", R"({"title": "One", "room": "stage", "stage": {"lesson": "dot", "step": 0},
                        "visible": ["line/20"]})");
  const Outcome below = heatwave({"lecture", "mine.hwl", "--check"});
  EXPECT_EQ(below.status, 1);
  EXPECT_TRUE(contains(below.err, "'line/20' is cut at 1280 × 800")) << below.err;
}

TEST_F(LectureProgram, TheStepThatCannotBeDoneIsNamed) {
  write("mine.hwl", R"({"title": "One", "room": "fields", "scene": "lens"},
                       {"title": "Two", "room": "fields", "commands": [{"do": "remove-item", "id": 99}]})");
  const Outcome outcome = heatwave({"lecture", "mine.hwl", "--check"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "heatwave: mine.hwl: steps[1].commands[0]: ")) << outcome.err;
  write("mine.hwl",
        R"({"title": "One", "room": "stage", "stage": {"lesson": "race", "step": 9999}})");
  const Outcome late = heatwave({"lecture", "mine.hwl", "--check"});
  EXPECT_EQ(late.status, 1);
  EXPECT_TRUE(contains(late.err, "heatwave: mine.hwl: steps[0]: step 9999 of a play that has "));
}

TEST_F(LectureProgram, WrongUseIsSaidInOneLine) {
  for (const Words& words : std::vector<Words>{{"lecture"},
                                               {"lecture", "dot"},
                                               {"lecture", "--list", "--check"},
                                               {"lecture", "dot", "--list"}}) {
    const Outcome outcome = heatwave(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  const Outcome unknown = heatwave({"lecture", "coalescin", "--check"});
  EXPECT_EQ(unknown.status, 1);
  EXPECT_TRUE(contains(unknown.err, "there is no lecture 'coalescin'; perhaps 'coalescing'"));
}

}  // namespace
}  // namespace heatwave
