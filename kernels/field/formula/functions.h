// The functions of formulas, written once for floats and vectors of floats, on CPUs and GPUs. They
// consist of additions, multiplications, fused multiply-adds, divisions, square roots and integer
// operations, all of which are rounded alike everywhere, so that all processors give the same bits.
// README.md has their largest errors.
#pragma once

#ifndef __CUDACC_RTC__
#include <cstdint>
#include <cstring>
#endif

#include "kernels/core/real.h"
#ifndef __CUDACC__
#include "kernels/core/lanes.h"
#endif

namespace heatwave::field::formula {

/// The bits of a float, or of each lane of a vector.
template <typename Real>
struct BitsOf;

template <>
struct BitsOf<float> {
  using Bits = std::uint32_t;
  HEATWAVE_HOST_DEVICE static Bits of(float x) {
    Bits bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
  }
  HEATWAVE_HOST_DEVICE static float real(Bits bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  HEATWAVE_HOST_DEVICE static bool has(Bits bits, Bits wanted) { return (bits & wanted) != 0; }
};

#ifndef __CUDACC__
template <int kLanes>
struct BitsOf<core::Lanes<kLanes>> {
  using Real = core::Lanes<kLanes>;
  using Bits = typename core::VectorOf<std::uint32_t, kLanes>::Type;
  [[gnu::always_inline]] static Bits of(Real x) { return Bits(x.of); }
  [[gnu::always_inline]] static Real real(Bits bits) { return typename Real::Vector(bits); }
  [[gnu::always_inline]] static core::LaneMask<kLanes> has(Bits bits, std::uint32_t wanted) {
    return {(bits & wanted) != 0};
  }
};
#endif

template <typename Real>
HEATWAVE_HOST_DEVICE typename BitsOf<Real>::Bits bits_of(Real x) {
  return BitsOf<Real>::of(x);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real real_of(typename BitsOf<Real>::Bits bits) {
  return BitsOf<Real>::real(bits);
}

template <typename Real>
HEATWAVE_HOST_DEVICE Real absolute(Real x) {
  return real_of<Real>(bits_of(x) & 0x7FFFFFFFU);
}
/// Returns x with the sign of `sign` multiplied in.
template <typename Real>
HEATWAVE_HOST_DEVICE Real with_sign(Real x, Real sign) {
  return real_of<Real>(bits_of(x) ^ (bits_of(sign) & 0x80000000U));
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real not_a_number() {
  return real_of<Real>(bits_of(Real(0.0F)) | 0x7FC00000U);
}

HEATWAVE_HOST_DEVICE float infinite() { return BitsOf<float>::real(0x7F800000U); }

/// A float of this size has no digits after the point left: its last bits count the wholes of a
/// number that is added to it.
inline constexpr float kWholes = 12582912.0F;  // 1.5·2²³
inline constexpr std::uint32_t kWholesBits = 0x4B400000U;

/// Returns 2ᵏ for k from −126 to 127, in two's complement.
template <typename Real>
HEATWAVE_HOST_DEVICE Real power_of_two(typename BitsOf<Real>::Bits k) {
  return real_of<Real>((k + 127U) << 23U);
}

/// Returns e^(x + more), for a small `more`.
template <typename Real>
HEATWAVE_HOST_DEVICE Real exp_of_two(Real x, Real more) {
  constexpr float kLowest = -87.33654F;  // below it e^x is below 2⁻¹²⁶
  constexpr float kHighest = 88.72283F;  // beyond it e^x is infinite
  const Real low = core::choose(x < Real(kLowest), Real(kLowest), x);
  const Real c = core::choose(low > Real(kHighest), Real(kHighest), low);
  const Real wholes = core::fma(c, Real(1.44269504F), Real(kWholes));
  const Real n = wholes - Real(kWholes);
  Real r = core::fma(n, Real(-0.693145752F), c);
  r = core::fma(n, Real(-1.42860677e-6F), r);
  r = r + more;
  Real p = core::fma(r, Real(1.38888889e-3F), Real(8.33333333e-3F));
  p = core::fma(p, r, Real(0.0416666667F));
  p = core::fma(p, r, Real(0.166666667F));
  p = core::fma(p, r, Real(0.5F));
  p = core::fma(p, r, Real(1.0F));
  p = core::fma(p, r, Real(1.0F));
  const auto k = bits_of(wholes) - kWholesBits;
  const auto half = ((k + 512U) >> 1U) - 256U;  // rounded down, as 2ᵏ itself may be no float
  const Real y = p * power_of_two<Real>(half) * power_of_two<Real>(k - half);
  const Real at_least = core::choose(x < Real(kLowest), Real(0.0F), y);
  return core::choose(x > Real(kHighest), Real(infinite()), at_least);
}

template <typename Real>
HEATWAVE_HOST_DEVICE Real exp(Real x) {
  return exp_of_two(x, Real(0.0F));
}

/// An angle as quarters of a turn and a rest of at most an eighth of one.
template <typename Real>
struct Angle {
  Real rest;
  typename BitsOf<Real>::Bits quarters;
};

/// Angles from here on are reduced by all digits of 2/π.
inline constexpr float kLargeAngle = 48039.0F;

/// Reduces a large angle. Precondition: it is finite and not below kLargeAngle.
HEATWAVE_HOST_DEVICE Angle<float> reduced_large(float x) {
  // 2/π in binary digits, after 32 zeros
  constexpr std::uint32_t kDigits[8] = {0U,          0xA2F9836EU, 0x4E441529U, 0xFC2757D1U,
                                        0xF534DDC0U, 0xDB629599U, 0x3C439041U, 0xFE5163ABU};
  const std::uint32_t bits = BitsOf<float>::of(x);
  const std::uint64_t mantissa = (bits & 0x7FFFFFU) | 0x800000U;
  // x = mantissa·2^(place − 180). Digits before the place give whole turns.
  const std::uint32_t place = ((bits >> 23U) & 0xFFU) - 120U;
  const std::uint32_t word = place >> 5U;
  const std::uint32_t shift = place & 31U;
  std::uint64_t digits[3];
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint64_t two = (std::uint64_t{kDigits[word + i]} << 32U) | kDigits[word + i + 1];
    digits[i] = (two >> (32U - shift)) & 0xFFFFFFFFU;
  }
  const std::uint64_t low = mantissa * digits[2];
  const std::uint64_t middle = mantissa * digits[1] + (low >> 32U);
  const std::uint64_t high = mantissa * digits[0] + (middle >> 32U);
  // The product modulo four quarters, in 2⁻⁹⁴ quarters: two digits of quarters, then the rest
  const std::uint64_t top = (high << 32U) | (middle & 0xFFFFFFFFU);
  std::uint32_t quarters = static_cast<std::uint32_t>(top >> 62U);
  const std::uint64_t rest = (top << 2U) | ((low & 0xFFFFFFFFU) >> 30U);
  if ((rest >> 63U) != 0) ++quarters;                  // the rest is negative, in two's complement
  constexpr double kQuarter = 8.5153039502163876e-20;  // π/2·2⁻⁶⁴
  const auto angle =
      static_cast<float>(static_cast<double>(static_cast<std::int64_t>(rest)) * kQuarter);
  const bool is_negative = (bits >> 31U) != 0;
  return {is_negative ? -angle : angle, is_negative ? 0U - quarters : quarters};
}

template <typename Real>
HEATWAVE_HOST_DEVICE Angle<Real> reduced_small(Real x) {
  const Real wholes = core::fma(x, Real(0.636619772F), Real(kWholes));
  const Real n = wholes - Real(kWholes);
  Real r = core::fma(n, Real(-1.57079601F), x);
  r = core::fma(n, Real(-3.13916473e-7F), r);
  r = core::fma(n, Real(-5.3903025e-15F), r);
  return {r, bits_of(wholes)};
}

/// Infinite angles have no rest that is a number.
HEATWAVE_HOST_DEVICE Angle<float> reduced(float x) {
  const float size = absolute(x);
  if (size < kLargeAngle) return reduced_small(x);
  if (size < infinite()) return reduced_large(x);
  return {not_a_number<float>(), 0U};
}

#ifndef __CUDACC__
template <int kLanes>
[[gnu::always_inline]] inline Angle<core::Lanes<kLanes>> reduced(core::Lanes<kLanes> x) {
  using Real = core::Lanes<kLanes>;
  Angle<Real> angle = reduced_small(x);
  const auto is_small = absolute(x) < Real(kLargeAngle);
  bool any_large = false;
  for (int i = 0; i < kLanes; ++i) any_large = any_large || is_small.of[i] == 0;
  if (!any_large) return angle;
  for (int i = 0; i < kLanes; ++i) {
    if (is_small.of[i] != 0) continue;
    const Angle<float> one = reduced(x.of[i]);
    angle.rest.of[i] = one.rest;
    angle.quarters[i] = one.quarters;
  }
  return angle;
}
#endif

/// The sine and cosine of an angle of at most an eighth of a turn.
template <typename Real>
HEATWAVE_HOST_DEVICE Real sine_near_zero(Real r) {
  const Real s = r * r;
  Real a = core::fma(s, Real(-1.95152959e-4F), Real(8.33216087e-3F));
  a = core::fma(a, s, Real(-0.166666546F));
  return core::fma(a * s, r, r);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real cosine_near_zero(Real r) {
  const Real s = r * r;
  Real b = core::fma(s, Real(2.44331571e-5F), Real(-1.38873162e-3F));
  b = core::fma(b, s, Real(0.0416666456F));
  b = core::fma(b, s, Real(-0.5F));
  return core::fma(b, s, Real(1.0F));
}
/// Returns the sine of an angle and `more` quarters of a turn.
template <typename Real>
HEATWAVE_HOST_DEVICE Real sine_of(const Angle<Real>& angle, std::uint32_t more) {
  const auto quarters = angle.quarters + more;
  const Real y = core::choose(BitsOf<Real>::has(quarters, 1U), cosine_near_zero(angle.rest),
                              sine_near_zero(angle.rest));
  return core::choose(BitsOf<Real>::has(quarters, 2U), -y, y);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real sin(Real x) {
  return sine_of(reduced(x), 0U);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real cos(Real x) {
  return sine_of(reduced(x), 1U);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real tan(Real x) {
  const Angle<Real> angle = reduced(x);
  const Real s = sine_near_zero(angle.rest);
  const Real c = cosine_near_zero(angle.rest);
  const auto is_odd = BitsOf<Real>::has(angle.quarters, 1U);
  return core::choose(is_odd, -c, s) / core::choose(is_odd, s, c);
}

template <typename Real>
HEATWAVE_HOST_DEVICE Real tanh(Real x) {
  const Real a = absolute(x);
  const Real s = x * x;
  Real p = core::fma(s, Real(-5.70498872e-3F), Real(2.06390887e-2F));
  p = core::fma(p, s, Real(-5.37397155e-2F));
  p = core::fma(p, s, Real(0.133314422F));
  p = core::fma(p, s, Real(-0.333332819F));
  p = core::fma(p * s, x, x);
  const Real y = Real(1.0F) - Real(2.0F) / (exp(a + a) + Real(1.0F));
  return core::choose(a < Real(0.625F), p, with_sign(y, x));
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real cosh(Real x) {
  const Real a = absolute(x);
  const Real e = exp(a);
  const Real root = exp(Real(0.5F) * a);  // e itself is infinite before its half is
  return core::choose(a < Real(88.0F), Real(0.5F) * (e + Real(1.0F) / e), Real(0.5F) * root * root);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real sinh(Real x) {
  const Real a = absolute(x);
  const Real s = x * x;
  Real p = core::fma(s, Real(2.75573192e-6F), Real(1.98412698e-4F));
  p = core::fma(p, s, Real(8.33333333e-3F));
  p = core::fma(p, s, Real(0.166666667F));
  p = core::fma(p * s, x, x);
  const Real e = exp(a);
  const Real root = exp(Real(0.5F) * a);
  const Real y =
      core::choose(a < Real(88.0F), Real(0.5F) * (e - Real(1.0F) / e), Real(0.5F) * root * root);
  return core::choose(a < Real(1.0F), p, with_sign(y, x));
}

/// A positive number as 2^exponent·(1 + rest), with the rest from −1/3 to 1/3.
template <typename Real>
struct Scaled {
  Real exponent;
  Real rest;
};
template <typename Real>
HEATWAVE_HOST_DEVICE Scaled<Real> scaled(Real x) {
  const auto bits = bits_of(x);
  const auto exponent = ((bits - 0x3F2AAAABU + 0x80000000U) >> 23U) - 256U;
  return {real_of<Real>(exponent + kWholesBits) - Real(kWholes),
          real_of<Real>(bits - (exponent << 23U)) - Real(1.0F)};
}

/// Returns `y` for positive finite x, and the limits of a logarithm elsewhere.
template <typename Real>
HEATWAVE_HOST_DEVICE Real logarithm_or(Real x, Real y) {
  const Real infinity(infinite());
  const Real finite = core::choose(x < infinity, y, x);
  const Real none = core::choose(x < Real(0.0F), not_a_number<Real>(), -infinity);
  const Real limit = core::choose(x > Real(0.0F), finite, none);
  return core::choose(x == x, limit, x);
}
template <typename Real>
HEATWAVE_HOST_DEVICE Real log(Real x) {
  const Scaled<Real> at = scaled(x);
  const Real m = at.rest;
  Real p = core::fma(m, Real(-0.130310059F), Real(0.140869141F));
  p = core::fma(p, m, Real(-0.121483155F));
  p = core::fma(p, m, Real(0.139814854F));
  p = core::fma(p, m, Real(-0.166846126F));
  p = core::fma(p, m, Real(0.200120345F));
  p = core::fma(p, m, Real(-0.249996200F));
  p = core::fma(p, m, Real(0.333331972F));
  p = core::fma(p, m, Real(-0.5F));
  return logarithm_or(x, core::fma(at.exponent, Real(0.693147182F), core::fma(p * m, m, m)));
}

/// The sum of two floats, which has twice the digits.
template <typename Real>
struct TwoFloats {
  Real high;
  Real low;
};
/// Returns a + b exactly. Precondition: |a| ≥ |b|, or a is 0.
template <typename Real>
HEATWAVE_HOST_DEVICE TwoFloats<Real> exact_sum(Real a, Real b) {
  const Real sum = a + b;
  return {sum, b - (sum - a)};
}
template <typename Real>
HEATWAVE_HOST_DEVICE TwoFloats<Real> exact_product(Real a, Real b) {
  const Real product = a * b;
  return {product, core::fma(a, b, -product)};
}

/// Returns log(x) for positive finite x, by log(1 + m) = 2·artanh(m/(2 + m)).
template <typename Real>
HEATWAVE_HOST_DEVICE TwoFloats<Real> precise_log(Real x) {
  const Scaled<Real> at = scaled(x);
  const TwoFloats<Real> below = exact_sum(Real(2.0F), at.rest);
  const Real s = at.rest / below.high;
  const Real s_low = (core::fma(-s, below.high, at.rest) - s * below.low) / below.high;
  const TwoFloats<Real> square = exact_product(s, s);
  const Real square_low = core::fma(Real(2.0F) * s, s_low, square.low);
  Real q = core::fma(square.high, Real(0.181818182F), Real(0.222222222F));
  q = core::fma(q, square.high, Real(0.285714286F));
  q = core::fma(q, square.high, Real(0.4F));
  // The factor of s³ is 2/3 + q·s².
  const TwoFloats<Real> factor = exact_sum(Real(0.666666687F), q * square.high);
  const Real factor_low = factor.low + Real(-1.98682151e-8F);
  const TwoFloats<Real> cube = exact_product(square.high, s);
  const Real cube_low = cube.low + core::fma(square.high, s_low, square_low * s);
  const TwoFloats<Real> tail = exact_product(cube.high, factor.high);
  const Real tail_low = tail.low + core::fma(cube.high, factor_low, cube_low * factor.high);
  const TwoFloats<Real> inner = exact_sum(Real(2.0F) * s, tail.high);
  const Real inner_low = inner.low + core::fma(Real(2.0F), s_low, tail_low);
  // The first part of log 2 has so few digits that its product with the exponent is exact.
  const TwoFloats<Real> sum = exact_sum(at.exponent * Real(0.693145752F), inner.high);
  const Real low = sum.low + core::fma(at.exponent, Real(1.42860677e-6F), inner_low);
  return exact_sum(sum.high, low);
}

/// Returns x^y. Negative numbers have powers with whole exponents only.
template <typename Real>
HEATWAVE_HOST_DEVICE Real power(Real x, Real y) {
  const Real infinity(infinite());
  const Real zero(0.0F);
  const Real one(1.0F);
  const Real size = absolute(x);
  const TwoFloats<Real> log_size = precise_log(size);
  const Real high = y * log_size.high;
  const Real low = core::fma(y, log_size.low, core::fma(y, log_size.high, -high));
  Real result = exp_of_two(high, core::choose(absolute(high) < Real(1000.0F), low, zero));
  const Real of_zero = core::choose(y < zero, infinity, zero);
  const Real of_infinity = core::choose(y < zero, zero, infinity);
  result = core::choose(size > zero, result, of_zero);
  result = core::choose(size < infinity, result, of_infinity);
  // For x below 0, the power exists only if y is whole, and is negative if y is odd.
  const Real exponent = absolute(y);
  constexpr float kNoFraction = 8388608.0F;  // 2²³: from here on all floats are whole
  const Real shifted = exponent + Real(kNoFraction);
  const auto is_short = exponent < Real(kNoFraction);
  const Real whole = core::choose(is_short, shifted - Real(kNoFraction), exponent);
  const Real last_digits = core::choose(is_short, shifted, exponent);
  const Real odd = core::choose(BitsOf<Real>::has(bits_of(last_digits), 1U), one, zero);
  const Real is_odd = core::choose(exponent < Real(16777216.0F), odd, zero);
  const Real of_whole = core::choose(is_odd > zero, -result, result);
  const Real of_negative = core::choose(whole == exponent, of_whole, not_a_number<Real>());
  result = core::choose(x < zero, of_negative, result);
  result = core::choose(x == x, result, x);
  result = core::choose(y == y, result, y);
  return core::choose(y == zero, one, result);
}

/// Returns the largest whole number that is not above x. Precondition: |x| < 2²².
template <typename Real>
HEATWAVE_HOST_DEVICE Real rounded_down(Real x) {
  const Real nearest = (x + Real(kWholes)) - Real(kWholes);
  return nearest - core::choose(nearest > x, Real(1.0F), Real(0.0F));
}
/// Returns a modulo b, with the sign of b; 0 where a has more than 2²² periods.
template <typename Real>
HEATWAVE_HOST_DEVICE Real modulo(Real a, Real b) {
  const Real zero(0.0F);
  const Real periods = a / b;
  const Real rest = core::fma(-rounded_down(periods), b, a);
  // The quotient was rounded, so that the rest may lie beyond an end.
  const Real past = with_sign(rest, b);
  const Real size = absolute(b);
  const Real raised = core::choose(past < zero, rest + b, rest);
  const Real result = core::choose(past < size, raised, rest - b);
  const Real few = core::choose(absolute(periods) < Real(4194304.0F), result, zero);
  return core::choose(periods == periods, few, periods);
}

/// Chance depends on the step and the stream of numbers by these keys, and on the cell.
struct NoiseKey {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

template <typename Bits>
HEATWAVE_HOST_DEVICE Bits mixed(Bits x) {
  x ^= x >> 16U;
  x *= 0x7FEB352DU;
  x ^= x >> 15U;
  x *= 0x846CA68BU;
  x ^= x >> 16U;
  return x;
}
/// Returns bits that look random for each index of a cell.
template <typename Key, typename Bits>
HEATWAVE_HOST_DEVICE Bits random_bits(const Key& key, Bits cell) {
  return mixed(mixed(cell ^ key.first) + key.second);
}
/// Returns a number from 1 up to 2.
template <typename Real>
HEATWAVE_HOST_DEVICE Real one_to_two(typename BitsOf<Real>::Bits random) {
  return real_of<Real>((random >> 9U) | 0x3F800000U);
}
/// Returns a number from −1 up to 1.
template <typename Real, typename Key = NoiseKey>
HEATWAVE_HOST_DEVICE Real noise(const Key& key, typename BitsOf<Real>::Bits cell) {
  return core::fma(one_to_two<Real>(random_bits(key, cell)), Real(2.0F), Real(-3.0F));
}
/// Returns a normal number of variance 1, by Box and Muller.
template <typename Real, typename Key = NoiseKey>
HEATWAVE_HOST_DEVICE Real normal_noise(const Key& key, typename BitsOf<Real>::Bits cell) {
  const auto random = random_bits(key, cell);
  const Real part = Real(2.0F) - one_to_two<Real>(random);
  const Real turn =
      core::fma(one_to_two<Real>(mixed(random ^ 0x9E3779B9U)), Real(2.0F), Real(-3.0F));
  return core::square_root(Real(-2.0F) * log(part)) * cos(Real(3.14159274F) * turn);
}

}  // namespace heatwave::field::formula
