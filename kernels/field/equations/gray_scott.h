// Gray and Scott's reaction: u_t = Du·Δu − u·v² + F·(1 − u), v_t = Dv·Δv + u·v² − (F + k)·v.
#pragma once

#include <span>

#include "kernels/core/real.h"
#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct GrayScott {
  static constexpr int kComponents = 2;
  static constexpr int kStepsBack = 0;
  static constexpr bool kAbsorbs = false;

  template <typename Real>
  struct ConstantsOf {
    Real spread_u;  ///< Du
    Real spread_v;  ///< Dv
    Real feed;      ///< F
    Real keep_u;    ///< 1 − F
    Real keep_v;    ///< 1 − F − k
  };
  using Constants = ConstantsOf<float>;

  /// Returns the constants in a medium: both substances diffuse faster or slower there.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static ConstantsOf<Real> in_medium(const Constants& constants, Real factor) {
    return {.spread_u = constants.spread_u * factor,
            .spread_v = constants.spread_v * factor,
            .feed = constants.feed,
            .keep_u = constants.keep_u,
            .keep_v = constants.keep_v};
  }

  /// Updates one cell. v² is clamped to 1: a step uses up no more of u than there is, so no painted
  /// value grows without bound. In patterns v stays well below 1. The parts of u and v that remain
  /// without the reaction enter by the factors 1 − F and 1 − F − k: this takes fewer operations and
  /// fewer registers.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Values<2, Real> update(const Neighbourhood<2, Real>& n,
                                                     const Values<2, Real>& /*older*/,
                                                     const ConstantsOf<Real>& constants) {
    const Real u = n[0].centre;
    const Real v = n[1].centre;
    const Real appetite = core::choose(v * v < Real(1.0F), v * v, Real(1.0F));
    const Real eaten = u * appetite;
    return {core::fma(constants.spread_u, laplacian(n[0]),
                      core::fma(constants.keep_u, u, constants.feed - eaten)),
            core::fma(constants.spread_v, laplacian(n[1]), core::fma(constants.keep_v, v, eaten))};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
};

}  // namespace heatwave::field
