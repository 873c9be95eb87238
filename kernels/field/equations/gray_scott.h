// Gray and Scott's reaction: u_t = Du·Δu − u·v² + F·(1 − u), v_t = Dv·Δv + u·v² − (F + k)·v.
#pragma once

#include <span>

#include "kernels/core/fma.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct GrayScott {
  static constexpr int kComponents = 2;
  static constexpr int kStepsBack = 0;
  static constexpr bool kAbsorbs = false;

  struct Constants {
    float spread_u;  ///< Du
    float spread_v;  ///< Dv
    float feed;      ///< F
    float keep_u;    ///< 1 − F
    float keep_v;    ///< 1 − F − k
  };

  /// Returns the constants in a medium: both substances diffuse faster or slower there.
  HEATWAVE_HOST_DEVICE static Constants in_medium(Constants constants, float factor) {
    constants.spread_u *= factor;
    constants.spread_v *= factor;
    return constants;
  }

  /// Updates one cell. v² is clamped to 1: a step uses up no more of u than there is, so no painted
  /// value grows without bound. In patterns v stays well below 1. The parts of u and v that remain
  /// without the reaction enter by the factors 1 − F and 1 − F − k: this takes fewer operations and
  /// fewer registers.
  HEATWAVE_HOST_DEVICE static Values<2> update(const Neighbourhood<2>& n,
                                               const Values<2>& /*older*/,
                                               const Constants& constants) {
    const float u = n[0].centre;
    const float v = n[1].centre;
    const float appetite = v * v < 1.0F ? v * v : 1.0F;
    const float eaten = u * appetite;
    return {core::fma(constants.spread_u, laplacian(n[0]),
                      core::fma(constants.keep_u, u, constants.feed - eaten)),
            core::fma(constants.spread_v, laplacian(n[1]), core::fma(constants.keep_v, v, eaten))};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
  static void step_rows(const RowJob<kComponents>& job, const Constants& constants);
};

}  // namespace heatwave::field
