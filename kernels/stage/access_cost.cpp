// Counts sectors and bank conflicts from addresses, as the hardware's rules say.
#include "kernels/stage/access_cost.h"

#include <algorithm>
#include <array>
#include <set>

namespace heatwave::stage {

int sectors_of(std::span<const std::int64_t> addresses) {
  std::set<std::int64_t> sectors;
  for (const std::int64_t address : addresses) sectors.insert(address / kSectorBytes);
  return static_cast<int>(sectors.size());
}

int ways_of(std::span<const std::int64_t> addresses) {
  // Lanes that read the same word get it together.
  std::set<std::int64_t> words;
  for (const std::int64_t address : addresses) words.insert(address / kBankBytes);
  std::array<int, kBanks> load{};
  for (const std::int64_t word : words) ++load[static_cast<std::size_t>(word % kBanks)];
  return *std::max_element(load.begin(), load.end());
}

AccessCost access_cost(const std::vector<ArrayInfo>& arrays, const std::vector<Action>& actions) {
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
  std::set<std::int64_t> cells;
  int atomics = 0;
  for (const Action& action : actions) {
    if (action.array < 0) continue;
    const ArrayInfo& array = arrays[static_cast<std::size_t>(action.array)];
    auto& addresses = array.space == Space::shared ? shared : global;
    addresses.push_back(array.address + kBankBytes * action.index);
    if (action.op != Op::atomic) continue;
    ++atomics;
    cells.insert(addresses.back());
  }
  AccessCost cost{.lanes = static_cast<int>(actions.size())};
  cost.waiting = atomics - static_cast<int>(cells.size());
  if (!global.empty()) cost.sectors = sectors_of(global);
  if (!shared.empty()) cost.ways = ways_of(shared);
  return cost;
}

}  // namespace heatwave::stage
