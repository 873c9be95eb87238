// Reads stories out of a trace.
#include "app/rooms/stage/cell_story.h"

#include <algorithm>

#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

const stage::CellState* cell_at_start(const stage::Trace& trace, const StageCell& cell) {
  const auto array = static_cast<std::size_t>(cell.array);
  if (array >= trace.start.arrays.size()) return nullptr;
  const auto index = static_cast<std::size_t>(cell.index);
  return index < trace.start.arrays[array].size() ? &trace.start.arrays[array][index] : nullptr;
}

bool is_of(const stage::Change& change, const StageCell& cell) {
  return change.kind == stage::Change::Kind::cell && change.array == cell.array &&
         change.index == cell.index;
}

/// Who changed the cell in this step, and how; several of a warp may have.
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
      return "loads " + stage::words::number(action.value) + " from " + cell();
    case stage::Op::store:
      return "stores " + stage::words::number(action.value) + " into " + cell();
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
      return "prints " + stage::words::number(action.value);
    case stage::Op::branch:
      return action.value != 0.0 ? "takes the branch" : "skips the branch";
    case stage::Op::reconverge:
      return "reconverges";
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
    story.push_back({static_cast<int>(i) + 1, stage::words::number(last->cell_after.value) +
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
  for (const stage::LocalState& local : now.locals) {
    text += "  " + local.name + " = " + stage::words::number(local.value);
  }
  return text;
}

}  // namespace heatwave::stage_room
