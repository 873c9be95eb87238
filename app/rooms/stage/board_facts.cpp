// Reads from a play what its board depends on as a whole, and names and formats what stands on it.
#include "app/rooms/stage/board_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace heatwave::stage_room {
namespace {

/// Limits the scan of a play. Longer values after this number of changes are drawn smaller.
constexpr int kScannedChanges = 20'000;
constexpr int kLettersOfFraction = 5;  // four digits and the decimal point

int letters_of(double value) {
  if (value != std::floor(value)) {
    const bool small = std::abs(value) < 0.1;
    return kLettersOfFraction + (value < 0 ? 1 : 0) + (small ? 1 : 0);
  }
  int letters = value < 0 ? 2 : 1;
  for (double rest = std::abs(value); rest >= 10 && letters < 9; rest /= 10) ++letters;
  return letters;
}

/// Takes the variables that change; if there are none, the constant ones.
void take_variables(BoardFacts& facts, const stage::LaunchInfo& launch) {
  constexpr std::size_t kMostRows = 8;
  for (const bool constant : {false, true}) {
    if (constant && !facts.locals.empty()) return;
    for (const cuda_text::ShownVariable& each : launch.variables) {
      if (each.is_const != constant || facts.locals.size() == kMostRows) continue;
      const auto known = std::find(facts.locals.begin(), facts.locals.end(), each.name);
      if (known == facts.locals.end()) facts.locals.push_back(each.name);
    }
  }
}

void take_step(BoardFacts& facts, const stage::Step& step) {
  for (const stage::Change& change : step.changes) {
    if (change.kind() == stage::Change::Kind::cell) {
      int& letters = facts.letters[static_cast<std::size_t>(change.array)];
      letters = std::max(letters, letters_of(change.cell().after.value));
    } else if (change.kind() == stage::Change::Kind::local) {
      const auto& [before, after] = change.local();
      facts.local_letters = std::max(facts.local_letters, letters_of(after.value));
      const bool has_both =
          before.is_set && !step.actions.empty() && after.line != step.actions.front().line;
      if (has_both) {
        facts.changing_letters =
            std::max(facts.changing_letters, letters_of(before.value) + letters_of(after.value));
      }
    } else if (change.kind() == stage::Change::Kind::thread) {
      if (change.progress().after.next == stage::Op::barrier) facts.barriers = true;
    }
  }
  if (step.cost.ways > 1) facts.banks = true;
  facts.passes = std::max(facts.passes, step.cost.ways);
  if (step.cost.waiting > 0) facts.contended = true;
}

/// Returns the rows of an array that hold values before the play: of shared memory, since the host
/// fills other arrays as a whole.
std::vector<bool> rows_written_before(const stage::Trace& trace, std::size_t array) {
  const stage::ArrayInfo& info = trace.arrays[array];
  const int per_row = cells_in_grid_row(info);
  std::vector<bool> rows(static_cast<std::size_t>((info.size + per_row - 1) / per_row),
                         info.keeps_rows);
  if (info.space != stage::Space::shared) return rows;
  const std::vector<stage::CellState>& cells = trace.start.arrays[array];
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].written) rows[i / static_cast<std::size_t>(per_row)] = true;
  }
  return rows;
}

/// Adds the rows of the cells that threads read or write in a step, and those into which lanes
/// point.
void take_used_rows(BoardFacts& facts, const stage::Trace& trace, const stage::Step& step) {
  if (step.launch < 0) return;  // a step of the host
  const auto use = [&](int array, std::int64_t index) {
    if (array < 0 || index < 0) return;
    std::vector<bool>& rows = facts.used_rows[static_cast<std::size_t>(array)];
    const int per_row = cells_in_grid_row(trace.arrays[static_cast<std::size_t>(array)]);
    const auto row = static_cast<std::size_t>(index / per_row);
    if (row < rows.size()) rows[row] = true;
  };
  for (const stage::Action& action : step.actions) {
    for (int cell = 0; cell < action.cells; ++cell) use(action.array, action.index + cell);
  }
  for (const stage::Change& change : step.changes) {
    if (change.kind() == stage::Change::Kind::cell) use(change.array, change.index);
  }
}

}  // namespace

int cells_in_grid_row(const stage::ArrayInfo& info) {
  constexpr int kLongRow = 32;
  return info.width > 0 ? info.width : kLongRow;
}

BoardFacts board_facts(const stage::Trace& trace) {
  constexpr int kManyCells = 256;  // a shared array large enough to walk through the banks
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
  for (const stage::LaunchInfo& launch : trace.launches) take_variables(facts, launch);
  facts.circle =
      std::any_of(trace.faults.begin(), trace.faults.end(), [&](const stage::Fault& fault) {
        return fault.stops_all() && fault.array >= 0 &&
               trace.arrays[static_cast<std::size_t>(fault.array)].is_mutex;
      });
  for (std::size_t i = 0; i < trace.arrays.size(); ++i) {
    facts.used_rows.push_back(rows_written_before(trace, i));
  }
  int changes = 0;
  for (const stage::Step& step : trace.steps) {
    take_step(facts, step);
    take_used_rows(facts, trace, step);
    changes += static_cast<int>(step.changes.size());
    if (changes <= kScannedChanges) continue;
    facts.used_rows.assign(trace.arrays.size(), {});
    break;
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

std::string array_title(const stage::Trace& trace, int launch, int array) {
  const std::string& name = trace.arrays[static_cast<std::size_t>(array)].name;
  if (launch < 0) return name;
  const stage::LaunchInfo& info = trace.launches[static_cast<std::size_t>(launch)];
  if (info.program == nullptr) return name;
  const std::vector<cuda_text::Parameter>& parameters = info.program->parameters;
  for (std::size_t i = 0; i < std::min(parameters.size(), info.arguments.size()); ++i) {
    const std::string& other = parameters[i].name;
    // A member of a struct says what its array is by the array's own name.
    const bool is_other = other != name && other.find('.') == std::string::npos;
    if (info.arguments[i].array == array && is_other) return name + " (" + other + ")";
  }
  return name;
}

std::string board_value(double value) {
  char text[32];
  const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
  std::snprintf(text, sizeof text, whole ? "%.0f" : "%.4g", value == 0 ? 0.0 : value);
  return text;
}

}  // namespace heatwave::stage_room
