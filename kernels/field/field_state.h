// The whole state of a field between two steps, as plain host values.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::field {

struct FieldState {
  core::Extent extent;
  std::int64_t step = 0;
  /// Row by row, row 0 at the top: each component of the field; then, where the equation looks back
  /// as the wave does, each component one step before. None at all: zero everywhere.
  std::vector<std::vector<float>> planes;
  /// The memory of absorbing edges (see cell_step.h), component after component; empty means all
  /// zero.
  std::vector<float> rim;

  friend bool operator==(const FieldState&, const FieldState&) = default;
};

}  // namespace heatwave::field
