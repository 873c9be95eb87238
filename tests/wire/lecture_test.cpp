// Tests lectures: reading, refusals, and exact returns to earlier steps.
#include "app/wire/lecture.h"

#include <gtest/gtest.h>

#include <fstream>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <variant>

#include "app/scene/scene_files.h"
#include "app/session/field/check_sum.h"
#include "app/session/session.h"
#include "app/wire/lecture_player.h"
#include "tests/system/raised_memory.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::wire {
namespace {

using session::Place;
using testing::error_of;

/// Returns a lecture of one step with these members.
std::string with_step(const std::string& members) {
  return R"({"heatwave": "lecture", "version": 1, "title": "T", "steps": [
{"title": "A", "room": "fields", )" +
         members + "}]}";
}

class Lectures : public ::testing::Test {
 protected:
  Lectures() { ::setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
  ~Lectures() override { ::unsetenv("HEATWAVE_ASSETS"); }

  static std::string refused(const std::string& text) {
    const std::string words = error_of([&] { (void)parse_lecture(text, "l.hwl"); });
    EXPECT_EQ(words.find('\n'), std::string::npos);
    return words;
  }
  static std::string refused_step(const std::string& members) {
    return refused(with_step(members));
  }
};

constexpr const char* kAll =
    R"({"heatwave": "lecture", "version": 1, "title": "All", "about": "Of all.",
 "steps": [
  {"title": "Field", "text": "Zeile\n√", "watch": "w", "question": "q?", "answer": "a", "notes": "n",
   "room": "fields", "scene": "lens",
   "commands": [{"do": "advance", "steps": 7}, {"do": "set-parameter", "id": "c2", "value": 0.2}, {"do": "play"}]},
  {"title": "Lab", "room": "lab",
   "lab": {"experiment": "dot", "variant": "loop", "chart": "roofline", "detail": "source", "column": "result", "values": {"n": 1000}, "seed": 3},
   "commands": [{"do": "run-lab", "request": {"experiment": "dot", "variants": ["loop"]}}]},
  {"title": "Stage", "room": "stage",
   "stage": {"lesson": "dot", "version": "no-barriers", "inputs": {"a": [1, 2], "b": [3, 4]},
             "schedule": {"kind": "independent"}, "warp": 2, "step": 3}}]})";

TEST_F(Lectures, AllThatALectureHoldsIsReadAndWrittenAgain) {
  const Lecture lecture = parse_lecture(kAll, "l.hwl");
  ASSERT_EQ(lecture.steps.size(), 3U);
  EXPECT_EQ(lecture.title, "All");
  const LectureStep& field = lecture.steps[0];
  EXPECT_EQ(field.text, "Zeile\n√");
  EXPECT_EQ(field.answer, "a");
  EXPECT_EQ(field.notes, "n");
  EXPECT_EQ(std::get<std::string>(field.scene), "lens");
  EXPECT_EQ(field.commands.size(), 3U);
  EXPECT_TRUE(field.touches_field());
  const session::LabSight& lab = *lecture.steps[1].sight.lab;
  EXPECT_EQ(lecture.steps[1].sight.place, Place::lab);
  EXPECT_EQ(lab.variant, "loop");
  EXPECT_EQ(lab.chart, session::LabChart::roofline);
  EXPECT_EQ(lab.figures, session::LabFigures::result);
  EXPECT_EQ(lab.settings["n"], 1000);
  EXPECT_EQ(lab.settings.seed, 3U);
  EXPECT_FALSE(lecture.steps[1].touches_field());
  const session::StageSight& stage = *lecture.steps[2].sight.stage;
  EXPECT_EQ(stage.settings.version, "no-barriers");
  EXPECT_EQ(stage.settings.schedule.kind, stage::Schedule::Kind::independent);
  EXPECT_EQ(stage.step, 3);
  EXPECT_EQ(parse_lecture(to_json(lecture), "again"), lecture);
}

