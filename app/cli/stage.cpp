// Prints lessons and plays as text for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/stage_json.h"
#include "app/cli/text_columns.h"
#include "app/session/session.h"
#include "app/session/stage/stage_sources.h"
#include "kernels/core/error.h"
#include "kernels/stage/host_program.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/schedule_search.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::cli {
namespace {

using session::SourceFile;
using session::SourceLine;
using stage::Trace;

constexpr int kStepColumns = 25;        // number and position, before the event
constexpr std::size_t kMostCells = 64;  // cells of an array

std::string heading(const stage::Lesson& lesson, const stage::PlaySettings& settings) {
  std::string text = fmt::format("{}{}, {}, warps of {}\n\n", lesson.title,
                                 settings.version.empty() ? "" : " (" + settings.version + ")",
                                 settings.schedule.text(), settings.warp);
  const auto warnings = stage::code_of(lesson, settings).warnings();
  for (const auto& each : warnings) {
    text += fmt::format("Warning: {}\n", cuda_text::text_of(each));
  }
  return warnings.empty() ? text : text + "\n";
}

/// Returns the position of a step in the launch: "block 1 warp 0", or "host".
std::string place_of(const stage::Step& step) {
  if (step.block < 0) return "host";
  return fmt::format("block {} warp {}", step.block, step.warp);
}

/// Returns the values of a step of several threads: "t0: 47  t1: 14".
std::string values_of(const Trace& trace, const stage::Step& step) {
  if (step.actions.size() < 2 || step.actions.front().array < 0) return "";
  std::string text;
  for (const stage::Action& action : step.actions) {
    const int thread = trace.threads[static_cast<std::size_t>(action.thread)].thread;
    text += fmt::format("{}t{} {} {}", text.empty() ? "" : ", ", thread,
                        stage::words::cell(trace, action.array, action.index),
                        stage::words::accessed_value(trace, action));
  }
  return "  [" + text + "]";
}

/// Describes a fault; one that ends the play is found after its last step.
std::string found(const stage::Fault& fault, int steps) {
  const int step = std::min(fault.step + 1, steps);
  if (fault.kind == stage::FaultKind::race) {
    return fmt::format("Found at step {}. {}\n", step, fault.text);
  }
  return fmt::format("Found at step {}, {}: {}\n", step, stage::name_of(fault.kind), fault.text);
}

const SourceLine* line_at(const SourceFile& file, int number) {
  const auto at = std::find_if(file.lines.begin(), file.lines.end(),
                               [&](const SourceLine& line) { return line.number == number; });
  return number <= 0 || at == file.lines.end() ? nullptr : &*at;
}

std::string listed(const SourceLine& line, char sign, const std::string& behind) {
  std::string text = fmt::format("{} {:>3}  {}", sign, line.number, line.text);
  if (!behind.empty()) text += "    ← " + behind;
  return text + "\n";
}

/// Returns the code; important lines end with their explanation.
std::string listing(const SourceFile& file) {
  std::string text;
  for (const SourceLine& line : file.lines) text += listed(line, ' ', line.reason);
  return text + "\n";
}

std::string cells_of(const stage::State& state, std::size_t array) {
  const std::vector<stage::CellState>& cells = state.arrays[array];
  std::string text;
  for (std::size_t i = 0; i < std::min(cells.size(), kMostCells); ++i) {
    text += (i == 0 ? "" : " ") + (cells[i].written ? stage::words::number(cells[i].value) : "–");
  }
  return text + (cells.size() > kMostCells ? " …" : "");
}

/// Returns the arrays that the play wrote, except shared memory, which ends with its block.
std::string results(const Trace& trace) {
  std::vector<bool> changed(trace.arrays.size(), false);
  for (const stage::Step& step : trace.steps) {
    for (const stage::Change& change : step.changes) {
      if (change.kind() == stage::Change::Kind::cell) {
        changed[static_cast<std::size_t>(change.array)] = true;
      }
    }
  }
  const stage::State end = trace.at(static_cast<int>(trace.steps.size()));
  std::string text;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (!changed[i] || trace.arrays[i].space == stage::Space::shared) continue;
    text += fmt::format("In the end {}: {}\n", trace.arrays[i].name, cells_of(end, i));
  }
  return text;
}

std::string counted(int count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string costs(const Trace& trace) {
  const stage::Totals sum = stage::totals(trace);
  std::string by_array;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    if (sum.sectors_of[i] == 0) continue;
    by_array += fmt::format("{}{} {}", by_array.empty() ? "" : ", ", trace.arrays[i].name,
                            sum.sectors_of[i]);
  }
  std::string text = fmt::format(
      "\n{}, {} of memory{}, {} for bank conflicts, {} for another's atomic\n",
      counted(sum.steps, "step", "steps"), counted(sum.sectors, "sector", "sectors"),
      by_array.empty() ? "" : " (" + by_array + ")",
      counted(sum.conflicts, "extra pass", "extra passes"), counted(sum.waiting, "wait", "waits"));
  if (sum.global_queue > 1) {
    text += fmt::format("At worst {} threads of {} contend for one cell of global memory\n",
                        sum.global_queue, counted(sum.global_queue_blocks, "block", "blocks"));
  }
  if (sum.shared_queue > 1) {
    text += fmt::format("At worst {} threads of a block contend for one cell of shared memory\n",
                        sum.shared_queue);
  }
  return text;
}

