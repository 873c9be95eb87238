// The heat equation u_t = α(u_xx + u_yy) by explicit steps: stable while α ≤ 1/4.
#pragma once

#include <span>

#include "kernels/field/equation.h"
#include "kernels/field/neighbours.h"
#include "kernels/field/row_job.h"

namespace heatwave::field {

struct Heat {
  static constexpr bool kUsesOlder = false;
  static constexpr bool kAbsorbs = false;

  struct Constants {
    float coefficient;  ///< α
  };

  /// The cell update. `k` is α times the cell's medium factor.
  HEATWAVE_HOST_DEVICE static float update(const Neighbours& n, float /*older*/, float k,
                                           const Constants& /*constants*/) {
    return fmaf(k, laplacian(n), n.centre);
  }

  static EquationInfo info();
  static Constants constants(std::span<const double> parameters);
  static void step_plain(const RowJob& row, const Constants& constants, int begin, int end);
  static void step_special(const RowJob& row, const Constants& constants, int begin, int end);
};

}  // namespace heatwave::field
