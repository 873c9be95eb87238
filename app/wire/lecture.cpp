// Reads lectures: every member is held to its bounds, and to what the rooms can show.
#include "app/wire/lecture.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>

#include "app/scene/json_reader.h"
#include "app/scene/scene_json.h"
#include "app/system/read_files.h"
#include "app/wire/command_json.h"
#include "app/wire/field_reader.h"
#include "app/wire/lecture_format.h"
#include "app/wire/recording_format.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::wire {
namespace {

constexpr int kMostStageSteps = 1'000'000;

std::string bounded_text(JsonReader& r, const char* key, std::size_t most, bool may_be_missing) {
  const auto fallback = may_be_missing ? std::optional<std::string>("") : std::nullopt;
  std::string text = r.text(key, fallback);
  if (text.empty() && !may_be_missing) r.fail(key, "is empty");
  if (text.size() > most) {
    r.fail(key, fmt::format("has {} bytes, and may have {}", text.size(), most));
  }
  if (!words::is_utf8(text)) r.fail(key, "is not UTF-8");
  if (!words::is_visible(text)) r.fail(key, "has a control or invisible character in it");
  return text;
}

/// The rules that the rooms are held to as well.
template <typename Check>
void within(const JsonReader& r, std::string_view key, Check check) {
  try {
    check();
  } catch (const core::Error& error) {
    r.fail(key, error.what());
  }
}

/// Ignores missing memory, which depends on the machine that shows the lecture.
void check_request(const lab::Request& request) {
  try {
    lab::check(request);
  } catch (const core::OutOfMemory&) {
    return;
  }
}

session::LabSight read_lab(JsonReader& step) {
  JsonReader r = step.object("lab");
  session::LabSight sight;
  sight.experiment = r.word("experiment", words::ids_of(lab::experiments()));
  const lab::Experiment& experiment = lab::find_experiment(sight.experiment);
  sight.settings = lab::initial_settings(experiment);
  sight.variant = r.word("variant", words::ids_of(experiment.variants), std::string());
  FieldReader fields(r);
  fields.optional("chart", sight.chart);
  fields.optional("detail", sight.detail);
  fields.optional("column", sight.column);
  fields.optional("seed", sight.settings.seed);
  std::map<std::string, std::int64_t> values;
  fields.optional("values", values);
  for (const auto& [id, value] : values) sight.settings.values[id] = value;
  r.done();
  within(step, "lab", [&] {
    check_request({.experiment = sight.experiment, .variants = {}, .settings = sight.settings});
  });
  return sight;
}

session::StageSight read_stage(JsonReader& step) {
  JsonReader r = step.object("stage");
  session::StageSight sight;
  sight.lesson = r.word("lesson", words::ids_of(stage::lessons()));
  const stage::Lesson& lesson = stage::find_lesson(sight.lesson);
  FieldReader fields(r);
  fields.inner(sight.settings);
  if (!r.has("schedule")) {
    sight.settings.schedule = stage::first_schedule(lesson, sight.settings.version);
  }
  sight.step = r.integer("step", 0, kMostStageSteps, 0);
  r.done();
  within(step, "stage", [&] { sight.settings = stage::completed(lesson, sight.settings); });
  return sight;
}

void read_scene_of(LectureStep& step, JsonReader& r) {
  if (!r.has("scene")) return;
  if (!r.is_text("scene")) {
    scene::Scene scene;
    read(r, "scene", scene);
    step.scene = std::move(scene);
    return;
  }
  const std::string name = r.text("scene");
  const std::filesystem::path path(name);
  if (path.has_parent_path() || path.has_extension()) {
    r.fail("scene", "names one of the scenes that come with the program, or holds one; no file");
  }
  within(r, "scene", [&] { (void)scene::find_scene(name); });
  step.scene = name;
}

/// `most`: as many as the steps before have left.
void read_commands(LectureStep& step, JsonReader& r, std::size_t most) {
  const scene::JsonObjects all = r.objects("commands");
  if (all.size() > kMostCommands) {
    r.fail("commands", fmt::format("has {}, and may have {}", all.size(), kMostCommands));
  }
  if (all.size() > most) {
    r.fail("commands", fmt::format("is too much: all steps of a lecture have at most {} commands",
                                   kMostCommandsInAll));
  }
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
      within(each, "request", [&] {
        const auto& experiment = lab::find_experiment(run->request.experiment);
        run->request.settings.values.merge(lab::initial_settings(experiment).values);
        check_request(run->request);
      });
    }
    step.commands.push_back(std::move(command));
  }
}

