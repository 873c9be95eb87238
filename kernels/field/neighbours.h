// A cell update reads a cell and its four neighbours in each component. The discrete Laplacian is
// written once, for CPU and GPU.
#pragma once

#include "kernels/core/host_device.h"
#include "kernels/core/real.h"

namespace heatwave::field {

/// `Real` is a float or, on the CPU, a vector of floats, one for each of several cells in a row.
template <typename Real>
struct NeighboursOf {
  Real centre;
  Real west;
  Real east;
  Real north;
  Real south;
};

using Neighbours = NeighboursOf<float>;

/// Returns west + east + north + south − 4·centre. Opposite neighbours are added first, so that a
/// mirrored or rotated scene gives exactly the mirrored or rotated field.
template <typename Real>
HEATWAVE_HOST_DEVICE Real laplacian(const NeighboursOf<Real>& n) {
  return core::fma(Real(-4.0F), n.centre, (n.west + n.east) + (n.north + n.south));
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
template <int kComponents, typename Real = float>
using Values = PerComponent<Real, kComponents>;

/// The values of each component in one cell and its neighbours.
template <int kComponents, typename Real = float>
using Neighbourhood = PerComponent<NeighboursOf<Real>, kComponents>;

}  // namespace heatwave::field
