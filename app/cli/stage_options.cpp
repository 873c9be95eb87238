// The options of `heatwave stage` and `heatwave exercise`, and their checks.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/cli/command_options.h"
#include "app/cli/values.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/text_lesson.h"

namespace heatwave::cli {
namespace {

/// Parses numbers such as "1,2,3".
std::vector<double> numbers(const std::string& option, const std::string& text) {
  std::vector<double> all;
  for (const std::string& part : parts_of(text)) all.push_back(number(option, part));
  return all;
}

stage::Schedule schedule(const std::string& option, const std::string& text) {
  try {
    return stage::Schedule::from(text);
  } catch (const core::Error& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

/// An input that only one version uses selects that version.
void take_version_of_inputs(const stage::Lesson& lesson, stage::PlaySettings& settings) {
  for (const stage::Input& input : lesson.inputs) {
    if (input.version.empty() || !settings.inputs.contains(input.id)) continue;
    if (settings.version.empty()) settings.version = input.version;
    if (settings.version == input.version) continue;
    throw UsageError(fmt::format("--set {} goes with --version {}, not with '{}'", input.id,
                                 input.version, settings.version));
  }
}

/// Puts the lesson of the named file in the place of its name.
void read_kernel_file(StageOptions& options) {
  const std::string text = system::whole_text(options.lesson, stage::kLargestKernelFile);
  try {
    const stage::KernelFile file = stage::read_kernel_file(text, options.lesson);
    if (stage::is_own_lesson(file.lesson)) (void)stage::lesson_of_text(text, file.lesson);
    options.lesson = file.lesson;
    options.settings.text = text;
    if (options.settings.version.empty()) options.settings.version = file.settings.version;
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}: {}", options.lesson, error.what()));
  }
}

}  // namespace

std::vector<std::string> lesson_ids() {
  std::vector<std::string> ids;
  for (const stage::Lesson* each : stage::all_lessons()) ids.push_back(each->id);
  return ids;
}

void add_stage_options(CLI::App& app, StageOptions& options) {
  app.add_option("LESSON", options.lesson, "The lesson to play, or a kernel of your own (.cu)")
      ->type_name("");
  app.add_flag("--list", options.list, "Show all lessons, or all about the one named");
  app.add_flag("--text", options.text,
               "Print the kernel and the host's code, and with each step its line");
  app.add_flag("--json", options.json, "Print one JSON document");
  app.add_flag(
      "--cost", options.cost,
      "Print what each line costs: warps' instructions, sectors, bank conflicts, barriers");
  app.add_flag("--break", options.break_it,
               "Find a schedule that breaks it: the shortest one under which it fails");
  add_whole_number(app, "--step", "N",
                   "Print one moment: the kernel with the line of step N marked", options.step, 0,
                   100'000);
  add(app, "--schedule", "lockstep|independent|random:SEED",
      "Order in which threads run; the default is the lesson's",
      [&options](const auto& option, const auto& text) {
        options.schedule = schedule(option, text);
      });
  add(app, "--choose", "N,N,…",
      "Choose by hand: for each step, the index from 0 of the thread that runs next",
      [&options](const auto& option, const auto& text) {
        stage::Schedule chosen{.kind = stage::Schedule::Kind::chosen};
        for (const double each : numbers(option, text)) {
          if (each < 0 || each > 4096 || each != static_cast<int>(each)) {
            throw UsageError(fmt::format("{} takes whole numbers from 0, not '{}'", option, text));
          }
          chosen.choices.push_back(static_cast<int>(each));
        }
        options.schedule = chosen;
      });
  add_whole_number(app, "--warp", "N", "Threads of a warp, 1 to 32", options.settings.warp, 1, 32);
  add(app, "--version", "NAME", "Version of the kernel, where there are several",
      [&options](const auto& /*option*/, const auto& text) { options.settings.version = text; });
  add_several(app, "--set", "NAME=NUMBERS", "An input of the lesson, as in a=1,2,3",
              [&options](const auto& option, const auto& text) {
                const auto [id, values] =
                    named_value(option, text, "a name and numbers, as in a=1,2,3");
                options.settings.inputs[id] = numbers(option, values);
              });
}

void resolve_stage_options(StageOptions& options) {
  if (options.lesson.empty()) {
    if (options.list) return;
    throw UsageError("'heatwave stage' needs a lesson; 'heatwave stage --list' shows them all");
  }
  if (stage::is_own_lesson(options.lesson)) {
    read_kernel_file(options);
  } else {
    choice("the lesson", options.lesson, lesson_ids());
  }
  const stage::Lesson lesson = stage::find_lesson(options.lesson, options.settings);
  if (options.break_it && (options.schedule || options.list || options.step)) {
    throw UsageError("--break chooses the schedule itself: leave out --schedule, --choose, --step");
  }
  if (options.cost && (options.text || options.list || options.step || options.break_it)) {
    throw UsageError("--cost goes with --json alone, not with --text, --list, --step or --break");
  }
  if (options.text && options.json) throw UsageError("--text and --json exclude each other");
  if (options.step && options.json) throw UsageError("--step and --json exclude each other");
  if (!options.settings.version.empty()) {
    choice("--version", options.settings.version, words::ids_of(lesson.versions));
  }
  for (const auto& [id, values] : options.settings.inputs) {
    choice("--set", id, words::ids_of(lesson.inputs));
  }
  take_version_of_inputs(lesson, options.settings);
  const stage::Schedule first = stage::first_schedule(lesson, options.settings.version);
  options.settings.schedule = options.schedule.value_or(first);
  const bool waits = first.kind == stage::Schedule::Kind::chosen && first.choices.empty();
  if (!options.schedule && waits) options.settings.schedule = stage::Schedule::from("independent");
}

void add_exercise_options(CLI::App& app, ExerciseOptions& options) {
  app.add_option("EXERCISE", options.exercise,
                 "The exercise to show, or a solution (.cu); without it, all are listed")
      ->type_name("");
  app.add_flag("--check", options.check,
               "Play the solution under several schedules, and say what is wrong first");
  app.add_flag("--hints", options.hints, "Show the task and its hints");
  app.add_flag("--answer", options.answer, "Show the model answer");
  app.add_flag("--json", options.json, "Print the list or the verdict as one JSON document");
  add_path(app, "--save", "Save the kernel with its gaps as a .cu file", options.save);
  app.add_flag("--force", options.force, "Replace an existing file");
}

void check_exercise_options(const ExerciseOptions& options) {
  const int ways = (options.check ? 1 : 0) + (options.hints ? 1 : 0) + (options.answer ? 1 : 0) +
                   (options.save.empty() ? 0 : 1);
  if (ways > 1) throw UsageError("--check, --hints, --answer and --save exclude each other");
  if (ways > 0 && options.exercise.empty()) {
    throw UsageError("'heatwave exercise' needs a name or a file; without options it lists all");
  }
  if (options.check && !stage::is_own_lesson(options.exercise)) {
    throw UsageError(
        "--check takes a solution: save the exercise with --save FILE.cu, fill its "
        "gaps, and check that file");
  }
}

}  // namespace heatwave::cli
