// An access is divided into words of four bytes, whose sectors and banks are counted.
#include "kernels/stage/access_cost.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/core/warp_access.h"

namespace heatwave::stage {
namespace {

/// Adds the addresses of the 4-byte words that an action accesses.
void add_words(const ArrayInfo& array, const Action& action, std::vector<std::int64_t>& words) {
  const std::int64_t begin = array.address + array.offset_of(action.index);
  const bool is_word = action.cells == 1 && array.layout.bytes == core::kWordBytes &&
                       array.layout.cells.size() == 1 && array.address % core::kWordBytes == 0;
  if (is_word) return words.push_back(begin);
  const std::int64_t last = array.address + array.offset_of(action.index + action.cells - 1) +
                            cuda_text::bytes_of(array.cell(action.index).scalar) - 1;
  const auto word_of = [](std::int64_t address) {
    return address - ((address % core::kWordBytes) + core::kWordBytes) % core::kWordBytes;
  };
  for (std::int64_t word = word_of(begin); word <= last; word += core::kWordBytes) {
    words.push_back(word);
  }
}

/// Returns the degree of bank conflict. Accesses of 8 and 16 bytes are served for a half and a
/// quarter of a warp at a time.
int conflict_ways(const std::vector<std::int64_t>& words, std::size_t words_of_lane) {
  const std::size_t together = core::kBanks;
  if (words_of_lane <= 1) return core::conflict_ways(words);
  int ways = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += together) {
    const std::size_t count = std::min(together, words.size() - begin);
    ways = std::max(ways, core::conflict_ways(std::span(words).subspan(begin, count)));
  }
  return ways;
}

}  // namespace

AccessCost access_cost(const std::vector<ArrayInfo>& arrays, std::span<const Action> actions) {
  AccessCost cost{.lanes = static_cast<int>(actions.size())};
  const bool accesses = std::any_of(actions.begin(), actions.end(), [](const Action& action) {
    return action.array >= 0 && action.op != Op::print;
  });
  if (!accesses) return cost;
  std::vector<std::int64_t> global;
  std::vector<std::int64_t> shared;
  std::vector<std::pair<int, std::int64_t>> cells;
  std::size_t words_of_lane = 1;
  for (const Action& action : actions) {
    if (action.array < 0 || action.op == Op::print) continue;
    const ArrayInfo& array = arrays[static_cast<std::size_t>(action.array)];
    if (array.is_constant) continue;
    auto& words = array.space == Space::shared ? shared : global;
    if (words.empty()) words.reserve(2 * actions.size());
    const std::size_t before = words.size();
    add_words(array, action, words);
    words_of_lane = std::max(words_of_lane, words.size() - before);
    if (action.op != Op::atomic) continue;
    cells.emplace_back(action.array, action.index);
  }
  const auto atomics = static_cast<int>(cells.size());
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  cost.waiting = atomics - static_cast<int>(cells.size());
  if (!global.empty()) cost.sectors = core::sectors_touched(global);
  if (!shared.empty()) cost.ways = conflict_ways(shared, words_of_lane);
  return cost;
}

}  // namespace heatwave::stage
