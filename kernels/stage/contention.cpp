// Accesses of a step are gathered by cell and by bank.
#include "kernels/stage/contention.h"

#include <algorithm>
#include <array>

#include "kernels/core/warp_access.h"

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

BankConflict bank_conflict(const Trace& trace, const Step& step) {
  if (step.cost.ways < 2) return {};
  std::array<std::vector<const Action*>, core::kBanks> banks;
  const auto word_of = [&](const Action& action) {
    const ArrayInfo& array = trace.arrays[static_cast<std::size_t>(action.array)];
    return (array.address + array.offset_of(action.index)) / core::kWordBytes;
  };
  for (const Action& action : step.actions) {
    if (action.array < 0) continue;
    const ArrayInfo& array = trace.arrays[static_cast<std::size_t>(action.array)];
    if (array.space != Space::shared) continue;
    if (action.cells > 1 || array.layout.bytes > core::kWordBytes) return {};
    const std::int64_t word = word_of(action);
    if (word < 0) continue;
    auto& there = banks[static_cast<std::size_t>(word % core::kBanks)];
    // Lanes that access one word share it.
    const bool is_shared = std::any_of(
        there.begin(), there.end(), [&](const Action* other) { return word_of(*other) == word; });
    if (!is_shared) there.push_back(&action);
  }
  const auto most = std::max_element(
      banks.begin(), banks.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  if (most->size() < 2) return {};
  return {static_cast<int>(most - banks.begin()), *most};
}

}  // namespace heatwave::stage