/// Returns a line for each line of code that costs something, and their sum.
std::string cost_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                      const Trace& trace) {
  const SourceFile file = session::source_of(lesson, settings);
  const stage::Totals sum = stage::totals(trace);
  const auto row = [](const stage::Cost& cost, const std::string& what) {
    return fmt::format("{:>12} {:>8} {:>12} {:>6} {:>9}  {}\n", cost.instructions, cost.sectors,
                       cost.conflicts, cost.waiting, cost.barriers, what);
  };
  std::string text = heading(lesson, settings);
  text += fmt::format("{:>12} {:>8} {:>12} {:>6} {:>9}\n", "instructions", "sectors",
                      "extra passes", "waits", "barriers");
  for (const auto& [number, cost] : sum.by_line) {
    const SourceLine* line = line_at(file, number);
    text += row(cost, line == nullptr ? "" : fmt::format("{:>3}  {}", number, line->text));
  }
  text += row(sum, "in all") +
          "\nAn instruction counts once for all lanes of a warp that take part; arithmetic in "
          "registers does not count.\nExtra passes are those of bank conflicts, waits those for "
          "another lane's atomic.\n";
  for (const stage::Fault& fault : trace.faults) {
    text += found(fault, static_cast<int>(trace.steps.size()));
  }
  return text;
}

/// Returns the threads that continue at each line: "t0–2 of block 1".
std::map<int, std::vector<int>> standing(const stage::State& state) {
  std::map<int, std::vector<int>> lines;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    const stage::ThreadState& thread = state.threads[i];
    if (thread.status == stage::Status::absent || thread.status == stage::Status::done) continue;
    lines[thread.line].push_back(static_cast<int>(i));
  }
  return lines;
}

std::string lecture_text(const stage::Lesson& lesson) {
  if (lesson.lecture.empty()) return "";
  return wrapped(lesson.lecture, 0, kWidestText);
}

/// Returns a line for each step, with its line of code if `with_source`; then its cost, the final
/// arrays, the lecture's figures, and detected faults.
std::string play_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                      const Trace& trace, bool with_source) {
  const SourceFile file = session::source_of(lesson, settings);
  std::string text = heading(lesson, settings);
  if (with_source) text += listing(file);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const stage::Step& step = trace.steps[i];
    text += fmt::format("{:>5}  {:<16}  {}{}\n", i + 1, place_of(step),
                        stage::words::sentence(trace, static_cast<int>(i)), values_of(trace, step));
    const SourceLine* line = line_at(file, step.actions.front().line);
    if (!with_source || line == nullptr) continue;
    text += std::string(kStepColumns - 2, ' ') + listed(*line, '>', "");
  }
  if (!trace.candidates.empty()) {
    text += "\nThe choices end here. Threads that can run next (--choose):\n";
    for (std::size_t i = 0; i < trace.candidates.size(); ++i) {
      const stage::Candidate& each = trace.candidates[i];
      text += fmt::format("  {}: {}, line {}\n", i, stage::words::threads(trace, each.threads),
                          each.line);
    }
  }
  text += costs(trace) + results(trace) + lecture_text(lesson);
  for (const stage::Fault& fault : trace.faults) {
    text += found(fault, static_cast<int>(trace.steps.size()));
  }
  return text;
}

/// Returns the state after this number of steps: the source with the executed line marked, with the
/// host's code only where it acts, the threads' positions, and the arrays. `settings`: complete, as
/// the lesson was played with.
std::string moment_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                        const Trace& trace, int step) {
  const SourceFile file = session::source_of(lesson, settings);
  const stage::State state = trace.at(step);
  const stage::Step* last = step == 0 ? nullptr : &trace.steps[static_cast<std::size_t>(step) - 1];
  std::string text = heading(lesson, settings);
  text += last == nullptr ? "Nothing has happened yet.\n\n"
                          : fmt::format("Step {} of {}, {}: {}{}\n\n", step, trace.steps.size(),
                                        place_of(*last), stage::words::sentence(trace, step - 1),
                                        values_of(trace, *last));
  const auto threads = standing(state);
  const int acted = last == nullptr ? 0 : last->actions.front().line;
  const SourceLine* acted_line = line_at(file, acted);
  const bool with_host =
      session::is_about_host(lesson, settings) || (acted_line != nullptr && acted_line->of_host);
  for (const SourceLine& line : file.lines) {
    if (line.of_host && !with_host) continue;
    const bool carried_out = last != nullptr && line.number == acted;
    const auto here = threads.find(line.number);
    text += listed(line, carried_out ? '>' : ' ',
                   here == threads.end()
                       ? ""
                       : stage::words::threads(trace, here->second) +
                             (here->second.size() == 1 ? " goes on here" : " go on here"));
  }
  text += "\n";
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    const stage::ArrayInfo& array = trace.arrays[i];
    const bool over = array.space == stage::Space::shared && array.launch != state.launch;
    if (over) continue;
    const std::string of = array.block < 0 ? "" : fmt::format(" of block {}", array.block);
    text += fmt::format("{}{}: {}\n", array.name, of, cells_of(state, i));
  }
  for (const stage::Fault& fault : trace.faults) {
    if (std::min(fault.step + 1, static_cast<int>(trace.steps.size())) == step) {
      text += found(fault, static_cast<int>(trace.steps.size()));
    }
  }
  return text;
}

