// Lanes is a vector of floats that reads like one float: formulas that are written once for any
// real type step one cell or a vector of cells, with equal bits.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "kernels/core/real.h"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace heatwave::core {

#if defined(__SSE2__) && !defined(__FMA__)
/// Does what fma_in_doubles() does, in the lower two lanes.
[[gnu::always_inline]] inline __m128 fma_of_pair(__m128 x, __m128 y, __m128 z) {
  const __m128d product = _mm_mul_pd(_mm_cvtps_pd(x), _mm_cvtps_pd(y));
  const __m128d addend = _mm_cvtps_pd(z);
  const __m128d sum = _mm_add_pd(product, addend);
  const __m128d added = _mm_sub_pd(sum, product);
  const __m128d error =
      _mm_add_pd(_mm_sub_pd(product, _mm_sub_pd(sum, added)), _mm_sub_pd(addend, added));
  const __m128d zero = _mm_setzero_pd();
  const __m128d is_inexact = _mm_or_pd(_mm_cmplt_pd(error, zero), _mm_cmpgt_pd(error, zero));
  const __m128i bits = _mm_castpd_si128(sum);
  // 1 where the last bit has to become odd, and 1 of these where the exact sum is closer to 0
  const __m128i change =
      _mm_and_si128(_mm_andnot_si128(bits, _mm_set1_epi64x(1)), _mm_castpd_si128(is_inexact));
  const __m128i down =
      _mm_and_si128(_mm_srli_epi64(_mm_xor_si128(_mm_castpd_si128(error), bits), 63), change);
  const __m128i odd = _mm_sub_epi64(_mm_add_epi64(bits, change), _mm_add_epi64(down, down));
  return _mm_cvtpd_ps(_mm_castsi128_pd(odd));
}
#endif

/// `Type` is a vector in registers; `Loose` is one in memory, at any address.
template <typename Element, int kLanes>
struct VectorOf {
  using Type [[gnu::vector_size(kLanes * sizeof(Element))]] = Element;
  using Loose [[gnu::vector_size(kLanes * sizeof(Element)), gnu::aligned(alignof(Element)),
                gnu::may_alias]] = Element;
};

/// Each lane is true or false, as the result of a comparison.
template <int kLanes>
struct LaneMask {
  typename VectorOf<std::int32_t, kLanes>::Type of;
};

/// The flags of a vector of cells.
template <int kLanes>
struct LaneFlags {
  using Bits = typename VectorOf<std::uint32_t, kLanes>::Type;
  Bits of;

  [[gnu::always_inline]] static LaneFlags load(const std::uint8_t* from) {
    // GCC has no vector instructions for __builtin_convertvector() of bytes.
    typename VectorOf<std::uint8_t, kLanes>::Type bytes;
    std::memcpy(&bytes, from, sizeof bytes);
#if defined(__AVX512F__)
    if constexpr (kLanes == 16) return {Bits(_mm512_cvtepu8_epi32(__m128i(bytes)))};
#endif
#if defined(__AVX2__)
    if constexpr (kLanes == 8) {
      return {Bits(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))))};
    }
#elif defined(__SSE2__)
    if constexpr (kLanes == 4) {
      const __m128i zero = _mm_setzero_si128();
      const __m128i four = _mm_cvtsi32_si128(std::bit_cast<int>(bytes));
      return {Bits(_mm_unpacklo_epi16(_mm_unpacklo_epi8(four, zero), zero))};
    }
#elif defined(__ARM_NEON)
    if constexpr (kLanes == 4) {
      const uint8x8_t eight = vcreate_u8(std::bit_cast<std::uint32_t>(bytes));
      return {Bits(vmovl_u16(vget_low_u16(vmovl_u8(eight))))};
    }
#endif
    return {__builtin_convertvector(bytes, Bits)};
  }

  [[gnu::always_inline]] friend LaneFlags operator&(LaneFlags flags, std::uint32_t wanted) {
    return {flags.of & wanted};
  }
  [[gnu::always_inline]] friend LaneMask<kLanes> operator!=(LaneFlags flags, std::uint32_t value) {
    return {flags.of != value};
  }
};

