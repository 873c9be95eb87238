// Counts the different pieces of memory that hold some words, in all and by the places they lie in.
#include "kernels/core/warp_access.h"

#include <algorithm>
#include <vector>

namespace heatwave::core {
namespace {

void keep_one_of_each(std::vector<std::int64_t>& pieces) {
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
}

}  // namespace

int pieces_touched(std::span<const std::int64_t> addresses, int piece) {
  std::vector<std::int64_t> pieces;
  for (const std::int64_t address : addresses) {
    pieces.push_back(address / piece);
    // The word's last byte may lie in the next one.
    pieces.push_back((address + kWordBytes - 1) / piece);
  }
  keep_one_of_each(pieces);
  return static_cast<int>(pieces.size());
}

int most_in_one_place(std::span<const std::int64_t> addresses, int piece, int places) {
  std::vector<std::int64_t> pieces;
  for (const std::int64_t address : addresses) pieces.push_back(address / piece);
  keep_one_of_each(pieces);
  std::vector<int> count(static_cast<std::size_t>(places));
  for (const std::int64_t each : pieces) ++count[static_cast<std::size_t>(each % places)];
  return *std::max_element(count.begin(), count.end());
}

}  // namespace heatwave::core
