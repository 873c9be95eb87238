// Prints lessons and plays: as text for people, as JSON for programs.
#include "app/cli/stage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/stage_json.h"
#include "app/cli/stage_text.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::cli {
namespace {

using stage::Lesson;

std::string list_of_lessons() {
  std::string text;
  for (const Lesson& lesson : stage::lessons()) {
    text += fmt::format("{:<14}{}\n", lesson.id, lesson.title);
  }
  return text + "\n'heatwave stage LESSON --list' tells all about one of them.\n";
}

std::string about(const Lesson& lesson) {
  std::string text = fmt::format("{}: {}\n\n{}\n\nAsk: {}\n", lesson.id, lesson.title, lesson.shows,
                                 lesson.question);
  if (!lesson.lecture.empty()) text += fmt::format("\nThe lecture: {}\n", lesson.lecture);
  if (!lesson.versions.empty()) text += "\nVersions (--version NAME)\n";
  for (const stage::Version& version : lesson.versions) {
    text += fmt::format("  {:<18}{}: {}\n", version.id, version.title, version.what);
  }
  if (!lesson.inputs.empty()) text += "\nInputs (--set NAME=NUMBERS)\n";
  for (const stage::Input& input : lesson.inputs) {
    std::vector<std::string> initial;
    for (const double value : input.initial) initial.push_back(stage::words::number(value));
    text += fmt::format("  {:<18}{}: {} At first {}.", input.id, input.title, input.help,
                        fmt::join(initial, " "));
    text += input.version.empty() ? "\n" : fmt::format(" For --version {}.\n", input.version);
  }
  text += fmt::format("\nPlayed {} with warps of {}, unless said otherwise.",
                      lesson.schedule.text(), lesson.warp);
  if (lesson.lab.empty()) return text + "\n";
  return text + fmt::format(" Measured by: heatwave lab {}\n", lesson.lab);
}

/// By a session, as in the window; its field is as small as can be, for nobody looks at it.
session::StageStatus play_through_session(const Lesson& lesson,
                                          const stage::PlaySettings& settings) {
  session::Session session(scene::blank_scene("heat", {16, 16}),
                           {.backend = field::Backend::cpu, .threads = 1, .names_gpu = false});
  session.submit(session::PlayLesson{lesson.id, settings});
  session.run(0);
  return session.snapshot().stage;
}

}  // namespace

std::string stage(const StageOptions& options) {
  if (options.list && options.json) return stage_list_json(options.lesson);
  if (options.lesson.empty()) return list_of_lessons();
  const Lesson& lesson = stage::find_lesson(options.lesson);
  if (options.list) return about(lesson);
  const session::StageStatus played = play_through_session(lesson, options.settings);
  const stage::PlaySettings& settings = played.settings;
  const stage::Trace& trace = *played.trace;
  if (options.json) return stage_json(lesson, settings, trace);
  if (!options.step) return play_text(lesson, settings, trace, options.text);
  const auto steps = static_cast<int>(trace.steps.size());
  if (*options.step <= steps) return moment_text(lesson, settings, trace, *options.step);
  throw core::Error(fmt::format("--step {}: this play has {} steps", *options.step, steps));
}

}  // namespace heatwave::cli
