// Reads the options of `heatwave stage` and checks them against the lesson that was named.
#include "app/cli/stage_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/add_option.h"
#include "app/words/word_lists.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::cli {
namespace {

/// "1,2,3"
std::vector<double> numbers(const std::string& option, const std::string& text) {
  std::vector<double> all;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    all.push_back(number(option, text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return all;
}

stage::Schedule schedule(const std::string& option, const std::string& text) {
  try {
    return stage::Schedule::from(text);
  } catch (const core::Error& error) {
    throw UsageError(fmt::format("{}: {}", option, error.what()));
  }
}

/// An input that only one version heeds asks for that version.
void take_version_of_inputs(const stage::Lesson& lesson, stage::PlaySettings& settings) {
  for (const stage::Input& input : lesson.inputs) {
    if (input.version.empty() || !settings.inputs.contains(input.id)) continue;
    if (settings.version.empty()) settings.version = input.version;
    if (settings.version == input.version) continue;
    throw UsageError(fmt::format("--set {} goes with --version {}, not with '{}'", input.id,
                                 input.version, settings.version));
  }
}

}  // namespace

void add_stage_options(CLI::App& app, StageOptions& options) {
  app.add_option("LESSON", options.lesson, "The lesson to play")->type_name("");
  app.add_flag("--list", options.list, "Show all lessons, or all about the one named");
  app.add_flag("--text", options.text, "Print the kernel, and with each step the line of it");
  app.add_flag("--json", options.json, "Print one JSON document");
  add(app, "--step", "N", "Print one moment: the kernel with the line of step N marked",
      [&options](const auto& option, const auto& text) {
        options.step = static_cast<int>(whole_number(option, text, 0, 100'000));
      });
  add(app, "--schedule", "lockstep|independent|random:SEED",
      "Who goes next; each lesson has its own unless said otherwise",
      [&options](const auto& option, const auto& text) {
        options.schedule = schedule(option, text);
      });
  add(app, "--choose", "N,N,…",
      "Choose by hand: at each step, which of those who could go next does, counted from 0",
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
  add(app, "--warp", "N", "Threads of a warp, 1 to 32",
      [&options](const auto& option, const auto& text) {
        options.settings.warp = static_cast<int>(whole_number(option, text, 1, 32));
      });
  add(app, "--version", "NAME", "Which way of writing the kernel, where there are several",
      [&options](const auto& /*option*/, const auto& text) { options.settings.version = text; });
  add_several(app, "--set", "NAME=NUMBERS", "An input of the lesson, as in a=1,2,3",
              [&options](const auto& option, const auto& text) {
                const std::size_t equals = text.find('=');
                if (equals == std::string::npos || equals == 0) {
                  throw UsageError(fmt::format(
                      "{} needs a name and numbers, as in a=1,2,3, not '{}'", option, text));
                }
                options.settings.inputs[text.substr(0, equals)] =
                    numbers(option, text.substr(equals + 1));
              });
}

void settle_stage(StageOptions& options) {
  const std::vector<std::string> lessons = words::ids_of(stage::lessons());
  if (options.lesson.empty()) {
    if (options.list) return;
    throw UsageError("'heatwave stage' needs a lesson; 'heatwave stage --list' shows them all");
  }
  choice("the lesson", options.lesson, lessons);
  const stage::Lesson& lesson = stage::find_lesson(options.lesson);
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
  const bool by_hand = first.kind == stage::Schedule::Kind::chosen;
  if (!options.schedule && by_hand)
    options.settings.schedule = stage::Schedule::from("independent");
}

}  // namespace heatwave::cli