using stage::Lesson;

std::string list_of_lessons() {
  std::string text;
  std::size_t longest = 0;
  for (const Lesson& lesson : stage::lessons()) longest = std::max(longest, lesson.id.size());
  for (const Lesson& lesson : stage::lessons()) {
    text += fmt::format("{:<{}}{}\n", lesson.id, longest + 2, lesson.title);
  }
  return text + "\n'heatwave stage LESSON --list' tells all about one of them.\n";
}

std::string about(const Lesson& lesson) {
  std::string text = fmt::format("{}: {}\n\n{}\n\nAsk: {}\n", lesson.id, lesson.title, lesson.shows,
                                 lesson.question);
  if (!lesson.answer.empty()) text += "Answer: " + lesson.answer + "\n";
  if (!lesson.lecture.empty()) text += fmt::format("\n{}\n", lesson.lecture);
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
  text += fmt::format("\nBy default the schedule is {}, with warps of {}.", lesson.schedule.text(),
                      lesson.warp == 1 ? "one lane" : fmt::format("{} lanes", lesson.warp));
  if (lesson.lab.empty()) return text + "\n";
  return text + fmt::format(" Measured by: heatwave lab {}\n", lesson.lab);
}

/// Plays the lesson through a session, as in the window; its field is as small as possible.
session::StageStatus play_through_session(const Lesson& lesson,
                                          const stage::PlaySettings& settings) {
  session::Session session(scene::blank_scene("heat", {16, 16}),
                           {.backend = field::Backend::cpu, .threads = 1, .names_gpu = false});
  session.submit(session::PlayLesson{lesson.id, settings});
  session.run(0);
  return session.snapshot().stage;
}

/// Searches for a schedule that breaks the lesson, and tells how to play it.
std::string broken_text(const Lesson& lesson, stage::PlaySettings settings) {
  const auto found = stage::find_failing_schedule(lesson, settings);
  if (!found) {
    return fmt::format(
        "No schedule was found that breaks it, among {} random ones, lockstep and independent "
        "threads.\n",
        stage::kRandomSchedules);
  }
  std::vector<int> choices = found->schedule.choices;
  settings.schedule = found->schedule;
  const Trace trace = stage::play(lesson, settings);
  std::string text = play_text(lesson, stage::completed(lesson, settings), trace, false);
  text += fmt::format("\nThis schedule breaks it: {}.\n", found->what);
  if (settings.schedule.kind != stage::Schedule::Kind::chosen) {
    return text + fmt::format("To play it: --schedule {}\n", settings.schedule.text());
  }
  const auto decisive = static_cast<std::size_t>(found->decisive);
  choices.resize(std::min(decisive, choices.size()));
  text += choices.empty()
              ? std::string("It is the simplest one: one thread after the other.\n")
              : fmt::format("Its decisive choices: {}; then one thread runs after the other.\n",
                            fmt::join(choices, ","));
  return text + fmt::format("To play it: --choose {}\n", fmt::join(found->schedule.choices, ","));
}

}  // namespace

std::string stage(const StageOptions& options) {
  if (options.list && options.json) return stage_list_json(options.lesson);
  if (options.lesson.empty()) return list_of_lessons();
  const Lesson lesson = stage::find_lesson(options.lesson, options.settings);
  if (options.list) return about(lesson);
  if (options.break_it) return broken_text(lesson, options.settings);
  const session::StageStatus played = play_through_session(lesson, options.settings);
  const stage::PlaySettings& settings = played.settings;
  const stage::Trace& trace = *played.trace;
  if (options.json) return stage_json(lesson, settings, trace, options.cost);
  if (options.cost) return cost_text(lesson, settings, trace);
  if (!options.step) return play_text(lesson, settings, trace, options.text);
  const auto steps = static_cast<int>(trace.steps.size());
  if (*options.step <= steps) return moment_text(lesson, settings, trace, *options.step);
  throw core::Error(fmt::format("--step {}: this play has {} steps", *options.step, steps));
}

}  // namespace heatwave::cli
