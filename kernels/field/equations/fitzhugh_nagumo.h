// FitzHugh and Nagumo's model of a nerve: u_t = D·Δu + r·(u·(1 − u)·(u − a) − v), v_t = ε·(u −
// γ·v). Pulses of u run through an excitable medium. Behind a pulse v is high and the medium cannot
// be excited for a while. Pulses annihilate where they meet.
#pragma once

#include <span>

#include "kernels/core/real.h"
#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct FitzHughNagumo {
  static constexpr int kComponents = 2;
  static constexpr int kStepsBack = 0;
  static constexpr bool kAbsorbs = false;

  template <typename Real>
  struct ConstantsOf {
    Real spread;     ///< D
    Real rate;       ///< r
    Real threshold;  ///< a
    Real recovery;   ///< ε
    Real decay;      ///< ε·γ
  };
  using Constants = ConstantsOf<float>;

  /// Returns the constants in a medium: pulses run faster or slower there, as in tissue that
  /// conducts better or worse.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static ConstantsOf<Real> in_medium(const Constants& constants, Real factor) {
    return {.spread = constants.spread * factor,
            .rate = constants.rate,
            .threshold = constants.threshold,
            .recovery = constants.recovery,
            .decay = constants.decay};
  }

  /// Updates one cell. (1 − u)·(u − a) is clamped to at least −2, which no pulse reaches: any
  /// painted value falls back and none grows without bound.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Values<2, Real> update(const Neighbourhood<2, Real>& n,
                                                     const Values<2, Real>& /*older*/,
                                                     const ConstantsOf<Real>& constants) {
    const Real u = n[0].centre;
    const Real v = n[1].centre;
    const Real growth = (1.0F - u) * (u - constants.threshold);
    const Real bounded = core::choose(growth > Real(-2.0F), growth, Real(-2.0F));
    const Real reacted = core::fma(constants.rate, core::fma(u, bounded, -v), u);
    return {core::fma(constants.spread, laplacian(n[0]), reacted),
            core::fma(constants.recovery, u, core::fma(-constants.decay, v, v))};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
};

}  // namespace heatwave::field