TEST_F(Lectures, WhatEarlierVersionsCalledTableAndBarsIsTheListOfTimes) {
  const std::string lab = R"("lab": {"experiment": "dot", "chart": "bars", "detail": "table"})";
  const Lecture lecture = parse_lecture(with_step(lab), "old.hwl");
  EXPECT_EQ(lecture.steps[0].sight.lab->chart, session::LabChart::times);
  EXPECT_EQ(lecture.steps[0].sight.lab->detail, session::LabDetail::source);
  EXPECT_FALSE(lecture.steps[0].sight.lab->guess);
  EXPECT_EQ(to_json(lecture).find("detail"), std::string::npos);
}

TEST_F(Lectures, AStepOfTheStageMayHoldAKernelThatIsALessonByItself) {
  const std::string kernel =
      R"("stage": {"lesson": "one.cu", "text": "// heatwave: input a int[1]; launch 1, 1; schedule independent\n__global__ void one(int* a) { *a = 1; }\n"})";
  const Lecture lecture = parse_lecture(with_step(kernel), "l.hwl");
  const session::StageSight& stage = *lecture.steps[0].sight.stage;
  EXPECT_EQ(stage.lesson, "one.cu");
  EXPECT_EQ(stage.settings.schedule.kind, stage::Schedule::Kind::independent);
  EXPECT_EQ(parse_lecture(to_json(lecture), "again"), lecture);
  EXPECT_NE(refused_step(R"("stage": {"lesson": "one.cu"})").find("how its kernel is launched"),
            std::string::npos);
  EXPECT_NE(refused_step(R"("stage": {"lesson": "ones"})").find("lesson"), std::string::npos);
}

TEST_F(Lectures, AStepOfAFieldMayShowItsTimings) {
  const auto step = [](const char* room) {
    return std::string(R"({"heatwave": "lecture", "version": 1, "title": "T", "steps": [
      {"title": "One", "timings": true, "room": ")") +
           room + R"("}]})";
  };
  const Lecture lecture = parse_lecture(step("fields"), "l.hwl");
  EXPECT_TRUE(lecture.steps[0].timings);
  EXPECT_EQ(parse_lecture(to_json(lecture), "again"), lecture);
  EXPECT_NE(refused(step("lab")).find("'steps[0].timings': are those of a field"),
            std::string::npos);
}

TEST_F(Lectures, AStepOfTheLabMayHideTheTimesForAGuess) {
  const Lecture lecture =
      parse_lecture(with_step(R"("lab": {"experiment": "dot", "guess": true})"), "l.hwl");
  EXPECT_TRUE(lecture.steps[0].sight.lab->guess);
  EXPECT_EQ(parse_lecture(to_json(lecture), "again"), lecture);
}

TEST_F(Lectures, ASceneOfTheLecturesOwnTravelsInIt) {
  Lecture lecture = parse_lecture(with_step(R"("scene": "wave-drop")"), "l.hwl");
  scene::Scene scene = scene::blank_scene("wave", {40, 30});
  scene.items.push_back({.id = 1, .role = scene::Wall{}, .shape = scene::Disc{{5, 5}, 2}});
  lecture.steps[0].scene = scene;
  EXPECT_EQ(std::get<scene::Scene>(parse_lecture(to_json(lecture), "x").steps[0].scene), scene);
}

TEST_F(Lectures, WhatIsNoLectureIsRefused) {
  EXPECT_EQ(refused("{}"), "'l.hwl' is not a lecture of Heatwave");
  EXPECT_EQ(refused(R"({"heatwave": "recording"})"), "'l.hwl' is not a lecture of Heatwave");
  EXPECT_EQ(refused(R"({"heatwave": "lecture", "version": 2})"),
            "l.hwl:1: key 'version': 2 is newer than this program, which reads up to 1");
  EXPECT_EQ(refused(R"({"heatwave": "lecture", "version": 1, "title": "T", "steps": []})"),
            "l.hwl:1: key 'steps': a lecture has at least one");
}

