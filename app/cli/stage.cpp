// Prints lessons and plays: as text for people, as JSON for programs.
#include "app/cli/stage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/stage_json.h"
#include "kernels/stage/catalogue.h"
#include "kernels/stage/words.h"

namespace heatwave::cli {
namespace {

using stage::Lesson;
using stage::Trace;

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
  return text + fmt::format(" Measured by: heatwave lab {}\n", lesson.lab);
}

/// Where in the launch a step happened: "block 1 warp 0", or "host".
std::string place_of(const stage::Step& step) {
  if (step.block < 0) return "host";
  return fmt::format("block {} warp {}", step.block, step.warp);
}

/// The values of a step of several threads: "t0: 47  t1: 14".
std::string values_of(const Trace& trace, const stage::Step& step) {
  if (step.actions.size() < 2 || step.actions.front().array < 0) return "";
  std::string text;
  for (const stage::Action& action : step.actions) {
    const int thread = trace.threads[static_cast<std::size_t>(action.thread)].thread;
    text += fmt::format("{}t{} {} {}", text.empty() ? "" : ", ", thread,
                        stage::words::cell(trace, action.array, action.index),
                        stage::words::number(action.value));
  }
  return "  [" + text + "]";
}

/// What stops a play is found after its last step.
std::string found(const stage::Fault& fault, int steps) {
  const int step = std::min(fault.step + 1, steps);
  if (fault.kind == stage::FaultKind::race) {
    return fmt::format("Found at step {}. {}\n", step, fault.text);
  }
  return fmt::format("Found at step {}, {}: {}\n", step, stage::name_of(fault.kind), fault.text);
}

std::string play_text(const Lesson& lesson, const stage::PlaySettings& settings,
                      const Trace& trace) {
  std::string text = fmt::format("{}{}, {}, warps of {}\n\n", lesson.title,
                                 settings.version.empty() ? "" : " (" + settings.version + ")",
                                 settings.schedule.text(), settings.warp);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const stage::Step& step = trace.steps[i];
    text += fmt::format("{:>5}  {:<16}  {}{}\n", i + 1, place_of(step),
                        stage::words::sentence(trace, static_cast<int>(i)), values_of(trace, step));
  }
  if (!trace.candidates.empty()) {
    text += "\nThe choices end here. Who could go next (--choose):\n";
    for (std::size_t i = 0; i < trace.candidates.size(); ++i) {
      const stage::Candidate& each = trace.candidates[i];
      text += fmt::format("  {}: {}, line {}\n", i, stage::words::threads(trace, each.threads),
                          each.line);
    }
  }
  const stage::Totals sum = stage::totals(trace);
  text += fmt::format(
      "\n{} steps, {} sectors of memory, {} extra turns for bank conflicts, {} waits "
      "for another's atomic\n",
      sum.steps, sum.sectors, sum.conflicts, sum.waiting);
  for (const stage::Fault& fault : trace.faults) text += found(fault, sum.steps);
  return text;
}

}  // namespace

std::string stage(const StageOptions& options) {
  if (options.list && options.json) return stage_list_json(options.lesson);
  if (options.lesson.empty()) return list_of_lessons();
  const Lesson& lesson = stage::find_lesson(options.lesson);
  if (options.list) return about(lesson);
  const stage::PlaySettings settings = stage::completed(lesson, options.settings);
  const Trace trace = stage::play(lesson, settings);
  return options.json ? stage_json(lesson, settings, trace) : play_text(lesson, settings, trace);
}

}  // namespace heatwave::cli
