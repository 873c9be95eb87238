// Real functions are those of the C library; functions of integers follow the CUDA Math API.
#include "kernels/cuda_text/math_functions.h"

#include <bit>
#include <cmath>

#include "kernels/core/fma.h"

namespace heatwave::cuda_text {
namespace {

template <typename Real>
Word real_function(Math function, Real a, Real b, Real c) {
  switch (function) {
    case Math::fused_multiply_add:
      if constexpr (sizeof(Real) == sizeof(float)) return word_of(core::fma(a, b, c));
      return 0;  // the checker refuses it for doubles
    case Math::absolute:
      return word_of(std::abs(a));
    case Math::square_root:
      return word_of(std::sqrt(a));
    case Math::reciprocal_root:
      return word_of(Real{1} / std::sqrt(a));
    case Math::exponential:
      return word_of(std::exp(a));
    case Math::exponential_2:
      return word_of(std::exp2(a));
    case Math::logarithm:
      return word_of(std::log(a));
    case Math::logarithm_2:
      return word_of(std::log2(a));
    case Math::sine:
      return word_of(std::sin(a));
    case Math::cosine:
      return word_of(std::cos(a));
    case Math::tangent:
      return word_of(std::tan(a));
    case Math::hyperbolic_tangent:
      return word_of(std::tanh(a));
    case Math::power:
      return word_of(std::pow(a, b));
    case Math::floor:
      return word_of(std::floor(a));
    case Math::ceiling:
      return word_of(std::ceil(a));
    case Math::truncate:
      return word_of(std::trunc(a));
    case Math::round:
      return word_of(std::round(a));
    case Math::remainder:
      return word_of(std::fmod(a, b));
    case Math::is_nan:
      return std::isnan(a) ? 1 : 0;
    case Math::is_infinite:
      return std::isinf(a) ? 1 : 0;
    default:
      return 0;  // the others take integers
  }
}

Word reversed(Word word, int bits) {
  Word result = 0;
  for (int i = 0; i < bits; ++i) result |= (word >> i & 1U) << (bits - 1 - i);
  return result;
}

Word whole_function(Math function, Scalar scalar, Word a, Word b, Word c) {
  const int bits = 8 * bytes_of(scalar);
  const Word shift = c & 31U;
  switch (function) {
    case Math::absolute:
      return static_cast<std::int64_t>(a) < 0 ? negated(scalar, a) : a;
    case Math::population_count:
      return static_cast<Word>(std::popcount(a));
    case Math::reverse_bits:
      return reversed(a, bits);
    case Math::find_first_set:
      return a == 0 ? 0 : static_cast<Word>(std::countr_zero(a) + 1);
    case Math::leading_zeros:
      return static_cast<Word>(std::countl_zero(a) - (64 - bits));
    case Math::funnel_left:  // the upper word of (b, a) << shift
      return ((b << 32U | a) << shift) >> 32U & 0xFFFFFFFFU;
    case Math::funnel_right:
      return (b << 32U | a) >> shift & 0xFFFFFFFFU;
    case Math::multiply_high: {
      if (!is_signed(scalar)) return (a * b) >> 32U;
      const std::int64_t product = static_cast<std::int64_t>(a) * static_cast<std::int64_t>(b);
      return static_cast<Word>(product >> 32);
    }
    default:
      return 0;
  }
}

}  // namespace

Word result_of(Math function, Scalar scalar, Word a, Word b, Word c) {
  if (scalar == Scalar::float32) {
    return real_function(function, as_float(a), as_float(b), as_float(c));
  }
  if (scalar == Scalar::float64) {
    return real_function(function, std::bit_cast<double>(a), std::bit_cast<double>(b),
                         std::bit_cast<double>(c));
  }
  return whole_function(function, scalar, a, b, c);
}

}  // namespace heatwave::cuda_text