TEST_F(Lectures, EachMistakeIsSaidWithItsLineAndMember) {
  EXPECT_EQ(refused_step(R"("question": "Why?")"),
            "l.hwl:2: key 'steps[0].question': has no answer");
  EXPECT_EQ(refused_step(R"("answer": "So.")"), "l.hwl:2: key 'steps[0].answer': has no question");
  EXPECT_EQ(refused_step("\"text\": \"a\\u0007b\""),
            "l.hwl:2: key 'steps[0].text': has a control or invisible character in it");
  EXPECT_EQ(refused_step(R"("text": ")" + std::string(4001, 'x') + '"'),
            "l.hwl:2: key 'steps[0].text': has 4001 bytes, and may have 4000");
  EXPECT_EQ(refused_step(R"("titel": "x")"),
            "l.hwl:2: key 'steps[0].titel': is not known here; perhaps 'title' is meant");
  EXPECT_NE(refused_step(R"("scene": "lense")").find("key 'steps[0].scene': unknown scene 'lense'"),
            std::string::npos);
  EXPECT_EQ(refused_step(R"("scene": "../a.json")"),
            "l.hwl:2: key 'steps[0].scene': names one of the scenes that come with the program, or "
            "holds one; no file");
  EXPECT_EQ(refused_step(R"("commands": [{"do": "save-scene"}])"),
            "l.hwl:2: key 'steps[0].commands[0].do': 'save-scene' has no place in a lecture");
  EXPECT_EQ(refused_step(R"("commands": [{"do": "play-lesson", "lesson": "dot", "settings": {}}])"),
            "l.hwl:2: key 'steps[0].commands[0].do': 'play-lesson' has no place in a lecture");
  EXPECT_EQ(refused_step(R"("run_to": 0)"),
            "l.hwl:2: key 'steps[0].run_to': must be a whole number from 1 to 1000000, is 0");
  EXPECT_EQ(refused_step(R"("run_to": 9, "commands": [{"do": "play"}])"),
            "l.hwl:2: key 'steps[0].run_to': pauses the field there: leave 'play' out of the "
            "commands");
  EXPECT_EQ(
      refused_step(
          R"("commands": [{"do": "advance", "steps": 600000}, {"do": "advance", "steps": 600000}])"),
      "l.hwl:2: key 'steps[0].commands[1].steps': a step of a lecture advances by 0 to 1000000 "
      "steps in all");
  EXPECT_NE(refused_step(R"("commands": [{"do": "run-lab", "request": {"experiment": "dott"}}])")
                .find("key 'steps[0].commands[0].request': "),
            std::string::npos);
  EXPECT_NE(refused_step(R"("lab": {"experiment": "dot", "values": {"n": 0}})")
                .find("key 'steps[0].lab': n must lie between"),
            std::string::npos);
  EXPECT_NE(refused_step(R"("lab": {"experiment": "dot", "variant": "fast"})")
                .find("key 'steps[0].lab.variant': must be one of "),
            std::string::npos);
  EXPECT_EQ(
      refused_step(R"("stage": {"lesson": "dot", "version": "odd"})"),
      "l.hwl:2: key 'steps[0].stage': the lesson 'dot' has no version 'odd' (there are: right, "
      "no-barriers)");
  EXPECT_EQ(refused_step(R"("stage": {"lesson": "dot", "inputs": {"z": [1]}})"),
            "l.hwl:2: key 'steps[0].stage': the lesson 'dot' has no input 'z' (there are: a, b, "
            "blocks, threads)");
}

