// These functions count the distinct pieces of memory that contain some words, in total and by bank
// or set.
#include "kernels/core/warp_access.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

namespace heatwave::core {
namespace {

constexpr std::int64_t kBeforeAll = std::numeric_limits<std::int64_t>::min();

/// Returns the shift that makes the number of a piece of an address. It rounds down for negative
/// addresses, too, which an access outside its array may have.
int shift_of(int piece) { return std::countr_zero(static_cast<unsigned>(piece)); }

/// Calls `visit` with the number of each piece that contains the first byte of a word, or the byte
/// `last_byte` after it, as long as they ascend. Returns whether all do, as those of adjacent lanes
/// mostly do: then each was visited once.
template <typename Visit>
bool visit_ascending(std::span<const std::int64_t> addresses, int shift, int last_byte,
                     const Visit& visit) {
  std::int64_t last = kBeforeAll;
  for (const std::int64_t address : addresses) {
    const std::int64_t first = address >> shift;
    if (first < last) return false;
    if (first > last) visit(first);
    last = (address + last_byte) >> shift;
    if (last > first) visit(last);
  }
  return true;
}

/// Returns the numbers of all these pieces, each once.
std::vector<std::int64_t> sorted_pieces(std::span<const std::int64_t> addresses, int shift,
                                        int last_byte) {
  std::vector<std::int64_t> pieces;
  pieces.reserve(2 * addresses.size());
  const auto add = [&pieces](std::int64_t piece) {  // adjacent lanes often access the same
    if (pieces.empty() || pieces.back() != piece) pieces.push_back(piece);
  };
  for (const std::int64_t address : addresses) {
    add(address >> shift);
    add((address + last_byte) >> shift);
  }
  std::sort(pieces.begin(), pieces.end());
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  return pieces;
}

}  // namespace

int pieces_touched(std::span<const std::int64_t> addresses, int piece) {
  const int shift = shift_of(piece);
  int count = 0;
  if (visit_ascending(addresses, shift, kWordBytes - 1, [&](std::int64_t) { ++count; })) {
    return count;
  }
  return static_cast<int>(sorted_pieces(addresses, shift, kWordBytes - 1).size());
}

int most_in_one_slot(std::span<const std::int64_t> addresses, int piece, int slots) {
  const int shift = shift_of(piece);
  std::vector<int> count(static_cast<std::size_t>(slots));
  int most = 0;
  const auto visit = [&](std::int64_t each) {
    most = std::max(most, ++count[static_cast<std::size_t>((each % slots + slots) % slots)]);
  };
  if (!visit_ascending(addresses, shift, 0, visit)) {
    std::fill(count.begin(), count.end(), 0);
    most = 0;
    for (const std::int64_t each : sorted_pieces(addresses, shift, 0)) visit(each);
  }
  return most;
}

}  // namespace heatwave::core
