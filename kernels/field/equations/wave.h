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

<<<<<<< HEAD
  /// Returns the speed at which waves leave through an absorbing edge, in cells per step.
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Real edge_speed(const ConstantsOf<Real>& constants) {
    return core::square_root(constants.coefficient);
  }

  /// A cell on an absorbing edge. The neighbour beyond the edge is not there: its value is
  /// eliminated with the one-way wave equation of second order (Engquist and Majda),
  ///   u_t − c·u_inward = ψ,  ψ_t = (c²/2)·u_along,
  /// which reflects ((1 − cos θ)/(1 + cos θ))² of a wave that meets the edge at angle θ. `n` has
  /// the inner neighbour on both sides across the edge; `along` is the second difference along it;
  /// `speed` is edge_speed(); `psi` is this cell's own memory. In a corner (`sides` = 2) the wave
  /// leaves along the diagonal.
=======
  /// Updates a cell on an absorbing edge (see leave_by_edge()). `n` has the inner neighbour on both
  /// sides across the edge.
>>>>>>> formula
  template <typename Real>
  HEATWAVE_HOST_DEVICE static Values<1, Real> update_absorbing(const Neighbourhood<1, Real>& n,
                                                               const Values<1, Real>& older,
                                                               const ConstantsOf<Real>& constants,
                                                               Real speed,
                                                               const Values<1, Real>& along,
                                                               int sides, Values<1, Real>& psi) {
<<<<<<< HEAD
    const Real leak = sides == 2 ? speed * 1.41421356F : speed;
    Real push(0.0F);
    if (sides == 1) {
      const Real next = core::fma(0.5F * constants.coefficient, along[0], psi[0]);
      push = speed * (psi[0] + next);
      psi[0] = next;
    }
    const Real free = update(n, older, constants)[0];
    return {core::quotient(core::fma(leak, older[0], free + push), 1.0F + leak)};
=======
    return {leave_by_edge(constants.coefficient, update(n, older, constants)[0], older[0], along[0],
                          sides, psi[0])};
>>>>>>> formula
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
};

}  // namespace heatwave::field
