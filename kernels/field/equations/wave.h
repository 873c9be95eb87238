// The wave equation u_tt = c²(u_xx + u_yy) is solved by leapfrog steps, which are stable while c² ≤
// 1/2.
#pragma once

#include <span>

#include "kernels/core/real.h"
#include "kernels/field/equation.h"
#include "kernels/field/leaving_waves.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct Wave {
  static constexpr int kComponents = 1;
  static constexpr int kStepsBack = 1;
  static constexpr bool kAbsorbs = true;

  template <typename Real>
  struct ConstantsOf {
    Real coefficient;  ///< c²·(1 − damping/2), with c in cells per step
    Real keep;         ///< 1 − damping: the part of a cell's velocity that remains after a step
  };
  using Constants = ConstantsOf<float>;

  /// Returns the constants in a medium that waves cross more slowly, as light crosses glass. The
  /// factor multiplies c².
  template <typename Real>
  HEATWAVE_HOST_DEVICE static ConstantsOf<Real> in_medium(const Constants& constants, Real factor) {
    return {.coefficient = constants.coefficient * factor, .keep = constants.keep};
  }

  /// Updates one cell. Without damping the result is 2u − older + c²·laplacian. Damping acts on the
  /// mean of the velocities before and after the step, which scales c² as in Constants and keeps
  /// every damped wave stable up to the undamped limit of c².
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Values<1, Real> update(const Neighbourhood<1, Real>& n,
                                                     const Values<1, Real>& older,
                                                     const ConstantsOf<Real>& constants) {
    const Real u = n[0].centre;
    return {core::fma(constants.coefficient, laplacian(n[0]),
                      core::fma(constants.keep, u - older[0], u))};
  }

  /// Returns the speed at which waves leave through an absorbing edge, in cells per step.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Real edge_speed(const ConstantsOf<Real>& constants) {
    return core::square_root(constants.coefficient);
  }

  /// Updates a cell on an absorbing edge (see leave_by_edge()). `n` has the inner neighbour on both
  /// sides across the edge, and `speed` is edge_speed().
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Values<1, Real> update_absorbing(const Neighbourhood<1, Real>& n,
                                                               const Values<1, Real>& older,
                                                               const ConstantsOf<Real>& constants,
                                                               Real speed,
                                                               const Values<1, Real>& along,
                                                               int sides, Values<1, Real>& psi) {
    return {leave_by_edge(constants.coefficient, speed, update(n, older, constants)[0], older[0],
                          along[0], sides, psi[0])};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
};

}  // namespace heatwave::field
