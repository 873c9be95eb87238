// FormulaGrid has all that a sub-step of a formula reads and writes on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"
#include "kernels/field/formula/functions.h"
#include "kernels/field/row_map.h"

namespace heatwave::field::formula {

inline constexpr int kMostGridPlanes = 6;
// A kernel's arguments have at most 4 KB.
inline constexpr int kMostGridConstants = 384;
inline constexpr int kMostGridUniforms = 32;
inline constexpr int kMostGridStreams = 16;

/// Strides count elements.
struct FormulaGrid {
  const float* from[kMostGridPlanes];
  /// The planes before their newest values, until the sub-step overwrites those that it writes
  float* to[kMostGridPlanes];
  std::size_t stride;  ///< equal for all planes
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;  ///< null: the grid has no media
  std::size_t factors_stride;
  float* rim;  ///< component after component; null: no edge absorbs
  AbsorbingSides absorbing;
  int width;
  int height;
  int whole_height;     ///< number of rows of the whole grid
  RowMap row_of_whole;  ///< the row of the whole grid that a row is
  float constants[kMostGridConstants];
  float uniforms[kMostGridUniforms];        ///< at the time of the inputs
  float uniforms_after[kMostGridUniforms];  ///< at the time of the results
  NoiseKey keys[kMostGridStreams];          ///< one for each stream of noise in the sub-step
};

}  // namespace heatwave::field::formula
