// Tests `heatwave lecture` with the real program: the course's lectures from the first step to the
// last.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/words/numbers.h"
#include "tests/cli/program_test.h"
#include "tests/sanitized.h"

namespace heatwave {
namespace {

using nlohmann::json;
using testing::contains;
using testing::Outcome;
using testing::text_of;
using testing::write_text;
using Words = std::vector<std::string>;

class LectureProgram : public testing::ProgramTest {
 protected:
  void write(const std::string& name, const std::string& steps) const {
    write_text(path(name), R"({"heatwave": "lecture", "version": 1, "title": "Mine", "steps": [)" +
                               steps + "]}");
  }
};

TEST_F(LectureProgram, EveryLectureOfTheCourseCanBeGiven) {
  const Outcome list = heatwave({"lecture", "--list", "--json"});
  ASSERT_EQ(list.status, 0) << list.err;
  const json lectures = json::parse(list.out).at("lectures");
  ASSERT_EQ(lectures.size(), 20U);
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
  const Outcome code = check(R"(, "variant": "threads-mutex")", "source/std::mutex");
  EXPECT_EQ(code.status, 0) << code.err;
  const Outcome no_code = check("", "source/no such code");
  EXPECT_TRUE(contains(no_code.err, "'source/no such code' is not drawn")) << no_code.err;
  const auto in_fields = [this](const std::string& visible) {
    write("mine.hwl", R"({"title": "One", "room": "fields", "scene": "heat-plate", "visible": [)" +
                          visible + "]}");
    return heatwave({"lecture", "mine.hwl", "--check"});
  };
  const Outcome equation = in_fields(R"("equation", "parameter/alpha")");
  EXPECT_EQ(equation.status, 0) << equation.err;
  const Outcome other = in_fields(R"("parameter/c2")");
  EXPECT_TRUE(contains(other.err, "'parameter/c2' is not drawn")) << other.err;
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

TEST_F(LectureProgram, AnEquationThatCannotBeReadIsNamed) {
  const auto check = [this](const std::string& text) {
    write("mine.hwl", R"({"title": "One", "room": "fields", "text": ")" + text + R"("})");
    return heatwave({"lecture", "mine.hwl", "--check"});
  };
  const Outcome right = check(R"(It is $\\frac{1}{2}$, for $5.)");
  EXPECT_EQ(right.status, 0) << right.err;
  const Outcome wrong = check(R"(It is $\\half$.)");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_TRUE(
      contains(wrong.err, "steps[0]: cannot read the equation '\\half': there is no \\half"))
      << wrong.err;
}

TEST_F(LectureProgram, ATableThatCannotBeLaidOutIsNamed) {
  const auto check = [this](const std::string& key, const std::string& table) {
    write("mine.hwl", R"({"title": "One", "room": "fields", "question": "Why?", )" +
                          std::string(key == "answer" ? "" : R"("answer": "So.", )") + "\"" + key +
                          R"(": ")" + table + R"("})");
    return heatwave({"lecture", "mine.hwl", "--check"});
  };
  const Outcome right = check("text", R"(| a | ms |\n|---|---:|\n| sum | 0.5 |)");
  EXPECT_EQ(right.status, 0) << right.err;
  const Outcome left = check("text", R"(| a | ms |\n|---|---|\n| sum | 0.5 |)");
  EXPECT_EQ(left.status, 1);
  EXPECT_TRUE(contains(left.err, "steps[0]: the table '| a | ms |': its column 'ms' has numbers"))
      << left.err;
  const Outcome elsewhere = check("answer", R"(| a | ms |\n|---|---:|\n| sum | 0.5 |)");
  EXPECT_TRUE(contains(elsewhere.err, "only a step's text has tables")) << elsewhere.err;
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

TEST_F(LectureProgram, AScriptHasAnswersAndAHandoutHasExercisesInstead) {
  const auto saved = [this](const char* option, const std::string& file) {
    const Outcome outcome = heatwave({"lecture", "dot", option, file, "--backend", "cpu"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote " + file)) << outcome.out;
    return text_of(path(file));
  };
  const std::string answer = "1 · 2 + 9 · 5 = 47";
  const std::vector<std::string> endings =
      test::kSanitized ? std::vector<std::string>{".md"} : std::vector<std::string>{".html", ".md"};
  for (const std::string& ending : endings) {
    const std::string script = saved("--script", "script" + ending);
    const std::string handout = saved("--handout", "handout" + ending);
    for (const std::string& page : {script, handout}) {
      EXPECT_TRUE(contains(page, "Thread 0 of block 0 takes pairs 0 and 8. What is its sum?"));
      EXPECT_TRUE(contains(page, "cache[threadIdx.x] = temp;")) << "the kernel that is played";
      EXPECT_FALSE(contains(page, "host_a")) << "the host's code is left out";
      EXPECT_TRUE(contains(page, "step 29 of 52")) << "what the stage shows";
      EXPECT_TRUE(contains(page, "cuBLAS sdot")) << "the recorded times";
      EXPECT_TRUE(contains(page, "NVIDIA H200")) << "where they were recorded";
      EXPECT_TRUE(contains(page, "heatwave exercise dot-sum --save dot-sum.cu"));
      EXPECT_TRUE(contains(page, "/* your code: add pairwise")) << "the exercise";
      EXPECT_TRUE(contains(page, "#define CHECK(call)")) << "the program";
    }
    EXPECT_TRUE(contains(script, "To give it: heatwave dot.hwl")) << "a guide for the lecturer";
    EXPECT_TRUE(contains(script, "about 15 minutes, with a minute for each question"));
    EXPECT_TRUE(contains(script, "The last step, “What to take home”: A grid-stride loop"));
    EXPECT_FALSE(contains(handout, "To give it"));
    EXPECT_TRUE(contains(script, "step 136 of 136")) << "what the words speak of";
    EXPECT_TRUE(contains(handout, "step 0 of 136")) << "what the class begins with";
    EXPECT_TRUE(contains(script, answer));
    EXPECT_FALSE(contains(handout, answer));
    EXPECT_TRUE(contains(script, "A solution:"));
    EXPECT_FALSE(contains(handout, "A solution:"));
  }
  const std::string board = text_of(path("script-03.png"));
  EXPECT_TRUE(board.starts_with("\x89PNG"));
  EXPECT_GT(board.size(), 20'000U) << "there are letters on it";
  EXPECT_EQ(board, text_of(path("handout-03.png")));
  EXPECT_NE(board, text_of(path("script-02.png"))) << "another step";
}

TEST_F(LectureProgram, AHandoutHasQuestionsToTakeHomeWithoutTheirAnswers) {
  write_text(path("mine.hwl"), R"({"heatwave": "lecture", "version": 1, "title": "Mine",
      "homework": [{"question": "Q of mine?", "answer": "A of mine.", "misconception": "M of mine."}],
      "steps": [{"title": "One", "room": "stage", "stage": {"lesson": "dot"}}]})");
  ASSERT_EQ(heatwave({"lecture", "mine.hwl", "--script", "s.md"}).status, 0);
  ASSERT_EQ(heatwave({"lecture", "mine.hwl", "--handout", "h.md"}).status, 0);
  const std::string script = text_of(path("s.md"));
  const std::string handout = text_of(path("h.md"));
  for (const char* const answer : {"A of mine.", "M of mine."}) {
    EXPECT_TRUE(contains(script, answer));
    EXPECT_FALSE(contains(handout, answer));
  }
  EXPECT_TRUE(contains(script, "Q of mine?"));
  EXPECT_TRUE(contains(handout, "Q of mine?"));
}

TEST_F(LectureProgram, APageHasAPictureOfTheField) {
  write("mine.hwl", R"({"title": "One <&>", "text": "a_b", "room": "fields", "scene": "lens",
                        "commands": [{"do": "advance", "steps": 12}]})");
  ASSERT_EQ(heatwave({"lecture", "mine.hwl", "--script", "p.html"}).status, 0);
  const std::string html = text_of(path("p.html"));
  EXPECT_TRUE(contains(html, "src=\"data:image/png;base64,iVBOR")) << "the picture is in the page";
  EXPECT_TRUE(contains(html, "One &lt;&amp;&gt;"));
  EXPECT_TRUE(contains(html, ", after 12"));
  EXPECT_TRUE(contains(html, "Textbook: Hecht, Optics, ch. 5: lenses"));
  EXPECT_FALSE(contains(html, "http")) << "the page needs no other file";
  const Outcome markdown = heatwave({"lecture", "mine.hwl", "--script", "p.md"});
  ASSERT_EQ(markdown.status, 0) << markdown.err;
  EXPECT_TRUE(contains(markdown.out, "1\u00A0picture")) << markdown.out;
  EXPECT_TRUE(std::filesystem::exists(path("p-01.png")));
  const std::string text = text_of(path("p.md"));
  EXPECT_TRUE(contains(text, "(p-01.png)"));
  EXPECT_TRUE(contains(text, "a\\_b"));
  const Outcome again = heatwave({"lecture", "mine.hwl", "--script", "p.md"});
  EXPECT_EQ(again.status, 1) << "existing files stay";
  EXPECT_EQ(heatwave({"lecture", "mine.hwl", "--script", "p.md", "--force"}).status, 0);
}

TEST_F(LectureProgram, APageHasAPictureOfAMultiprocessor) {
  const auto saved = [this](const std::string& variant, const std::string& file) {
    write("mine.hwl", R"({"title": "One", "room": "lab", "lab": {"experiment": "matmul",
                          "variant": ")" +
                          variant + R"(", "chart": "occupancy"}})");
    const Outcome outcome = heatwave({"lecture", "mine.hwl", "--script", file, "--backend", "cpu"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return text_of(path(file));
  };
  EXPECT_TRUE(contains(saved("shared-tiles", "full.md"), "a multiprocessor of NVIDIA H200"));
  saved("vector-loads", "quarter.md");
  const std::string full = text_of(path("full-01.png"));
  EXPECT_TRUE(full.starts_with("\x89PNG"));
  EXPECT_GT(full.size(), 20'000U) << "there are letters on it";
  EXPECT_NE(full, text_of(path("quarter-01.png"))) << "other blocks";
}

TEST_F(LectureProgram, AStepThatShowsTheSameAgainNamesTheFirstOne) {
  write("mine.hwl", R"({"title": "One", "room": "stage", "stage": {"lesson": "dot", "step": 17}},
                       {"title": "Two", "room": "lab", "lab": {"experiment": "dot", "variant": "lecture"}},
                       {"title": "Three", "room": "stage", "stage": {"lesson": "dot", "step": 17}},
                       {"title": "Four", "room": "lab", "lab": {"experiment": "dot", "variant": "vectors"}})");
  const Outcome outcome = heatwave({"lecture", "mine.hwl", "--script", "p.md", "--backend", "cpu"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string text = text_of(path("p.md"));
  EXPECT_TRUE(contains(text, "*See step 1: Dot product, step 17 of 52*")) << text;
  EXPECT_TRUE(contains(text, "*See step 2: 16-byte loads, several in flight, 0.125")) << text;
  EXPECT_TRUE(std::filesystem::exists(path("p-01.png")));
  EXPECT_FALSE(std::filesystem::exists(path("p-03.png")));
}

TEST_F(LectureProgram, AMagnifiedViewIsMagnifiedOnPaper) {
  write("mine.hwl", R"({"title": "One", "room": "fields", "scene": "heat-plate", "run_to": 10},
                       {"title": "Two", "room": "fields", "scene": "heat-plate", "run_to": 10,
                        "commands": [{"do": "set-viewpoint", "magnified": 16, "centre": [0.37, 0.37]}]})");
  const Outcome outcome = heatwave({"lecture", "mine.hwl", "--script", "p.md", "--backend", "cpu"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(text_of(path("p-01.png")), text_of(path("p-02.png")));
}

TEST_F(LectureProgram, AScriptShowsWhatItsWordsSpeakOf) {
  write("mine.hwl", R"({"title": "One", "room": "stage", "stage": {"lesson": "race"}},
                       {"title": "Two", "room": "lab", "lab": {"experiment": "reverse", "detail": "profile"}},
                       {"title": "Three", "room": "lab", "lab": {"experiment": "dot", "column": "result"}},
                       {"title": "Four", "room": "lab", "lab": {"experiment": "dot", "chart": "utilisation"}})");
  const Outcome outcome = heatwave({"lecture", "mine.hwl", "--script", "p.md", "--backend", "cpu"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string text = text_of(path("p.md"));
  EXPECT_TRUE(contains(text, "A race, step 7 of 7")) << "it is played, though no class chooses";
  EXPECT_TRUE(contains(text, "ncu --set full heatwave lab reverse")) << "the profiler's command";
  EXPECT_TRUE(contains(text, "| variant | result | time |"));
  EXPECT_TRUE(contains(text, "(p-04.png)")) << "the chart of what limits each variant";
}

TEST_F(LectureProgram, TheProgramOfALectureIsSaved) {
  const Outcome outcome = heatwave({"lecture", "heat", "--code", "h.cu"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "nvcc h.cu")) << outcome.out;
  EXPECT_EQ(text_of(path("h.cu")),
            text_of(std::filesystem::path(HEATWAVE_ASSET_FOLDER) / "lectures" / "11-heat.cu"));
  EXPECT_EQ(heatwave({"lecture", "heat", "--code", "h.cu"}).status, 1) << "existing files stay";
  write("mine.hwl", R"({"title": "One", "room": "fields", "scene": "lens"})");
  const Outcome none = heatwave({"lecture", "mine.hwl", "--code", "m.cu"});
  EXPECT_EQ(none.status, 1);
  EXPECT_TRUE(contains(none.err, "this lecture has no program; it would be mine.cu")) << none.err;
}

TEST_F(LectureProgram, WrongUseIsSaidInOneLine) {
  for (const Words& words : std::vector<Words>{{"lecture"},
                                               {"lecture", "dot"},
                                               {"lecture", "--list", "--check"},
                                               {"lecture", "dot", "--check", "--code", "d.cu"},
                                               {"lecture", "dot", "--script", "d.txt"},
                                               {"lecture", "dot", "--script", "d.md", "--json"},
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
