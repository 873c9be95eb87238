// A formula that is written once for any real type calls these functions. The type is float, in
// kernels and for single cells, or a vector of floats (lanes.h).
#pragma once

#include <cmath>
#include <type_traits>

#include "kernels/core/fma.h"
#include "kernels/core/host_device.h"

namespace heatwave::core {

/// Returns `a` where the condition holds, and `b` elsewhere. A bool decides for all lanes.
template <typename Condition, typename Real>
HEATWAVE_HOST_DEVICE Real choose(Condition condition, Real a, Real b) {
  if constexpr (std::is_same_v<Condition, bool>) {
    return condition ? a : b;
  } else {
    return choose_lanes(condition, a, b);
  }
}

template <typename Real>
HEATWAVE_HOST_DEVICE Real square_root(Real x) {
  if constexpr (std::is_same_v<Real, float>) {
    return sqrtf(x);
  } else {
    return square_root_of_lanes(x);
  }
}

/// Returns x / divisor, for a positive divisor. A GPU divides zeros by a slow subroutine, so that
/// they are set aside.
template <typename Real>
HEATWAVE_HOST_DEVICE Real quotient(Real x, Real divisor) {
#ifdef __CUDA_ARCH__
  const Real y = (x == 0.0F ? 1.0F : x) / divisor;
  return x == 0.0F ? x : y;
#else
  return x / divisor;
#endif
}

}  // namespace heatwave::core
