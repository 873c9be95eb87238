// Reads from a play what its board needs: how long values get, which registers there are.
#include "app/rooms/stage/board_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace heatwave::stage_room {
namespace {

/// So many changes say enough of a play; later values that are longer are written smaller.
constexpr int kScannedChanges = 20'000;
constexpr int kLettersOfFraction = 5;  // four digits and the point

int letters_of(double value) {
  if (value != std::floor(value)) {
    const bool small = std::abs(value) < 0.1;
    return kLettersOfFraction + (value < 0 ? 1 : 0) + (small ? 1 : 0);
  }
  int letters = value < 0 ? 2 : 1;
  for (double rest = std::abs(value); rest >= 10 && letters < 9; rest /= 10) ++letters;
  return letters;
}

void take_locals(BoardFacts& facts, const std::vector<stage::LocalState>& locals) {
  for (std::size_t i = 0; i < locals.size(); ++i) {
    facts.local_letters = std::max(facts.local_letters, letters_of(locals[i].value));
    if (i < facts.locals.size() && facts.locals[i] == locals[i].name) continue;
    const auto known = std::find(facts.locals.begin(), facts.locals.end(), locals[i].name);
    if (known == facts.locals.end()) facts.locals.push_back(locals[i].name);
  }
}

void take_step(BoardFacts& facts, const stage::Step& step) {
  for (const stage::Change& change : step.changes) {
    if (change.kind == stage::Change::Kind::cell) {
      int& letters = facts.letters[static_cast<std::size_t>(change.array)];
      letters = std::max(letters, letters_of(change.cell_after.value));
    } else if (change.kind == stage::Change::Kind::thread) {
      take_locals(facts, change.thread_after.locals);
      if (change.thread_after.next == stage::Op::barrier) facts.barriers = true;
    }
  }
  if (step.cost.ways > 1) facts.banks = true;
  if (step.cost.waiting > 0) facts.contended = true;
}

}  // namespace

BoardFacts board_facts(const stage::Trace& trace) {
  constexpr int kManyCells = 256;  // shared: enough to walk through the banks
  BoardFacts facts;
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    int letters = 1;
    for (const stage::CellState& cell : trace.start.arrays[i]) {
      letters = std::max(letters, letters_of(cell.value));
    }
    facts.letters.push_back(letters);
    const stage::ArrayInfo& array = trace.arrays[i];
    if (array.space == stage::Space::shared && array.size >= kManyCells) facts.banks = true;
  }
  int changes = 0;
  for (const stage::Step& step : trace.steps) {
    take_step(facts, step);
    changes += static_cast<int>(step.changes.size());
    if (changes > kScannedChanges) break;
  }
  return facts;
}

int shown_launch(const stage::Trace& trace, const stage::State& state) {
  if (state.launch >= 0) return state.launch;
  for (int launch = static_cast<int>(trace.launches.size()) - 1; launch > 0; --launch) {
    const auto first =
        static_cast<std::size_t>(trace.launches[static_cast<std::size_t>(launch)].first_thread);
    if (first < state.threads.size() && state.threads[first].status != stage::Status::absent) {
      return launch;
    }
  }
  return trace.launches.empty() ? -1 : 0;
}

std::string board_value(double value) {
  char text[32];
  const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.4g", value == 0 ? 0.0 : value);
  return text;
}

}  // namespace heatwave::stage_room