std::string repeated(const std::string& part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

TEST_F(Lectures, WhatIsRefusedTakesLittleMemory) {
  for (const auto& [members, words] : std::vector<std::pair<std::string, std::string>>{
           {"\"steps\": [" + repeated("0,", 15'000'000) + "0]", "more than 500000 values"},
           {"\"x\": \"" + std::string(31'900'000, 'x') + "\", \"steps\": []", "at least one"}}) {
    const std::string text =
        R"({"heatwave": "lecture", "version": 1, "title": "T", )" + members + "}";
    const RaisedMemory memory;
    const std::string error = refused(text);
    EXPECT_LE(memory.peak(), kMostRaisedByRefusal) << error;
    EXPECT_NE(error.find(words), std::string::npos) << error;
  }
}

TEST_F(Lectures, AllStepsTogetherHaveABoundedNumberOfCommands) {
  const std::string step = R"({"title": "A", "room": "fields", "commands": [)" +
                           repeated(R"({"do": "play"},)", 19'999) + R"({"do": "play"}]},)";
  const std::string error =
      refused(R"({"heatwave": "lecture", "version": 1, "title": "T", "steps": [)" +
              repeated(step, 3) + "0]}");
  EXPECT_EQ(
      error,
      "l.hwl:1: key 'steps[2].commands': is too much: all steps of a lecture have at most 50000 "
      "commands");
}

TEST_F(Lectures, WordsAreChangedAndATitleIsNeverEmpty) {
  Lecture lecture = parse_lecture(kAll, "l.hwl");
  LectureWords words = words_of(lecture, 0);
  EXPECT_FALSE(reword(lecture, 0, words));
  words.title.clear();
  words.answer = "another";
  EXPECT_TRUE(reword(lecture, 0, words));
  EXPECT_EQ(lecture.steps[0].title, "Field");
  EXPECT_EQ(lecture.steps[0].answer, "another");
  EXPECT_EQ(lecture.steps[0].commands.size(), 3U);
}

// A lecture that is given -------------------------------------------------------------------------

constexpr const char* kGiven = R"({"heatwave": "lecture", "version": 1, "title": "Given", "steps": [
 {"title": "Begin", "room": "fields", "scene": "wave-drop",
  "commands": [{"do": "resize", "extent": [60, 40]}, {"do": "advance", "steps": 20}]},
 {"title": "Ask", "room": "fields", "question": "q", "answer": "a"},
 {"title": "Go on", "room": "fields",
  "commands": [{"do": "paint", "points": [[10, 10]], "radius": 3, "value": 1}, {"do": "advance", "steps": 5}]},
 {"title": "Again", "room": "fields", "commands": [{"do": "advance", "steps": 9}, {"do": "play"}]}]})";

class GivenLecture : public Lectures {
 protected:
  [[nodiscard]] std::uint64_t sum() { return session::check_sum(session_.state()); }
  void arrive() {
    while (player_.is_going()) player_.go_on(std::chrono::milliseconds(1));
  }
  void next() {
    player_.next({});
    arrive();
  }

  session::Session session_{scene::blank_scene("heat", {16, 16}),
                            {.backend = field::Backend::cpu, .threads = 1, .names_gpu = false}};
  LecturePlayer player_{parse_lecture(kGiven, "given.hwl"), session_, true};
};

TEST_F(GivenLecture, StepsComeOutTheSameWhateverIsDoneBetweenThem) {
  player_.go_to(0);
  arrive();
  EXPECT_EQ(session_.snapshot().step, 20);
  EXPECT_FALSE(session_.snapshot().playing);
  next();
  next();
  EXPECT_EQ(session_.snapshot().step, 25);
  const std::uint64_t plain = sum();

  player_.go_to(0);
  arrive();
  session_.submit(session::AddItem{{.role = scene::Wall{}, .shape = scene::Disc{{9, 9}, 4}}});
  session_.run(33);
  next();
  EXPECT_EQ(session_.snapshot().step, 53) << "a step with a question lets the field continue";
  next();
  EXPECT_EQ(sum(), plain);
  EXPECT_TRUE(session_.snapshot().scene.items.empty());
}

TEST_F(GivenLecture, GoingBackBringsTheFieldAsItWasLeft) {
  player_.go_to(0);
  arrive();
  session_.submit(session::AddItem{{.role = scene::Wall{}, .shape = scene::Disc{{9, 9}, 4}}});
  session_.submit(session::Play{});
  session_.run(33);
  const std::uint64_t left = sum();
  const scene::Scene scene = session_.snapshot().scene;
  player_.next({.place = Place::stage});
  arrive();
  next();
  EXPECT_NE(sum(), left);
  player_.back();
  session_.run(0);
  player_.back();
  session_.run(0);
  EXPECT_EQ(player_.step(), 0U);
  EXPECT_EQ(sum(), left);
  EXPECT_EQ(session_.snapshot().scene, scene);
  EXPECT_TRUE(session_.snapshot().playing);
  EXPECT_EQ(player_.take_sight()->place, Place::stage);
}

TEST_F(GivenLecture, AStepThatIsGoneToAtOnceIsTheSameAsOneThatIsComeTo) {
  player_.go_to(3);
  arrive();
  const std::uint64_t at_once = sum();
  EXPECT_EQ(session_.snapshot().step, 34);
  EXPECT_TRUE(session_.snapshot().playing);
  player_.back();
  arrive();
  EXPECT_EQ(session_.snapshot().step, 25);
  player_.go_to(0);
  arrive();
  for (int i = 0; i < 3; ++i) next();
  EXPECT_EQ(sum(), at_once);
}

