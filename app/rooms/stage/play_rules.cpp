// Steps through a play: passing time, moments to jump to, and the story of a cell or thread.
#include "app/rooms/stage/play_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

/// True if this step brought the last thread to the barrier.
bool all_have_met(const stage::Step& step) {
  if (step.actions.empty() || step.actions.front().op != stage::Op::barrier) return false;
  return std::none_of(step.changes.begin(), step.changes.end(), [](const stage::Change& change) {
    return change.kind() == stage::Change::Kind::thread &&
           change.progress().after.status == stage::Status::barrier;
  });
}

bool divides_warp(const stage::Step& step) {
  // All lanes of a step execute one instruction.
  if (step.actions.empty() || step.actions.front().op != stage::Op::branch) return false;
  const bool first = step.actions.front().value != 0.0;
  return std::any_of(
      step.actions.begin(), step.actions.end(),
      [first](const stage::Action& action) { return (action.value != 0.0) != first; });
}

}  // namespace

std::vector<StageEvent> events_of(const stage::Trace& trace) {
  std::vector<StageEvent> events;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const stage::Step& step = trace.steps[i];
    const int after = static_cast<int>(i) + 1;
    if (divides_warp(step)) events.push_back({after, StageEventKind::divides});
    if (all_have_met(step)) events.push_back({after, StageEventKind::barrier});
    if (step.cost.ways > 1 || step.cost.waiting > 0) {
      events.push_back({after, StageEventKind::conflict});
    }
  }
  // A deadlock is found when no thread can act, so its step may be one past the last.
  for (const stage::Fault& fault : trace.faults) {
    events.push_back({std::clamp(fault.step + 1, 0, last_step(trace)), StageEventKind::fault});
  }
  std::stable_sort(events.begin(), events.end(), [](const StageEvent& a, const StageEvent& b) {
    return a.step != b.step ? a.step < b.step : a.kind < b.kind;
  });
  return events;
}

int next_event(const std::vector<StageEvent>& events, int step, int last) {
  const auto found = std::find_if(events.begin(), events.end(),
                                  [step](const StageEvent& event) { return event.step > step; });
  return found == events.end() ? last : found->step;
}

int previous_event(const std::vector<StageEvent>& events, int step) {
  const auto found = std::find_if(events.rbegin(), events.rend(),
                                  [step](const StageEvent& event) { return event.step < step; });
  return found == events.rend() ? 0 : found->step;
}

void pass_time(StageModel& model, int last, double seconds) {
  if (!model.playing) {
    model.pace.due = 0.0;
    return;
  }
  model.pace.due += seconds * model.pace.steps_per_second;
  const double whole = std::floor(model.pace.due);
  model.pace.due -= whole;
  model.step = static_cast<int>(std::min(static_cast<double>(last), model.step + whole));
  if (model.step == last) model.playing = false;
}

void go_to(StageModel& model, int last, int step) {
  model.step = std::clamp(step, 0, last);
  model.playing = false;
  model.pace.due = 0.0;
}

bool is_choosing(const stage::Trace& trace, int step) { return !trace.candidates_at(step).empty(); }

int candidate_of(const stage::Trace& trace, int step, int thread) {
  const std::vector<stage::Candidate>& candidates = trace.candidates_at(step);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::vector<int>& threads = candidates[i].threads;
    if (std::find(threads.begin(), threads.end(), thread) != threads.end()) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

std::vector<int> choices_with(const stage::Trace& trace, int step, std::vector<int> choices,
                              int candidate) {
  const auto before = static_cast<std::size_t>(trace.choices_before(step));
  if (before < choices.size() && choices[before] == candidate) return choices;
  choices.resize(std::min(before, choices.size()));
  choices.push_back(candidate);
  return choices;
}

int step_after_play(const stage::PlaySettings& settings, bool same_lesson, int step,
                    int last_before, int last) {
  if (settings.schedule.kind == stage::Schedule::Kind::chosen) return last;
  return same_lesson && last == last_before ? std::min(step, last) : 0;
}

bool numbers_from(const std::string& text, std::vector<double>& numbers) {
  std::vector<double> found;
  const char* at = text.c_str();
  while (true) {
    while (*at == ' ' || *at == ',' || *at == ';') ++at;
    if (*at == '\0') break;
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at || !std::isfinite(number)) return false;
    found.push_back(number);
    at = end;
  }
  if (found.empty()) return false;
  numbers = std::move(found);
  return true;
}

std::string text_of(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) {
    text += (text.empty() ? "" : " ") + stage::words::number(number);
  }
  return text;
}

