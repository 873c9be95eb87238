// Blocks of one launch exchange values while they run. The values themselves signal their arrival.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// The word in an empty slot. No arithmetic on a device produces these bits.
inline constexpr std::uint32_t kEmptySlot = 0xFFFFFFFFU;

/// One slot for each value. A slot holds kEmptySlot until the value is sent, and again once it is
/// received, so no flag is needed. Exchanges alternate between two buffers. Between receiving from
/// one and sending into the other, every block issues a fence. When a block sends into a buffer for
/// the second time, it has received what its neighbours sent after their fences, and they had
/// emptied that buffer before.
struct Mailbox {
  float* words;  ///< 2 × size words
  std::ptrdiff_t size;
};

/// Issues a fence between receiving and sending. One thread calls it for its whole block, with
/// barriers before and after.
__device__ __forceinline__ void fence_between_exchanges() {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

/// Returns a value that may be sent. A NaN from outside may have the bits of kEmptySlot; it is
/// replaced by another NaN.
__device__ __forceinline__ float without_empty_bits(float value) {
  return __float_as_uint(value) == kEmptySlot ? __uint_as_float(0x7FFFFFFFU) : value;
}

// Each value of a pack arrives whole, but the values of a pack need not arrive together.

__device__ __forceinline__ void send(float* to, const Pack<2>& pack) {
  asm volatile("st.relaxed.gpu.global.v2.f32 [%0], {%1, %2};" ::"l"(to), "f"(pack.of[0]),
               "f"(pack.of[1])
               : "memory");
}

__device__ __forceinline__ void send(float* to, const Pack<4>& pack) {
  asm volatile("st.relaxed.gpu.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(pack.of[0]),
               "f"(pack.of[1]), "f"(pack.of[2]), "f"(pack.of[3])
               : "memory");
}

__device__ __forceinline__ void load_pack(const float* from, Pack<2>& pack) {
  asm volatile("ld.relaxed.gpu.global.v2.f32 {%0, %1}, [%2];"
               : "=f"(pack.of[0]), "=f"(pack.of[1])
               : "l"(from)
               : "memory");
}

__device__ __forceinline__ void load_pack(const float* from, Pack<4>& pack) {
  asm volatile("ld.relaxed.gpu.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(pack.of[0]), "=f"(pack.of[1]), "=f"(pack.of[2]), "=f"(pack.of[3])
               : "l"(from)
               : "memory");
}

__device__ __forceinline__ void send_word(float* to, float word) {
  asm volatile("st.relaxed.gpu.global.f32 [%0], %1;" ::"l"(to), "f"(word) : "memory");
}

__device__ __forceinline__ void load_word(const float* from, float& word) {
  asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(word) : "l"(from) : "memory");
}

template <int kCount>
__device__ __forceinline__ Pack<kCount> empty_pack() {
  Pack<kCount> empty;
#pragma unroll
  for (float& word : empty.of) word = __uint_as_float(kEmptySlot);
  return empty;
}

}  // namespace heatwave::field
