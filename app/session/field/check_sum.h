// A check sum that distinguishes fields.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/field/field_state.h"

namespace heatwave::session {

/// A check sum of a field whose cells arrive in pieces: plane after plane from the top, then the
/// memory of absorbing edges.
class CheckSum {
 public:
  explicit CheckSum(std::int64_t step) { add(static_cast<std::uint64_t>(step)); }

  void add_cells(std::span<const float> cells);
  void add_rim(std::span<const float> rim);
  [[nodiscard]] std::uint64_t value() const { return sum_; }

 private:
  void add(std::uint64_t word);

  std::uint64_t sum_ = 0xcbf29ce484222325;
};

/// Equal fields have equal check sums; fields that differ in one bit almost surely do not.
std::uint64_t check_sum(const field::FieldState& state);

}  // namespace heatwave::session