namespace {

const stage::CellState* cell_at_start(const stage::Trace& trace, const StageCell& cell) {
  const auto array = static_cast<std::size_t>(cell.array);
  if (array >= trace.start.arrays.size()) return nullptr;
  const auto index = static_cast<std::size_t>(cell.index);
  return index < trace.start.arrays[array].size() ? &trace.start.arrays[array][index] : nullptr;
}

bool is_of(const stage::Change& change, const StageCell& cell) {
  return change.kind() == stage::Change::Kind::cell && change.array == cell.array &&
         change.index == cell.index;
}

/// Says which threads changed the cell in this step, and how; several threads of a warp may have.
std::string writers(const stage::Trace& trace, const stage::Step& step, const StageCell& cell) {
  std::vector<int> atomics;
  std::vector<int> stores;
  const char* name = "";
  for (const stage::Action& action : step.actions) {
    if (action.array != cell.array || action.index != cell.index) continue;
    if (action.op == stage::Op::store || action.op == stage::Op::print)
      stores.push_back(action.thread);
    if (action.op == stage::Op::atomic) {
      atomics.push_back(action.thread);
      name = stage::name_of(action.atomic);
    }
  }
  if (!atomics.empty()) return stage::words::threads(trace, atomics) + ", " + name;
  if (!stores.empty()) return stage::words::threads(trace, stores);
  return "the host";
}

std::string what(const stage::Trace& trace, const stage::Action& action) {
  const auto cell = [&] { return stage::words::cell(trace, action.array, action.index); };
  switch (action.op) {
    case stage::Op::load:
      return "loads " + stage::words::accessed_value(trace, action) + " from " + cell();
    case stage::Op::store:
      return "stores " + stage::words::accessed_value(trace, action) + " into " + cell();
    case stage::Op::atomic:
      return std::string(stage::name_of(action.atomic)) + " on " + cell() + ", which held " +
             stage::words::number(action.before);
    case stage::Op::barrier:
      return "arrives at the barrier";
    case stage::Op::fence:
      return "issues a fence";
    case stage::Op::compute:
      return "computes " + stage::words::number(action.value) + " in a register";
    case stage::Op::print:
      return "prints " + trace.text_of(action);
    case stage::Op::branch:
      return action.value != 0.0 ? "takes the branch" : "skips the branch";
    case stage::Op::reconverge:
      return "waits for the other lanes of its warp";
    case stage::Op::shuffle:
      return "gives " + stage::words::number(action.value) + " to other lanes";
    case stage::Op::vote:
      return "votes with " + stage::words::number(action.value);
    case stage::Op::grid_barrier:
      return "arrives at the barrier of all blocks";
    default:
      return "continues";
  }
}

const char* doing(stage::Status status) {
  switch (status) {
    case stage::Status::absent:
      return "has not begun";
    case stage::Status::barrier:
      return "waits at the barrier";
    case stage::Status::spinning:
      return "spins";
    case stage::Status::done:
      return "is done";
    case stage::Status::ready:
      break;
  }
  return "runs";
}

}  // namespace

std::vector<StoryLine> story_of_cell(const stage::Trace& trace, const StageCell& cell) {
  std::vector<StoryLine> story;
  if (cell.array < 0) return story;
  const stage::CellState* first = cell_at_start(trace, cell);
  if (first != nullptr && first->written) {
    story.push_back({0, stage::words::number(first->value) + ", an input"});
  } else {
    story.push_back({0, "not written yet"});
  }
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const stage::Step& step = trace.steps[i];
    const auto last = std::find_if(step.changes.rbegin(), step.changes.rend(),
                                   [&](const auto& change) { return is_of(change, cell); });
    if (last == step.changes.rend()) continue;
    story.push_back({static_cast<int>(i) + 1, stage::words::number(last->cell().after.value) +
                                                  ", by " + writers(trace, step, cell)});
  }
  return story;
}

std::vector<StoryLine> story_of_thread(const stage::Trace& trace, int thread) {
  std::vector<StoryLine> story;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    for (const stage::Action& action : trace.steps[i].actions) {
      if (action.thread == thread && thread >= 0) {
        story.push_back({static_cast<int>(i) + 1, what(trace, action)});
      }
    }
  }
  return story;
}

std::string thread_now(const stage::Trace& trace, const stage::State& state, int thread) {
  const stage::ThreadState& now = state.threads[static_cast<std::size_t>(thread)];
  std::string text = "It " + std::string(doing(now.status));
  if (now.waits_for >= 0) {
    text += " on " + trace.arrays[static_cast<std::size_t>(now.waits_for)].name;
  }
  text += ".";
  const std::span<const stage::LocalState> variables = state.variables_of(thread);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!variables[i].is_set) continue;
    text += "  " + trace.variable(thread, i) + " = " + stage::words::number(variables[i].value);
  }
  return text;
}

