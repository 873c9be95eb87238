// The heat equation u_t = α(u_xx + u_yy) is solved by explicit steps, which are stable while α ≤
// 1/4.
#pragma once

#include <span>

#include "kernels/core/fma.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field {

struct Heat {
  static constexpr int kComponents = 1;
  static constexpr int kStepsBack = 0;
  static constexpr bool kAbsorbs = false;

  struct Constants {
    float coefficient;  ///< α
  };

  /// Returns the constants in a medium: heat spreads faster or slower in another metal.
  HEATWAVE_HOST_DEVICE static Constants in_medium(Constants constants, float factor) {
    constants.coefficient *= factor;
    return constants;
  }

  /// Updates one cell.
  HEATWAVE_HOST_DEVICE static Values<1> update(const Neighbourhood<1>& n,
                                               const Values<1>& /*older*/,
                                               const Constants& constants) {
    return {core::fma(constants.coefficient, laplacian(n[0]), n[0].centre)};
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
  static void step_rows(const RowJob<kComponents>& job, const Constants& constants);
};

}  // namespace heatwave::field
