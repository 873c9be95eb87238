// FieldState is the whole state of a field between two steps, as plain host values.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::field {

struct FieldState {
  core::Extent extent;
  std::int64_t step = 0;
  /// Each plane holds its cells row by row, with row 0 at the top. First come the components; then,
  /// if the equation looks back, each component's previous time level. empty: all cells are zero.
  std::vector<std::vector<float>> planes;
  /// The memory of absorbing edges (see cell_step.h), component after component; empty: all zero.
  std::vector<float> rim;

  friend bool operator==(const FieldState&, const FieldState&) = default;
};

}  // namespace heatwave::field
