// What a cell update sees of the field: a cell and its four neighbours, for each component. And the
// discrete Laplacian, written once for CPU and GPU.
#pragma once

#include "kernels/core/fma.h"
#include "kernels/core/host_device.h"

namespace heatwave::field {

struct Neighbours {
  float centre;
  float west;
  float east;
  float north;
  float south;
};

/// west + east + north + south − 4·centre. The pairs are added first, so that mirroring or turning
/// a scene mirrors or turns its field to the bit.
HEATWAVE_HOST_DEVICE float laplacian(const Neighbours& n) {
  return core::fma(-4.0F, n.centre, (n.west + n.east) + (n.north + n.south));
}

/// One thing for each component of an equation. Known at compile time and never indexed but by
/// constants, so that all of it stays in registers.
template <typename T, int kComponents>
struct PerComponent {
  T of[kComponents];

  HEATWAVE_HOST_DEVICE T& operator[](int component) { return of[component]; }
  HEATWAVE_HOST_DEVICE const T& operator[](int component) const { return of[component]; }
};

/// The value that each component has in one cell.
template <int kComponents>
using Values = PerComponent<float, kComponents>;

/// What each component has in a cell and round it.
template <int kComponents>
using Neighbourhood = PerComponent<Neighbours, kComponents>;

}  // namespace heatwave::field
