// The functions of formulas are compared here with the C library's in long double.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/core/denormals.h"
#include "kernels/field/formula/functions.h"

namespace heatwave::field::formula {

struct MeasuredFunction {
  const char* name;
  float (*own)(float);
  long double (*exact)(long double);
  double bound;  ///< largest error, in units of the last place
};

inline std::vector<MeasuredFunction> measured_functions() {
  return {
      {"exp", [](float x) { return exp(x); }, [](long double x) { return std::exp(x); }, 2.7},
      {"log", [](float x) { return log(x); }, [](long double x) { return std::log(x); }, 0.85},
      {"sin", [](float x) { return sin(x); }, [](long double x) { return std::sin(x); }, 1.6},
      {"cos", [](float x) { return cos(x); }, [](long double x) { return std::cos(x); }, 1.6},
      {"tan", [](float x) { return tan(x); }, [](long double x) { return std::tan(x); }, 3.3},
      {"sinh", [](float x) { return sinh(x); }, [](long double x) { return std::sinh(x); }, 4.0},
      {"cosh", [](float x) { return cosh(x); }, [](long double x) { return std::cosh(x); }, 4.0},
      {"tanh", [](float x) { return tanh(x); }, [](long double x) { return std::tanh(x); }, 1.6}};
}

struct WorstError {
  double error = 0.0;
  float at = 0.0F;
};

/// Returns the distance of a result from the exact one, in units of the last place of a float.
/// Small results that count as 0 are right.
inline double error_of(float result, long double exact) {
  constexpr long double kSmallest = std::numeric_limits<float>::min();
  constexpr long double kLargest = std::numeric_limits<float>::max();
  if (std::isnan(exact)) return std::isnan(result) ? 0.0 : 1e9;
  if (std::abs(exact) < kSmallest)
    return std::abs(result) <= std::numeric_limits<float>::min() ? 0.0 : 1e9;
  if (std::abs(exact) > kLargest)
    return std::isinf(result) || std::abs(result) > 3.4e38F ? 0.0 : 1e9;
  int exponent = 0;
  (void)std::frexp(static_cast<double>(exact), &exponent);
  const double error = static_cast<double>(std::abs(static_cast<long double>(result) - exact)) /
                       std::ldexp(1.0, exponent - 24);
  return std::isnan(error) ? 1e9 : error;
}

/// Tries every `stride`-th float from the one with the bits `first` on. Denormals are left out.
inline WorstError worst_error(const MeasuredFunction& function, std::uint32_t first,
                              std::uint32_t stride) {
  WorstError worst;
  for (std::uint64_t bits = first; bits <= 0xFFFFFFFFU; bits += stride) {
    const float x = real_of<float>(static_cast<std::uint32_t>(bits));
    if (!std::isfinite(x) || std::abs(x) < std::numeric_limits<float>::min()) continue;
    float result = 0.0F;
    {
      const core::FlushDenormals here;
      result = function.own(x);
    }
    const double error = error_of(result, function.exact(x));
    if (error > worst.error) worst = {error, x};
  }
  return worst;
}

}  // namespace heatwave::field::formula
