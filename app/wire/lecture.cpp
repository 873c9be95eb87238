// Lectures by one description: every member is held to its bounds, and to what the rooms can show.
#include "app/wire/lecture.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/scene/assets.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/system/read_files.h"
#include "app/wire/command_json.h"
#include "app/wire/recording.h"
#include "app/wire/request_fields.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/core/nearest_word.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::wire {
namespace {

using json::FieldReader;
using json::FieldWriter;
using json::Json;
using json::JsonReader;
using json::OneOf;
using json::Reads;

constexpr const char* kLectureWord = "lecture";
constexpr int kLectureVersion = 1;
constexpr int kMostStageSteps = 1'000'000;

std::optional<std::string> flaw_of_words(const std::string& text, std::size_t most) {
  if (text.size() > most) return fmt::format("has {} bytes, and may have {}", text.size(), most);
  if (!words::is_utf8(text)) return "is not UTF-8";
  if (!words::is_visible(text)) return "has a control or invisible character in it";
  return {};
}
std::optional<std::string> flaw_of_text(const std::string& text) {
  return flaw_of_words(text, kLongestText);
}
std::optional<std::string> flaw_of_title(const std::string& title) {
  return title.empty() ? "is empty" : flaw_of_words(title, kLongestTitle);
}

/// Ignores missing memory, which depends on the machine that shows the lecture.
void check_request(const lab::Request& request) {
  try {
    lab::check(request);
  } catch (const core::OutOfMemory&) {
    return;
  }
}

/// The settings of an experiment that are not given are its own.
void lab_fields(auto& sight, auto&& visit) {
  visit("experiment", sight.experiment, OneOf{words::ids_of(lab::experiments())});
  const lab::Experiment& experiment = lab::find_experiment(sight.experiment);
  const lab::Settings usual = lab::initial_settings(experiment);
  if constexpr (Reads<decltype(visit)>) sight.settings = usual;
  visit.optional("variant", sight.variant, OneOf{words::ids_of(experiment.variants)});
  visit.changed("chart", sight.chart, session::LabChart{});
  visit.changed("detail", sight.detail, session::LabDetail{});
  visit.changed("column", sight.figures, session::LabFigures{});
  visit.changed("guess", sight.guess, false);
  visit.optional("kernel", sight.kernel);
  visit.changed("seed", sight.settings.seed, usual.seed);
  std::map<std::string, std::int64_t> values = sight.settings.values;
  std::erase_if(values, [&](const auto& each) {
    const auto at = usual.values.find(each.first);
    return at != usual.values.end() && at->second == each.second;
  });
  visit.optional("values", values);
  if constexpr (Reads<decltype(visit)>) {
    for (const auto& [id, value] : values) sight.settings.values[id] = value;
  }
}

void stage_fields(auto& sight, auto&& visit) {
  std::vector<std::string> lessons;
  for (const stage::Lesson* each : stage::all_lessons()) lessons.push_back(each->id);
  bool is_own = stage::is_own_lesson(sight.lesson);
  if constexpr (Reads<decltype(visit)>) {
    is_own = visit.in().is_text("lesson") && stage::is_own_lesson(visit.in().text("lesson"));
  }
  if (is_own) {
    visit("lesson", sight.lesson);
  } else {
    visit("lesson", sight.lesson, OneOf{lessons});
  }
  visit.inner(sight.settings);
  if constexpr (Reads<decltype(visit)>) {
    if (!visit.in().has("schedule")) {
      visit.check("text", [&] {
        const stage::Lesson lesson = stage::find_lesson(sight.lesson, sight.settings);
        sight.settings.schedule = stage::first_schedule(lesson, sight.settings.version);
      });
    }
  }
  visit.changed("step", sight.step, 0, json::Between{0, kMostStageSteps});
}

void read_scene_of(LectureStep& step, FieldReader& visit) {
  JsonReader& in = visit.in();
  if (!in.has("scene")) return;
  if (!in.is_text("scene")) {
    visit("scene", step.scene.emplace<scene::Scene>());
    return;
  }
  const std::string name = in.text("scene");
  const std::filesystem::path path(name);
  if (path.has_parent_path() || path.has_extension()) {
    in.fail("scene", "names one of the scenes that come with the program, or holds one; no file");
  }
  visit.check("scene", [&] { (void)scene::find_scene(name); });
  step.scene = name;
}

/// `left`: how many commands the steps before have left; those of this step are taken off.
void read_commands(LectureStep& step, JsonReader& in, std::size_t& left) {
  const json::JsonObjects all = in.objects("commands");
  if (all.size() > kMostCommands) {
    in.fail("commands", fmt::format("has {}, and may have {}", all.size(), kMostCommands));
  }
  if (all.size() > left) {
    in.fail("commands", fmt::format("is too much: all steps of a lecture have at most {} commands",
                                    kMostCommandsInAll));
  }
  left -= all.size();
  std::int64_t steps = 0;
  for (JsonReader& each : all) {
    session::Command command = read_command(each);
    each.done();
    if (!belongs_in_lecture(command)) {
      each.fail(kCommandKey,
                fmt::format("'{}' has no place in a lecture", session::traits_of(command).name));
    }
    if (const auto* advance = std::get_if<session::Advance>(&command)) {
      const bool fits = advance->steps >= 0 && advance->steps <= kMostFieldSteps - steps;
      if (!fits) {
        each.fail("steps", fmt::format("a step of a lecture advances by 0 to {} steps in all",
                                       kMostFieldSteps));
      }
      steps += advance->steps;
    }
    if (auto* run = std::get_if<session::RunLab>(&command)) {
      FieldReader(each).check("request", [&] {
        const auto& experiment = lab::find_experiment(run->request.experiment);
        run->request.settings.values.merge(lab::initial_settings(experiment).values);
        check_request(run->request);
      });
    }
    step.commands.push_back(std::move(command));
  }
}

void write_commands(const LectureStep& step, Json& out) {
  for (const session::Command& command : step.commands) out["commands"].push_back(json_of(command));
}

void write_scene_of(const LectureStep& step, Json& out) {
  if (const auto* name = std::get_if<std::string>(&step.scene)) out["scene"] = *name;
  if (const auto* scene = std::get_if<scene::Scene>(&step.scene)) {
    out["scene"] = scene::json_value(*scene);
  }
}

/// Refuses a step whose fields contradict each other.
void check_step(const LectureStep& step, const FieldReader& visit) {
  JsonReader& in = visit.in();
  if (step.question.empty() != step.answer.empty()) {
    in.fail(step.question.empty() ? "answer" : "question",
            step.question.empty() ? "has no question" : "has no answer");
  }
  visit.check("lab", [&] {
    if (const auto& lab = step.sight.lab) {
      check_request({.experiment = lab->experiment, .variants = {}, .settings = lab->settings});
    }
  });
  const bool plays_on = std::any_of(
      step.commands.begin(), step.commands.end(),
      [](const auto& command) { return std::holds_alternative<session::Play>(command); });
  if (step.timings && step.sight.place != session::Place::fields) {
    in.fail("timings", "are those of a field: the room must be 'fields'");
  }
  if (step.run_to && plays_on) {
    in.fail("run_to", "pauses the field there: leave 'play' out of the commands");
  }
}

void step_fields(auto& step, auto&& visit, std::size_t& commands_left) {
  visit("title", step.title, flaw_of_title);
  visit.optional("text", step.text, flaw_of_text);
  visit.optional("watch", step.watch, flaw_of_text);
  visit.optional("question", step.question, flaw_of_text);
  visit.optional("answer", step.answer, flaw_of_text);
  visit.optional("notes", step.notes, flaw_of_text);
  visit.optional("visible", step.visible);
  visit.changed("timings", step.timings, false);
  visit("room", step.sight.place);
  visit.object("lab", step.sight.lab, [](auto& lab, auto&& inner) { lab_fields(lab, inner); });
  visit.object("stage", step.sight.stage,
               [](auto& sight, auto&& inner) { stage_fields(sight, inner); });
  if constexpr (Reads<decltype(visit)>) {
    visit.check("stage", [&] {
      if (auto& sight = step.sight.stage) {
        sight->settings =
            stage::completed(stage::find_lesson(sight->lesson, sight->settings), sight->settings);
      }
    });
    read_scene_of(step, visit);
  } else {
    write_scene_of(step, visit.out());
  }
  visit.optional("run_to", step.run_to, [](const std::optional<std::int64_t>& run_to) {
    const bool fits = *run_to >= 1 && *run_to <= kMostFieldSteps;
    return fits ? std::nullopt
                : std::optional(fmt::format("must be a whole number from 1 to {}, is {}",
                                            kMostFieldSteps, *run_to));
  });
  if constexpr (Reads<decltype(visit)>) {
    read_commands(step, visit.in(), commands_left);
    check_step(step, visit);
  } else {
    write_commands(step, visit.out());
  }
}

std::optional<std::string> flaw_of_exercises(const std::vector<std::string>& exercises) {
  if (exercises.size() > kMostExercises) {
    return fmt::format("has {}, and may have {}", exercises.size(), kMostExercises);
  }
  const std::vector<std::string> known = words::ids_of(stage::exercises());
  for (const std::string& each : exercises) {
    if (std::find(known.begin(), known.end(), each) != known.end()) continue;
    return fmt::format("has the unknown exercise '{}'; there are: {}", each, words::joined(known));
  }
  return {};
}

std::optional<std::string> flaw_of_said(const std::string& text) {
  return text.empty() ? "is empty" : flaw_of_text(text);
}

void homework_fields(auto& homework, auto&& visit) {
  visit("question", homework.question, flaw_of_said);
  visit("answer", homework.answer, flaw_of_said);
  visit("misconception", homework.misconception, flaw_of_said);
}

void lecture_fields(auto& lecture, auto&& visit) {
  visit("title", lecture.title, flaw_of_title);
  visit.optional("about", lecture.about, flaw_of_text);
  visit.optional("exercises", lecture.exercises, flaw_of_exercises);
  const auto all = [](const LectureHomework& /*each*/) { return true; };
  visit.part("homework", lecture.homework, all, LectureHomework{},
             [](auto& each, auto&& inner) { homework_fields(each, inner); });
  std::size_t commands_left = kMostCommandsInAll;
  if constexpr (Reads<decltype(visit)>) {
    if (lecture.homework.size() > kMostExercises) {
      visit.in().fail("homework", fmt::format("has {}, and may have {}", lecture.homework.size(),
                                              kMostExercises));
    }
    const json::JsonObjects steps = visit.in().objects("steps");
    if (steps.size() == 0) visit.in().fail("steps", "a lecture has at least one");
    if (steps.size() > kMostLectureSteps) {
      visit.in().fail("steps",
                      fmt::format("has {}, and may have {}", steps.size(), kMostLectureSteps));
    }
  }
  visit.rows("steps", lecture.steps, LectureStep{},
             [&](auto& step, auto&& inner) { step_fields(step, inner, commands_left); });
}

namespace fs = std::filesystem;

constexpr const char* kExtension = ".hwl";

std::vector<fs::path> built_in_files() { return scene::asset_files("lectures", kExtension); }

/// Returns the name of a file: "03-coalescing.hwl" is called "coalescing", and its number is its
/// position in the course.
std::string name_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  const std::size_t letters = stem.find_first_not_of("0123456789");
  const bool is_numbered = letters != 0 && letters != std::string::npos && stem[letters] == '-';
  return is_numbered ? stem.substr(letters + 1) : stem;
}

}  // namespace

