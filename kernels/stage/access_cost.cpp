// The addresses of a step are collected here for each kind of memory.
#include "kernels/stage/access_cost.h"

#include <cstdint>
#include <set>

#include "kernels/core/warp_access.h"

namespace heatwave::stage {

AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions) {
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
  std::set<std::int64_t> cells;
  int atomics = 0;
  for (const Action& action : actions) {
    if (action.array < 0 || action.op == Op::print) continue;
    const ArrayInfo& array = arrays[static_cast<std::size_t>(action.array)];
    auto& addresses = array.space == Space::shared ? shared : global;
    addresses.push_back(array.address + core::kWordBytes * action.index);
    if (action.op != Op::atomic) continue;
    ++atomics;
    cells.insert(addresses.back());
  }
  AccessCost cost{.lanes = static_cast<int>(actions.size())};
  cost.waiting = atomics - static_cast<int>(cells.size());
  if (!global.empty()) cost.sectors = core::sectors_touched(global);
  if (!shared.empty()) cost.ways = core::conflict_ways(shared);
  return cost;
}

}  // namespace heatwave::stage
