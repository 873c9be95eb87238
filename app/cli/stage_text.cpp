// Writes plays and moments of them.
#include "app/cli/stage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/cli/text_columns.h"
#include "app/session/stage/stage_sources.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::cli {
namespace {

using session::SourceFile;
using session::SourceLine;
using stage::Trace;

constexpr int kStepColumns = 25;        // number and place, before what happened
constexpr std::size_t kMostCells = 64;  // of an array

std::string heading(const stage::Lesson& lesson, const stage::PlaySettings& settings) {
  return fmt::format("{}{}, {}, warps of {}\n\n", lesson.title,
                     settings.version.empty() ? "" : " (" + settings.version + ")",
                     settings.schedule.text(), settings.warp);
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

const SourceLine* line_at(const SourceFile& file, int number) {
  const auto at = std::find_if(file.lines.begin(), file.lines.end(),
                               [&](const SourceLine& line) { return line.number == number; });
  return number <= 0 || at == file.lines.end() ? nullptr : &*at;
}

std::string listed(const SourceLine& line, char sign, const std::string& behind) {
  if (line.number < 0) return "\n";
  std::string text = fmt::format("{} {:>3}  {}", sign, line.number, line.text);
  if (!behind.empty()) text += "    ← " + behind;
  return text + "\n";
}

/// Lines that matter most have their reason behind them.
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

/// What the play wrote, but for shared memory, which ends with its block.
std::string results(const Trace& trace) {
  std::vector<bool> changed(trace.arrays.size(), false);
  for (const stage::Step& step : trace.steps) {
    for (const stage::Change& change : step.changes) {
      if (change.kind == stage::Change::Kind::cell) {
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
      counted(sum.conflicts, "extra turn", "extra turns"), counted(sum.waiting, "wait", "waits"));
  if (sum.global_queue > 1) {
    text += fmt::format("At the worst {} threads of {} wait at one cell of global memory\n",
                        sum.global_queue, counted(sum.global_queue_blocks, "block", "blocks"));
  }
  if (sum.shared_queue > 1) {
    text += fmt::format("At the worst {} threads of a block wait at one cell of shared memory\n",
                        sum.shared_queue);
  }
  return text;
}

/// Who goes on in which line: "t0–2 of block 1".
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
  return wrapped("The lecture: " + lesson.lecture, 0, kWidestText);
}

}  // namespace

std::string play_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                      const Trace& trace, bool with_source) {
  const SourceFile file = session::source_of(lesson, settings.version);
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
    text += "\nThe choices end here. Who could go next (--choose):\n";
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

std::string moment_text(const stage::Lesson& lesson, const stage::PlaySettings& settings,
                        const Trace& trace, int step) {
  const SourceFile file = session::source_of(lesson, settings.version);
  const stage::State state = trace.at(step);
  const stage::Step* last = step == 0 ? nullptr : &trace.steps[static_cast<std::size_t>(step) - 1];
  std::string text = heading(lesson, settings);
  text += last == nullptr ? "Nothing has happened yet.\n\n"
                          : fmt::format("Step {} of {}, {}: {}{}\n\n", step, trace.steps.size(),
                                        place_of(*last), stage::words::sentence(trace, step - 1),
                                        values_of(trace, *last));
  const auto threads = standing(state);
  for (const SourceLine& line : file.lines) {
    const bool carried_out = last != nullptr && line.number == last->actions.front().line;
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

}  // namespace heatwave::cli
