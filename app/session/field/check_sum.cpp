// Computes an FNV-1a hash over the words of the field.
#include "app/session/field/check_sum.h"

#include <bit>

namespace heatwave::session {

void CheckSum::add(std::uint64_t word) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  sum_ = (sum_ ^ word) * kPrime;
  // High bits of a product depend on all bits below; the shift mixes them into the low bits.
  sum_ ^= sum_ >> 32U;
}

void CheckSum::add_cells(std::span<const float> cells) {
  for (const float value : cells) add(std::bit_cast<std::uint32_t>(value));
}

void CheckSum::add_rim(std::span<const float> rim) {
  // A state may omit a rim of zeros.
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(rim[i]);
    if (bits != 0) add(std::uint64_t{i} << 32U | bits);
  }
}

std::uint64_t check_sum(const field::FieldState& state) {
  CheckSum sum(state.step);
  for (const auto& plane : state.planes) sum.add_cells(plane);
  sum.add_rim(state.rim);
  return sum.value();
}

}  // namespace heatwave::session
