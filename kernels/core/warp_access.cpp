// Counts the different pieces of memory that hold some words, in all and by the places they lie in.
#include "kernels/core/warp_access.h"

#include <algorithm>
#include <vector>

namespace heatwave::core {
namespace {

/// Rounded down below zero too, where an access outside its array may lie.
std::int64_t piece_of(std::int64_t address, int piece) {
  return address / piece - (address % piece < 0 ? 1 : 0);
}

void keep_one_of_each(std::vector<std::int64_t>& pieces) {
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
}

}  // namespace

int pieces_touched(std::span<const std::int64_t> addresses, int piece) {
  std::vector<std::int64_t> pieces;
  for (const std::int64_t address : addresses) {
    pieces.push_back(piece_of(address, piece));
    pieces.push_back(piece_of(address + kWordBytes - 1, piece));  // where the word's last byte lies
  }
  keep_one_of_each(pieces);
  return static_cast<int>(pieces.size());
}

int most_in_one_place(std::span<const std::int64_t> addresses, int piece, int places) {
  std::vector<std::int64_t> pieces;
  for (const std::int64_t address : addresses) pieces.push_back(piece_of(address, piece));
  keep_one_of_each(pieces);
  std::vector<int> count(static_cast<std::size_t>(places));
  for (const std::int64_t each : pieces)
    ++count[static_cast<std::size_t>((each % places + places) % places)];
  return *std::max_element(count.begin(), count.end());
}

}  // namespace heatwave::core