bool operator==(const LectureStep& a, const LectureStep& b) {
  return a.title == b.title && a.text == b.text && a.watch == b.watch && a.question == b.question &&
         a.answer == b.answer && a.notes == b.notes && a.visible == b.visible &&
         a.timings == b.timings && a.sight == b.sight && a.scene == b.scene &&
         a.run_to == b.run_to &&
         std::equal(
             a.commands.begin(), a.commands.end(), b.commands.begin(), b.commands.end(),
             [](const auto& one, const auto& other) { return json_of(one) == json_of(other); });
}

bool LectureStep::touches_field() const {
  return has_scene() || run_to ||
         std::any_of(commands.begin(), commands.end(), [](const auto& command) {
           return !is_of_lab(command) && !session::traits_of(command).for_window;
         });
}

bool belongs_in_lecture(const session::Command& command) {
  return !session::traits_of(command).touches_files &&
         !std::holds_alternative<session::PlayLesson>(command) &&
         !std::holds_alternative<session::ReadCell>(command) &&
         !std::holds_alternative<session::DismissNotice>(command);
}

bool is_of_lab(const session::Command& command) {
  return std::holds_alternative<session::RunLab>(command) ||
         std::holds_alternative<session::CancelLab>(command);
}

LectureWords words_of(const Lecture& lecture, std::size_t step) {
  const LectureStep& here = lecture.steps[step];
  return {.lecture = lecture.title,
          .title = here.title,
          .text = here.text,
          .watch = here.watch,
          .question = here.question,
          .answer = here.answer,
          .notes = here.notes};
}