void read_run_to(LectureStep& step, JsonReader& r) {
  if (!r.has("run_to")) return;
  step.run_to = r.integer("run_to", 1, static_cast<int>(kMostFieldSteps));
  const bool plays_on = std::any_of(
      step.commands.begin(), step.commands.end(),
      [](const auto& command) { return std::holds_alternative<session::Play>(command); });
  if (plays_on) r.fail("run_to", "pauses the field there: leave 'play' out of the commands");
}

LectureStep read_step(JsonReader& r, std::size_t most_commands) {
  LectureStep step;
  step.title = bounded_text(r, "title", kLongestTitle, false);
  step.text = bounded_text(r, "text", kLongestText, true);
  step.watch = bounded_text(r, "watch", kLongestText, true);
  step.question = bounded_text(r, "question", kLongestText, true);
  step.answer = bounded_text(r, "answer", kLongestText, true);
  if (step.question.empty() != step.answer.empty()) {
    r.fail(step.question.empty() ? "answer" : "question",
           step.question.empty() ? "has no question" : "has no answer");
  }
  read(r, "room", step.sight.place);
  if (r.has("lab")) step.sight.lab = read_lab(r);
  if (r.has("stage")) step.sight.stage = read_stage(r);
  read_scene_of(step, r);
  read_commands(step, r, most_commands);
  read_run_to(step, r);
  r.done();
  return step;
}

}  // namespace

bool operator==(const LectureStep& a, const LectureStep& b) {
  return a.title == b.title && a.text == b.text && a.watch == b.watch && a.question == b.question &&
         a.answer == b.answer && a.sight == b.sight && a.scene == b.scene && a.run_to == b.run_to &&
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
          .answer = here.answer};
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
  return words_of(lecture, step) != before;
}

Lecture parse_lecture(std::string_view text, const std::string& where) {
  JsonReader r(scene::parse_json(text, where, 1, exporting::kLectureBudget), "", where,
               "a lecture");
  if (!r.has(kFormatKey) || r.text(kFormatKey) != kLectureWord) {
    throw core::Error(fmt::format("'{}' is not a lecture of Heatwave", where));
  }
  const int version = r.integer("version", 1, std::numeric_limits<int>::max());
  if (version > kLectureVersion) {
    r.fail("version", fmt::format("{} is newer than this program, which reads up to {}", version,
                                  kLectureVersion));
  }
  Lecture lecture{.file = where,
                  .title = bounded_text(r, "title", kLongestTitle, false),
                  .about = bounded_text(r, "about", kLongestText, true),
                  .steps = {}};
  const scene::JsonObjects steps = r.objects("steps");
  if (steps.size() == 0) r.fail("steps", "a lecture has at least one");
  if (steps.size() > kMostLectureSteps) {
    r.fail("steps", fmt::format("has {}, and may have {}", steps.size(), kMostLectureSteps));
  }
  std::size_t commands_left = kMostCommandsInAll;
  for (JsonReader& step : steps) {
    lecture.steps.push_back(read_step(step, commands_left));
    commands_left -= lecture.steps.back().commands.size();
  }
  r.done();
  return lecture;
}

Lecture read_lecture(const std::filesystem::path& path) {
  return parse_lecture(system::whole_text(path, exporting::kLectureBudget.bytes), path.string());
}

}  // namespace heatwave::wire
