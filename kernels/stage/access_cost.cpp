// An access is divided into words of four bytes, whose sectors and banks are counted.
#include "kernels/stage/access_cost.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "kernels/core/warp_access.h"

namespace heatwave::stage {
namespace {

constexpr std::size_t kUsualLanes = 32;

/// Returns whether each cell of the array is one word.
bool consists_of_words(const ArrayInfo& array) {
  return array.layout.cells.size() == 1 && array.layout.bytes == core::kWordBytes &&
         array.address % core::kWordBytes == 0;
}

/// Adds the addresses of the 4-byte words that an action accesses.
void add_words(const ArrayInfo& array, const Action& action, ArenaList<std::int64_t>& words) {
  const std::int64_t begin = array.address + array.offset_of(action.index);
  const std::int64_t last = array.address + array.offset_of(action.index + action.cells - 1) +
                            cuda_text::bytes_of(array.cell(action.index).scalar) - 1;
  const auto word_of = [](std::int64_t address) {
    return address - ((address % core::kWordBytes) + core::kWordBytes) % core::kWordBytes;
  };
  for (std::int64_t word = word_of(begin); word <= last; word += core::kWordBytes) words.add(word);
}

/// Returns the degree of bank conflict. Accesses of 8 and 16 bytes are served for a half and a
/// quarter of a warp at a time.
int conflict_ways(std::span<const std::int64_t> words, std::size_t words_of_lane) {
  const std::size_t together = core::kBanks;
  if (words_of_lane <= 1) return core::conflict_ways(words);
  int ways = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += together) {
    const std::size_t count = std::min(together, words.size() - begin);
    ways = std::max(ways, core::conflict_ways(words.subspan(begin, count)));
  }
  return ways;
}

}  // namespace

AccessCounter::AccessCounter(Arena& arena)
    : global_(arena, kUsualLanes), shared_(arena, kUsualLanes), atomics_(arena, kUsualLanes) {}

AccessCost AccessCounter::cost(const std::vector<ArrayInfo>& arrays,
                               std::span<const Action> actions) {
  global_.clear();
  shared_.clear();
  atomics_.clear();
  std::size_t words_of_lane = 1;
  int known = -1;
  bool has_words = false;  // the known array's cells are one word each
  for (const Action& action : actions) {
    if (action.array < 0 || action.op == Op::print) continue;
    const ArrayInfo& array = arrays[static_cast<std::size_t>(action.array)];
    if (array.is_constant) continue;
    if (std::exchange(known, action.array) != action.array) has_words = consists_of_words(array);
    ArenaList<std::int64_t>& words = array.space == Space::shared ? shared_ : global_;
    if (has_words && action.cells == 1) {
      words.add(array.address + action.index * core::kWordBytes);
    } else {
      const std::size_t before = words.size();
      add_words(array, action, words);
      words_of_lane = std::max(words_of_lane, words.size() - before);
    }
    if (action.op == Op::atomic) atomics_.add(action.array, action.index);
  }
  AccessCost cost{.lanes = static_cast<int>(actions.size())};
  if (global_.size() > 0) cost.sectors = core::sectors_touched(global_.all());
  if (shared_.size() > 0) cost.ways = conflict_ways(shared_.all(), words_of_lane);
  if (atomics_.size() > 0) {
    const auto cells = atomics_.all();
    std::sort(cells.begin(), cells.end());
    cost.waiting = static_cast<int>(cells.end() - std::unique(cells.begin(), cells.end()));
  }
  return cost;
}

}  // namespace heatwave::stage
