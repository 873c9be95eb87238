// FitzHugh and Nagumo's nerve: u_t = D·Δu + r·(u·(1 − u)·(u − a) − v), v_t = ε·(u − γ·v). Pulses
// of u run through a medium at rest and leave it tired, v, for a while; they annihilate where they
// meet.
#pragma once

#include <span>

#include "kernels/core/fma.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct FitzHughNagumo {
  static constexpr int kComponents = 2;
  static constexpr int kStepsBack = 0;
  static constexpr bool kAbsorbs = false;

  struct Constants {
    float spread;     ///< D
    float rate;       ///< r
    float threshold;  ///< a
    float recovery;   ///< ε
    float decay;      ///< ε·γ
  };

  /// Pulses run at another pace there: tissue that conducts better or worse.
  HEATWAVE_HOST_DEVICE static Constants in_medium(Constants constants, float factor) {
    constants.spread *= factor;
    return constants;
  }

  /// The cell update. (1 − u)·(u − a) counts no less than −2, which is beyond all that pulses
  /// reach: so whatever is painted falls back and nothing blows up.
  HEATWAVE_HOST_DEVICE static Values<2> update(const Neighbourhood<2>& n,
                                               const Values<2>& /*older*/,
                                               const Constants& constants) {
    const float u = n[0].centre;
    const float v = n[1].centre;
    const float growth = (1.0F - u) * (u - constants.threshold);
    const float bounded = growth > -2.0F ? growth : -2.0F;
    const float reacted = core::fma(constants.rate, core::fma(u, bounded, -v), u);
    return {core::fma(constants.spread, laplacian(n[0]), reacted),
            core::fma(constants.recovery, u, core::fma(-constants.decay, v, v))};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
  static void step_rows(const RowJob<kComponents>& job, const Constants& constants);
};

}  // namespace heatwave::field