namespace {

bool writes_memory(const stage::Action& action) {
  return action.op == stage::Op::store || action.op == stage::Op::atomic;
}

PlaySigns signs_of(const stage::Trace& trace) {
  PlaySigns signs;
  std::map<std::array<int, 3>, std::size_t> lanes;  // not ended, by launch, block and warp
  for (const stage::ThreadInfo& each : trace.threads) ++lanes[{each.launch, each.block, each.warp}];
  for (const stage::Step& step : trace.steps) {
    const auto warp = lanes.find({step.launch, step.block, step.warp});
    signs.queue |= step.cost.waiting > 0;
    signs.conflict |= step.cost.ways > 1;
    signs.sector |= step.cost.sectors > 0 && step.cost.lanes > 1;
    const bool is_last = &step == &trace.steps.back();
    signs.idle |= warp != lanes.end() && step.actions.size() < warp->second;
    for (const stage::Action& action : step.actions) {
      signs.read |= action.op == stage::Op::load;
      signs.write |= action.op == stage::Op::store;
      signs.atomic |= action.op == stage::Op::atomic;
    }
    for (const stage::Change& change : step.changes) {
      if (change.kind() != stage::Change::Kind::thread) continue;
      const stage::Status status = change.progress().after.status;
      const bool acts = std::any_of(
          step.actions.begin(), step.actions.end(),
          [&change](const stage::Action& action) { return action.thread == change.thread; });
      signs.done |= status == stage::Status::done && !(is_last && acts);
      if (status == stage::Status::done && warp != lanes.end()) --warp->second;
      signs.barrier |= status == stage::Status::barrier;
      signs.spinning |= status == stage::Status::spinning;
    }
  }
  signs.waiting = std::any_of(trace.faults.begin(), trace.faults.end(),
                              [](const auto& fault) { return fault.stops_all(); });
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    const stage::ArrayInfo& array = trace.arrays[i];
    if (array.space == stage::Space::shared && array.size > kMostCellsWithValues) continue;
    const std::vector<stage::CellState>& cells = trace.start.arrays[i];
    signs.unwritten |= std::any_of(cells.begin(), cells.end(),
                                   [](const stage::CellState& cell) { return !cell.written; });
  }
  return signs;
}

}  // namespace

ShownPlay::ShownPlay(std::shared_ptr<const stage::Trace> trace, stage::Totals totals)
    : trace_(std::move(trace)),
      events_(events_of(*trace_)),
      totals_(std::move(totals)),
      signs_(signs_of(*trace_)) {
  for (const stage::Step& step : trace_->steps) {
    if (!step.actions.empty()) acted_lines_.insert(step.actions.front().line);
  }
}

const stage::State& ShownPlay::at(int step) {
  if (std::exchange(step_, step) != step) state_ = trace_->at(step);
  return state_;
}

const std::vector<StoryLine>& ShownPlay::story(const StageCell& cell, int thread) {
  if (cell == told_cell_ && thread == told_thread_) return story_;
  told_cell_ = cell;
  told_thread_ = thread;
  story_ = cell.array >= 0 ? story_of_cell(*trace_, cell) : story_of_thread(*trace_, thread);
  return story_;
}

const BoardLayout& ShownPlay::layout(const ui::Box& room, float unit, float least) {
  const int launch = shown_launch(*trace_, state_);
  const auto is_it = [&](const KeptLayout& kept) {
    return kept.unit == unit && kept.least == least && kept.layout.launch == launch &&
           kept.room == room;
  };
  const auto found = std::find_if(layouts_.begin(), layouts_.end(), is_it);
  if (found == layouts_.end()) {
    layouts_.back() = {room, unit, least, lay_out_board(*trace_, launch, room, unit, least)};
  }
  const auto newest = found == layouts_.end() ? layouts_.end() - 1 : found;
  std::rotate(layouts_.begin(), newest, newest + 1);
  return layouts_.front().layout;
}

std::vector<const stage::Action*> reads_before_write(const stage::Trace& trace, int step) {
  constexpr int kMostSteps = 1000;  // the longest way from a read to its write
  const stage::Step& last = trace.steps[static_cast<std::size_t>(step)];
  std::map<int, int> lines;  // by thread: the line that writes; erased where its reads end
  for (const stage::Action& action : last.actions) {
    if (writes_memory(action)) lines[action.thread] = action.line;
  }
  std::vector<const stage::Action*> reads;
  for (int i = step - 1; i >= std::max(0, step - kMostSteps) && !lines.empty(); --i) {
    const stage::Step& before = trace.steps[static_cast<std::size_t>(i)];
    if (before.block != last.block || before.warp != last.warp) continue;
    for (const stage::Action& action : before.actions) {
      const auto line = lines.find(action.thread);
      if (line == lines.end()) continue;
      const bool is_same_line = action.line == line->second;
      if (is_same_line && action.op == stage::Op::compute) continue;
      if (is_same_line && action.op == stage::Op::load && action.array >= 0) {
        reads.push_back(&action);
      } else {
        lines.erase(line);
      }
    }
  }
  return reads;
}

}  // namespace heatwave::stage_room
