// PassKernel identifies one of the kernels that take several steps in one launch. Every equation
// has its own set of them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/resident_edges.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

struct PassKernel {
  enum class Kind : std::uint8_t {
    plain,           ///< plain tiles or strips, in a pass with the largest number of steps
    partial,         ///< plain tiles or strips, in a pass with fewer steps
    medium,          ///< strips in one medium, in a pass with the largest number of steps
    partial_medium,  ///< strips in one medium, in a pass with fewer steps
    media,           ///< tiles that contain media
    mixed,           ///< tiles with cells of any kind
    resident,        ///< a grid that stays in registers
  };
  static constexpr std::size_t kPassKinds = 6;  ///< the kinds before `resident`

  Kind kind = Kind::plain;
  Tiles tiles = Tiles::small;
  /// Index of a resident kernel's tiles among those of the equation, or among the rimmed ones if
  /// edges absorb
  std::size_t resident = 0;
  ResidentEdges edges = ResidentEdges::plain;
  /// true: the kernel also records samples. The kernels that do are compiled apart from all others
  /// and loaded when they are used: a driver without machine code for its GPU would compile them at
  /// the first step.
  bool records = false;

  friend auto operator<=>(const PassKernel&, const PassKernel&) = default;
};

}  // namespace heatwave::field