TEST_F(GivenLecture, WhatCannotBeDoneIsSaidWithItsPlaceAndTheLectureGoesOn) {
  Lecture lecture = player_.lecture();
  lecture.steps[1].commands = {session::MoveItem{.id = 77, .by = {1, 0}}};
  player_.replace(lecture, 0);
  player_.go_to(1);
  const std::string words = error_of([&] { arrive(); });
  EXPECT_EQ(words.rfind("given.hwl: steps[1].commands[0]: ", 0), 0U) << words;
  EXPECT_FALSE(player_.is_going());
  player_.go_to(0);
  arrive();
  EXPECT_EQ(session_.snapshot().step, 20);
}

TEST_F(GivenLecture, AFieldThatHasOverflowedKeepsNobodyFromGoingOn) {
  player_.go_to(0);
  arrive();
  session_.submit(session::SetGuard{false});
  session_.submit(session::SetParameter{"c2", 0.9});
  EXPECT_NE(error_of([&] { session_.run(20'000); }), "");
  next();
  next();
  EXPECT_EQ(session_.snapshot().step, 25);
  EXPECT_FALSE(session_.snapshot().overflowed);
}

TEST_F(Lectures, WhereAFieldBecomesUnstableItsCellsAreSeen) {
  int unstable = 0;
  for (const char* name : {"heat", "wave"}) {
    for (const LectureStep& step : find_lecture(name).steps) {
      const auto lifts_guard = [](const session::Command& command) {
        const auto* guard = std::get_if<session::SetGuard>(&command);
        return guard != nullptr && !guard->on;
      };
      if (std::none_of(step.commands.begin(), step.commands.end(), lifts_guard)) continue;
      ++unstable;
      double magnified = 1.0;
      for (const session::Command& command : step.commands) {
        const auto* view = std::get_if<session::SetViewpoint>(&command);
        if (view != nullptr) magnified = view->viewpoint.magnified;
      }
      EXPECT_GE(magnified, 12.0) << step.title;
    }
  }
  EXPECT_EQ(unstable, 2);
}

TEST_F(Lectures, TheBarThatConductsBetterIsTheOneWithTheMedium) {
  const scene::Scene scene = scene::find_scene("two-metals");
  const auto medium = std::find_if(
      scene.items.begin(), scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Medium>(item.role); });
  ASSERT_NE(medium, scene.items.end());
  ASSERT_LT(scene::bounds(medium->shape).y1, scene.extent.height / 2) << "it is the upper one";
  const Lecture lecture = find_lecture("heat");
  const auto step = std::find_if(lecture.steps.begin(), lecture.steps.end(), [](const auto& each) {
    return each.scene == decltype(each.scene)(std::string("two-metals"));
  });
  ASSERT_NE(step, lecture.steps.end());
  EXPECT_EQ(step->text.find("upper bar conducts ten times"), 4U) << step->text;
}

TEST_F(Lectures, TheCourseIsTwentyLecturesEachWithQuestionsAndExercises) {
  const auto all = built_in_lectures();
  EXPECT_EQ(all.size(), 20U);
  for (const LectureListing& each : all) {
    const Lecture lecture = find_lecture(each.name);
    EXPECT_NE(lecture.about, "") << each.name;
    EXPECT_GE(lecture.steps.size(), 5U) << each.name;
    int questions = 0;
    for (const LectureStep& step : lecture.steps) {
      EXPECT_NE(step.text, "") << each.name << ": " << step.title;
      questions += step.question.empty() ? 0 : 1;
      EXPECT_EQ(step.question.empty(), step.answer.empty()) << each.name << ": " << step.title;
    }
    EXPECT_GE(2 * questions, std::ssize(lecture.steps)) << each.name;
    EXPECT_EQ(lecture.steps.back().title, "What to take home") << each.name;
    EXPECT_EQ(lecture.exercises.size(), 3U) << each.name;
    EXPECT_EQ(parse_lecture(to_json(lecture), each.name), lecture);
  }
}

TEST_F(Lectures, AStepThatSpeaksOfTheResultColumnShowsIt) {
  int steps = 0;
  for (const LectureListing& each : built_in_lectures()) {
    for (const LectureStep& step : find_lecture(each.name).steps) {
      if (!step.watch.starts_with("The result column")) continue;
      ++steps;
      ASSERT_TRUE(step.sight.lab) << each.name << ": " << step.title;
      EXPECT_EQ(step.sight.lab->figures, session::LabFigures::result)
          << each.name << ": " << step.title;
      // Only a step that measures has the column when lectures are checked without a window.
      const bool is_named = std::ranges::count(step.visible, "head/result") == 1;
      EXPECT_EQ(is_named, !step.commands.empty()) << each.name << ": " << step.title;
    }
  }
  EXPECT_GE(steps, 7);
}

/// Returns the program of a lecture, line by line.
std::vector<std::string> program_lines(const Lecture& lecture) {
  std::ifstream in(program_of(lecture));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// A call that is not checked begins a line; those within CHECK and its macro do not.
TEST_F(Lectures, EachHasAShortProgramThatChecksEveryCall) {
  for (const LectureListing& each : built_in_lectures()) {
    const std::vector<std::string> lines = program_lines(find_lecture(each.name));
    EXPECT_GT(lines.size(), 30U) << each.name;
    EXPECT_LE(lines.size(), 60U) << each.name;
    int launches = 0;
    int checked_launches = 0;
    for (const std::string& line : lines) {
      EXPECT_LE(line.size(), 102U) << each.name << ": " << line;
      launches += line.find("<<<") == std::string::npos ? 0 : 1;
      checked_launches += line.find("CHECK(cudaGetLastError())") == std::string::npos ? 0 : 1;
      const std::size_t letters = line.find_first_not_of(' ');
      const bool is_call = letters != std::string::npos && line.compare(letters, 4, "cuda") == 0 &&
                           line.find('(') != std::string::npos && !line.ends_with('\\');
      EXPECT_FALSE(is_call) << each.name << ", not checked: " << line;
    }
    EXPECT_GE(launches, 1) << each.name;
    EXPECT_GE(checked_launches, launches > 1 ? 2 : 1) << each.name;
  }
}

TEST_F(Lectures, HomeworkHasAQuestionAnAnswerAndAMisconception) {
  const auto with = [](const std::string& homework) {
    return R"({"heatwave": "lecture", "version": 1, "title": "T", "homework": [)" + homework +
           R"(], "steps": [{"title": "S", "room": "fields"}]})";
  };
  const std::string one = R"({"question": "q?", "answer": "a", "misconception": "m"})";
  const Lecture lecture = parse_lecture(with(one), "l.hwl");
  EXPECT_EQ(lecture.homework, (std::vector<LectureHomework>{{"q?", "a", "m"}}));
  EXPECT_EQ(parse_lecture(to_json(lecture), "again"), lecture);
  EXPECT_EQ(refused(with(R"({"question": "q?", "answer": "a"})")),
            "l.hwl:1: key 'homework[0].misconception': is missing");
  EXPECT_EQ(refused(with(R"({"question": "", "answer": "a", "misconception": "m"})")),
            "l.hwl:1: key 'homework[0].question': is empty");
  EXPECT_EQ(refused(with(repeated(one + ",", 50) + one)),
            "l.hwl:1: key 'homework': has 51, and may have 50");
}

TEST_F(Lectures, ExercisesAreNamedByTheirIds) {
  const auto with = [](const std::string& exercises) {
    return R"({"heatwave": "lecture", "version": 1, "title": "T", "exercises": )" + exercises +
           R"(, "steps": [{"title": "S", "room": "fields"}]})";
  };
  const Lecture lecture = parse_lecture(with(R"(["guard", "dot-sum"])"), "l.hwl");
  EXPECT_EQ(lecture.exercises, (std::vector<std::string>{"guard", "dot-sum"}));
  EXPECT_EQ(parse_lecture(to_json(lecture), "again"), lecture);
  const std::string words = refused(with(R"(["gard"])"));
  EXPECT_EQ(words.find("l.hwl:1: key 'exercises': has the unknown exercise 'gard'; there are: "),
            0U)
      << words;
}

}  // namespace
}  // namespace heatwave::wire
