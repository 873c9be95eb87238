// Computes an FNV-1a hash over the words of the field.
#include "app/session/field/check_sum.h"

#include <bit>

namespace heatwave::session {
namespace {

class Sum {
 public:
  void add(std::uint64_t word) {
    constexpr std::uint64_t kPrime = 0x100000001b3;
    sum_ = (sum_ ^ word) * kPrime;
    // High bits of a product depend on all bits below; the shift mixes them into the low bits.
    sum_ ^= sum_ >> 32U;
  }
  [[nodiscard]] std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325;
};

}  // namespace

std::uint64_t check_sum(const field::FieldState& state) {
  Sum sum;
  sum.add(static_cast<std::uint64_t>(state.step));
  for (const auto& plane : state.planes) {
    for (const float value : plane) sum.add(std::bit_cast<std::uint32_t>(value));
  }
  // A state may omit a rim of zeros.
  for (std::size_t i = 0; i < state.rim.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(state.rim[i]);
    if (bits != 0) sum.add(std::uint64_t{i} << 32U | bits);
  }
  return sum.value();
}

}  // namespace heatwave::session
