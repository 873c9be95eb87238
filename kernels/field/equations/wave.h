// The wave equation u_tt = c²(u_xx + u_yy) by leapfrog steps: stable while c² ≤ 1/2.
#pragma once

#include <span>

#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"
#include "kernels/field/row_job.h"

namespace heatwave::field {

struct Wave {
  static constexpr bool kUsesOlder = true;
  static constexpr bool kAbsorbs = true;

  struct Constants {
    float coefficient;  ///< c²·(1 − damping/2), with c in cells per step
    float keep;         ///< 1 − damping: the part of a cell's velocity that a step leaves
  };

  /// The cell update; equal to 2u − older + c²·laplacian where nothing is damped. `k` is the
  /// coefficient times the cell's medium factor. Damping enters as the mean of the velocities
  /// before and after the step, which scales c² as above and keeps every damped wave stable up to
  /// the same c².
  HEATWAVE_HOST_DEVICE static float update(const Neighbours& n, float older, float k,
                                           const Constants& constants) {
    return fmaf(k, laplacian(n), fmaf(constants.keep, n.centre - older, n.centre));
  }

  /// A cell on an absorbing edge. The neighbour beyond the edge is not there: its value is
  /// eliminated with the one-way wave equation of second order (Engquist and Majda),
  ///   u_t − c·u_inward = ψ,  ψ_t = (c²/2)·u_along,
  /// which reflects ((1 − cos θ)/(1 + cos θ))² of a wave that meets the edge at angle θ. `n` has
  /// the inner neighbour on both sides across the edge; `along` is the second difference along it;
  /// `psi` is this cell's own memory. In a corner (`sides` = 2) the wave leaves along the diagonal.
  HEATWAVE_HOST_DEVICE static float update_absorbing(const Neighbours& n, float older, float k,
                                                     const Constants& constants, float along,
                                                     int sides, float& psi) {
    const float speed = sqrtf(k);
    const float leak = sides == 2 ? speed * 1.41421356F : speed;
    float push = 0.0F;
    if (sides == 1) {
      const float next = fmaf(0.5F * k, along, psi);
      push = speed * (psi + next);
      psi = next;
    }
    const float free = update(n, older, k, constants);
    return fmaf(leak, older, free + push) / (1.0F + leak);
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
  static void step_plain(const RowJob& row, const Constants& constants, int begin, int end);
  static void step_special(const RowJob& row, const Constants& constants, int begin, int end);
};

}  // namespace heatwave::field
