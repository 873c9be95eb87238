// These functions count the distinct pieces of memory that contain some words, in total and by bank
// or set.
#include "kernels/core/warp_access.h"

#include <algorithm>
#include <vector>

namespace heatwave::core {
namespace {

/// Returns the index of the piece with this address. It rounds down for negative addresses, too,
/// which an access outside its array may have.
std::int64_t piece_of(std::int64_t address, int piece) {
  return address / piece - (address % piece < 0 ? 1 : 0);
}

/// Adds a piece unless it is the last one: adjacent lanes often access the same.
void add(std::vector<std::int64_t>& pieces, std::int64_t piece) {
  if (pieces.empty() || pieces.back() != piece) pieces.push_back(piece);
}

void remove_duplicates(std::vector<std::int64_t>& pieces) {
  if (!std::is_sorted(pieces.begin(), pieces.end())) std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
}

}  // namespace

int pieces_touched(std::span<const std::int64_t> addresses, int piece) {
  std::vector<std::int64_t> pieces;
  pieces.reserve(2 * addresses.size());
  for (const std::int64_t address : addresses) {
    add(pieces, piece_of(address, piece));
    add(pieces, piece_of(address + kWordBytes - 1, piece));  // piece with the word's last byte
  }
  remove_duplicates(pieces);
  return static_cast<int>(pieces.size());
}

int most_in_one_slot(std::span<const std::int64_t> addresses, int piece, int slots) {
  std::vector<std::int64_t> pieces;
  pieces.reserve(addresses.size());
  for (const std::int64_t address : addresses) add(pieces, piece_of(address, piece));
  remove_duplicates(pieces);
  std::vector<int> count(static_cast<std::size_t>(slots));
  for (const std::int64_t each : pieces)
    ++count[static_cast<std::size_t>((each % slots + slots) % slots)];
  return *std::max_element(count.begin(), count.end());
}

}  // namespace heatwave::core