/// A vector in registers. All functions are inlined into the code of one SIMD level.
template <int kLanes>
struct Lanes {
  using Vector = typename VectorOf<float, kLanes>::Type;
  using Loose = typename VectorOf<float, kLanes>::Loose;
  using Mask = LaneMask<kLanes>;
  Vector of;

  Lanes() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): results of the vector's own operators
  [[gnu::always_inline]] Lanes(Vector vector) : of(vector) {}
  /// Has this value in every lane, so that formulas may contain numbers.
  // NOLINTNEXTLINE(google-explicit-constructor)
  [[gnu::always_inline]] Lanes(float value) : of(value - Vector{}) {}

  /// Reads from any address.
  [[gnu::always_inline]] static Lanes load(const float* from) {
    return *reinterpret_cast<const Loose*>(from);
  }
  [[gnu::always_inline]] void store(float* to) const { *reinterpret_cast<Loose*>(to) = of; }

  [[gnu::always_inline]] friend Lanes operator-(Lanes a) { return -a.of; }
  [[gnu::always_inline]] friend Lanes operator+(Lanes a, Lanes b) { return a.of + b.of; }
  [[gnu::always_inline]] friend Lanes operator-(Lanes a, Lanes b) { return a.of - b.of; }
  [[gnu::always_inline]] friend Lanes operator*(Lanes a, Lanes b) { return a.of * b.of; }
  [[gnu::always_inline]] friend Lanes operator/(Lanes a, Lanes b) { return a.of / b.of; }
  [[gnu::always_inline]] friend Mask operator<(Lanes a, Lanes b) { return {a.of < b.of}; }
  [[gnu::always_inline]] friend Mask operator>(Lanes a, Lanes b) { return {a.of > b.of}; }
  [[gnu::always_inline]] friend Mask operator<=(Lanes a, Lanes b) { return {a.of <= b.of}; }
  [[gnu::always_inline]] friend Mask operator==(Lanes a, Lanes b) { return {a.of == b.of}; }

  [[gnu::always_inline]] friend Lanes choose_lanes(Mask mask, Lanes a, Lanes b) {
    return mask.of ? a.of : b.of;
  }
  [[gnu::always_inline]] friend Lanes square_root_of_lanes(Lanes x) {
    for (int i = 0; i < kLanes; ++i) x.of[i] = square_root(x.of[i]);
    return x;
  }
  [[gnu::always_inline]] friend Lanes fma_of_lanes(Lanes x, Lanes y, Lanes z) {
#if defined(__AVX512F__)
    if constexpr (kLanes == 16) return Lanes(Vector(_mm512_fmadd_ps(x.of, y.of, z.of)));
#endif
#if defined(__FMA__)
    if constexpr (kLanes == 8) return Lanes(Vector(_mm256_fmadd_ps(x.of, y.of, z.of)));
    if constexpr (kLanes == 4) return Lanes(Vector(_mm_fmadd_ps(x.of, y.of, z.of)));
#elif defined(__SSE2__)
    if constexpr (kLanes == 4) {
      const auto upper = [](Vector v) { return _mm_movehl_ps(v, v); };
      return Lanes(Vector(_mm_movelh_ps(fma_of_pair(x.of, y.of, z.of),
                                        fma_of_pair(upper(x.of), upper(y.of), upper(z.of)))));
    }
#elif defined(__ARM_NEON)
    if constexpr (kLanes == 4) return Lanes(Vector(vfmaq_f32(z.of, x.of, y.of)));
#endif
    for (int i = 0; i < kLanes; ++i) z.of[i] = core::fma(x.of[i], y.of[i], z.of[i]);
    return z;
  }
};

/// Concatenates `a` and `b` and returns the lanes from kFirst on.
template <int kFirst, int kLanes, int... kLane>
[[gnu::always_inline]] inline Lanes<kLanes> lanes_from(
    Lanes<kLanes> a, Lanes<kLanes> b, std::integer_sequence<int, kLane...> /*lanes*/) {
  return typename Lanes<kLanes>::Vector(__builtin_shufflevector(a.of, b.of, (kFirst + kLane)...));
}

}  // namespace heatwave::core