bool reword(Lecture& lecture, std::size_t step, const LectureWords& words) {
  const LectureWords before = words_of(lecture, step);
  LectureStep& here = lecture.steps[step];
  if (!words.lecture.empty()) lecture.title = words.lecture;
  if (!words.title.empty()) here.title = words.title;
  here.text = words.text;
  here.watch = words.watch;
  here.question = words.question;
  here.answer = words.answer;
  here.notes = words.notes;
  return words_of(lecture, step) != before;
}

Lecture parse_lecture(std::string_view text, const std::string& where) {
  JsonReader in(json::parse_json(text, where, 1, json::kLectureBudget), "", where, "a lecture");
  if (!in.has(kFormatKey) || in.text(kFormatKey) != kLectureWord) {
    throw core::Error(fmt::format("'{}' is not a lecture of Heatwave", where));
  }
  (void)in.version(kLectureVersion);
  Lecture lecture{.file = where, .title = {}, .about = {}, .exercises = {}, .steps = {}};
  lecture_fields(lecture, FieldReader(in));
  in.done();
  return lecture;
}

Lecture read_lecture(const std::filesystem::path& path) {
  return parse_lecture(system::whole_text(path, json::kLectureBudget.bytes), path.string());
}

std::string to_json(const Lecture& lecture) {
  Json out{{kFormatKey, kLectureWord}, {"version", kLectureVersion}};
  lecture_fields(lecture, FieldWriter(out));
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool is_lecture_file(const fs::path& path) { return path.extension() == kExtension; }

fs::path program_of(const Lecture& lecture) {
  return fs::path(lecture.file).replace_extension(".cu");
}

std::vector<LectureListing> built_in_lectures() {
  std::vector<LectureListing> all;
  for (const fs::path& file : built_in_files()) {
    const Lecture lecture = read_lecture(file);
    all.push_back({name_of(file), lecture.title, lecture.about, file});
  }
  return all;
}

Lecture find_lecture(const std::string& name_or_path) {
  const fs::path path(name_or_path);
  if (path.has_parent_path() || is_lecture_file(path)) return read_lecture(path);
  std::vector<std::string> names;
  for (const fs::path& file : built_in_files()) {
    if (name_of(file) == name_or_path) return read_lecture(file);
    names.push_back(name_of(file));
  }
  const auto meant = core::nearest_word(name_or_path, names);
  throw core::Error(fmt::format(
      "there is no lecture '{}'{}, or give the path of a lecture's file, "
      "ending in .hwl",
      name_or_path,
      meant ? "; perhaps '" + *meant + "' is meant" : "; there are: " + words::joined(names)));
}

}  // namespace heatwave::wire
