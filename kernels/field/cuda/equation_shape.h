// The layout of the kernels' data depends on an equation's shape alone, so that one host stepper
// serves all equations of a shape.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/field/cuda/equation_code.h"

namespace heatwave::field {

/// More constants than any equation has that passes step.
inline constexpr std::size_t kMostPassConstants = 256;

/// It takes the place of an equation where a type is needed for its layout.
template <int kComponentsOf, int kStepsBackOf, bool kAbsorbsOf>
struct EquationShape {
  static constexpr int kComponents = kComponentsOf;
  static constexpr int kStepsBack = kStepsBackOf;
  static constexpr bool kAbsorbs = kAbsorbsOf;

  /// It is at least as long as the constants that kernels of this shape read.
  struct Constants {
    float of[kMostPassConstants];
  };

  static Constants constants(const EquationCode& code, std::span<const double> parameters,
                             float factor = 1.0F) {
    const std::vector<float> all = code.constants(parameters, factor);
    Constants constants{};
    std::copy(all.begin(), all.end(), constants.of);
    return constants;
  }
};

/// Calls `function.template operator()<Shape>()` for the shape of an equation. Returns an empty
/// result if passes do not step such equations.
template <typename Function>
auto with_shape(const EquationCode& code, Function function) {
  const std::size_t components = code.info().components.size();
  const int back = code.info().steps_back;
  const bool absorbs = code.absorbs_in_passes();
  using Result = decltype(function.template operator()<EquationShape<1, 0, false>>());
  if (!code.why_not_in_passes().empty()) return Result{};
  if (components == 1 && back == 0) {
    return function.template operator()<EquationShape<1, 0, false>>();
  }
  if (components == 1 && back == 1) {
    return absorbs ? function.template operator()<EquationShape<1, 1, true>>()
                   : function.template operator()<EquationShape<1, 1, false>>();
  }
  if (components == 2 && back == 0) {
    return function.template operator()<EquationShape<2, 0, false>>();
  }
  return Result{};
}

}  // namespace heatwave::field
