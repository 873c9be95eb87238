// The operations of a program, written once for all types of values: vectors of floats, and the
// values that machine code is made from.
#pragma once

#include "kernels/field/formula/functions.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

template <Op kOp, typename Real>
[[gnu::always_inline]] inline Real unary(Real a) {
  if constexpr (kOp == Op::negate) return -a;
  if constexpr (kOp == Op::absolute) return absolute(a);
  if constexpr (kOp == Op::square_root) return core::square_root(a);
  if constexpr (kOp == Op::exp) return formula::exp(a);
  if constexpr (kOp == Op::log) return formula::log(a);
  if constexpr (kOp == Op::sin) return formula::sin(a);
  if constexpr (kOp == Op::cos) return formula::cos(a);
  if constexpr (kOp == Op::tan) return formula::tan(a);
  if constexpr (kOp == Op::sinh) return formula::sinh(a);
  if constexpr (kOp == Op::cosh) return formula::cosh(a);
  if constexpr (kOp == Op::tanh) return formula::tanh(a);
}

template <Op kOp, typename Real>
[[gnu::always_inline]] inline Real binary(Real a, Real b) {
  const Real one(1.0F);
  const Real zero(0.0F);
  if constexpr (kOp == Op::add) return a + b;
  if constexpr (kOp == Op::subtract) return a - b;
  if constexpr (kOp == Op::multiply) return a * b;
  if constexpr (kOp == Op::divide) return a / b;
  if constexpr (kOp == Op::minimum) return core::choose(a < b, a, b);
  if constexpr (kOp == Op::maximum) return core::choose(a > b, a, b);
  if constexpr (kOp == Op::less) return core::choose(a < b, one, zero);
  if constexpr (kOp == Op::less_equal) return core::choose(a <= b, one, zero);
  if constexpr (kOp == Op::equal) return core::choose(a == b, one, zero);
  if constexpr (kOp == Op::not_equal) return core::choose(a == b, zero, one);
  if constexpr (kOp == Op::power) return formula::power(a, b);
  if constexpr (kOp == Op::modulo) return formula::modulo(a, b);
}

template <Op kOp, typename Real>
[[gnu::always_inline]] inline Real ternary(Real a, Real b, Real c) {
  if constexpr (kOp == Op::fma) return core::fma(a, b, c);
  if constexpr (kOp == Op::fnma) return core::fma(-a, b, c);
  if constexpr (kOp == Op::fms) return core::fma(a, b, -c);
  if constexpr (kOp == Op::choose) return core::choose(a == Real(0.0F), c, b);
}

/// The first operation that computes something from values; those after it do so, too.
inline constexpr auto kFirstOperation = static_cast<std::size_t>(Op::negate);
/// Numbers of operands, from kFirstOperation on.
inline constexpr int kOperandsOf[] = {1, 2, 2, 2, 2, 3, 3, 3, 2, 2, 2, 2, 2, 2,
                                      3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2};
static_assert(std::size(kOperandsOf) == static_cast<std::size_t>(Op::modulo) + 1 - kFirstOperation);

}  // namespace heatwave::field::formula
