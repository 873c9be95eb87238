// Accesses of a step are gathered by cell and by bank.
#include "kernels/stage/contention.h"

#include <algorithm>

namespace heatwave::stage {

std::vector<CellContention> contended_cells(const Step& step) {
  std::vector<CellContention> cells;
  for (const Action& action : step.actions) {
    if (action.op != Op::atomic) continue;
    const auto known = std::find_if(cells.begin(), cells.end(), [&](const CellContention& each) {
      return each.array == action.array && each.index == action.index;
    });
    if (known == cells.end()) {
      cells.push_back({action.array, action.index, {action.thread}});
    } else {
      known->threads.push_back(action.thread);
    }
  }
  std::erase_if(cells, [](const CellContention& each) { return each.threads.size() < 2; });
  return cells;
}

std::vector<double> values_in_turn(const Step& step, int array, std::int64_t index) {
  std::vector<double> values;
  for (const Action& action : step.actions) {
    const bool is_here = action.op == Op::atomic && action.array == array && action.index == index;
    if (is_here) values.push_back(action.before);
  }
  if (values.empty()) return values;
  // The last change of the cell is that of its last turn.
  double last = values.back();
  for (const Change& change : step.changes) {
    const bool is_here =
        change.kind() == Change::Kind::cell && change.array == array && change.index == index;
    if (is_here) last = change.cell().after.value;
  }
  values.push_back(last);
  return values;
}

BankWords words_by_bank(const Trace& trace, const Step& step) {
  BankWords banks;
  if (step.cost.ways < 1) return banks;
  for (const Action& action : step.actions) {
    if (action.array < 0) continue;
    const ArrayInfo& array = trace.arrays[static_cast<std::size_t>(action.array)];
    if (array.space != Space::shared) continue;
    if (action.cells > 1 || array.layout.bytes > core::kWordBytes) return {};
    const std::int64_t word = (array.address + array.offset_of(action.index)) / core::kWordBytes;
    if (word < 0) continue;
    std::vector<BankWord>& there = banks[static_cast<std::size_t>(word % core::kBanks)];
    const auto known = std::find_if(there.begin(), there.end(),
                                    [word](const BankWord& each) { return each.word == word; });
    if (known == there.end()) {
      there.push_back({word, {&action}});
    } else {
      known->actions.push_back(&action);
    }
  }
  return banks;
}

std::size_t busiest_bank(const BankWords& banks) {
  const auto most = std::max_element(
      banks.begin(), banks.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return static_cast<std::size_t>(most - banks.begin());
}

BankConflict bank_conflict(const Trace& trace, const Step& step) {
  if (step.cost.ways < 2) return {};
  const BankWords banks = words_by_bank(trace, step);
  const std::size_t busiest = busiest_bank(banks);
  if (banks[busiest].size() < 2) return {};
  BankConflict conflict{.bank = static_cast<int>(busiest), .actions = {}};
  for (const BankWord& each : banks[busiest]) conflict.actions.push_back(each.actions.front());
  return conflict;
}

}  // namespace heatwave::stage
