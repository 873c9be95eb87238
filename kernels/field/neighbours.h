// A cell update reads a cell and its four neighbours in each component. The discrete Laplacian is
// written once, for CPU and GPU.
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

/// Returns west + east + north + south − 4·centre. Opposite neighbours are added first, so that a
/// mirrored or rotated scene gives exactly the mirrored or rotated field.
HEATWAVE_HOST_DEVICE float laplacian(const Neighbours& n) {
  return core::fma(-4.0F, n.centre, (n.west + n.east) + (n.north + n.south));
}

/// One element for each component of an equation. All indices are compile-time constants, so that
/// the elements stay in registers.
template <typename T, int kComponents>
struct PerComponent {
  T of[kComponents];

  HEATWAVE_HOST_DEVICE T& operator[](int component) { return of[component]; }
  HEATWAVE_HOST_DEVICE const T& operator[](int component) const { return of[component]; }
};

/// The value of each component in one cell.
template <int kComponents>
using Values = PerComponent<float, kComponents>;

/// The values of each component in one cell and its neighbours.
template <int kComponents>
using Neighbourhood = PerComponent<Neighbours, kComponents>;

}  // namespace heatwave::field
