// The heat equation u_t = α(u_xx + u_yy) is solved by explicit steps, which are stable while α ≤
// 1/4.
#pragma once

#include <span>

#include "kernels/core/real.h"
#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct Heat {
  static constexpr int kComponents = 1;
  static constexpr int kStepsBack = 0;
  static constexpr bool kAbsorbs = false;

  template <typename Real>
  struct ConstantsOf {
    Real coefficient;  ///< α
  };
  using Constants = ConstantsOf<float>;

  /// Returns the constants in a medium: heat spreads faster or slower in another metal.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static ConstantsOf<Real> in_medium(const Constants& constants, Real factor) {
    return {.coefficient = constants.coefficient * factor};
  }

  /// Updates one cell.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Values<1, Real> update(const Neighbourhood<1, Real>& n,
                                                     const Values<1, Real>& /*older*/,
                                                     const ConstantsOf<Real>& constants) {
    return {core::fma(constants.coefficient, laplacian(n[0]), n[0].centre)};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
};

}  // namespace heatwave::field
