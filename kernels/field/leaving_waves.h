// Waves leave a grid by its absorbing edges: the update of a cell on such an edge.
#pragma once

#include "kernels/core/host_device.h"
#include "kernels/core/real.h"

namespace heatwave::field {

/// Returns the next value of a cell on an absorbing edge. The neighbour beyond the edge is not
/// there: its value is eliminated with the one-way wave equation of second order (Engquist and
/// Majda),
///   u_t − c·u_inward = ψ,  ψ_t = (c²/2)·u_along,
/// which reflects ((1 − cos θ)/(1 + cos θ))² of a wave that meets the edge at angle θ. `k` is c² in
/// cells per step, and `speed` its root; `free` is the cell's next value with the inner neighbour
/// on both sides across the edge; `along` is the second difference along it; `psi` is this cell's
/// own memory. In a corner (`sides` = 2) the wave leaves along the diagonal.
template <typename Real>
HEATWAVE_HOST_DEVICE Real leave_by_edge(Real k, Real speed, Real free, Real older, Real along,
                                        int sides, Real& psi) {
  const Real leak = sides == 2 ? speed * 1.41421356F : speed;
  Real push(0.0F);
  if (sides == 1) {
    const Real next = core::fma(0.5F * k, along, psi);
    push = speed * (psi + next);
    psi = next;
  }
  return core::quotient(core::fma(leak, older, free + push), 1.0F + leak);
}

}  // namespace heatwave::field
