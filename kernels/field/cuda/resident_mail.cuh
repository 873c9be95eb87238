// What blocks of one launch tell each other while they run: values that are their own signal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/register_tiles.cuh"

namespace heatwave::field {

/// What lies where nothing has been sent yet: no arithmetic of a device gives these bits.
inline constexpr std::uint32_t kNothing = 0xFFFFFFFFU;

/// A word for each value, which is kNothing until it is sent and again as soon as it is taken: so
/// that no flag is needed. Exchanges use two takes in turn. Between taking from one and sending for
/// the next, every block has a fence: before a block sends for the next but one it has taken what
/// its neighbours sent behind their fences, and these made room before that.
struct Mailbox {
  float* words;  ///< 2 × size
  std::ptrdiff_t size;
};

/// Between taking and sending, by one thread for all of its block, with barriers before and after.
__device__ __forceinline__ void fence_between_exchanges() {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

/// A value that came from outside may have the bits of nothing; it is none of ours to keep them.
__device__ __forceinline__ float sendable(float value) {
  return __float_as_uint(value) == kNothing ? __uint_as_float(0x7FFFFFFFU) : value;
}

// Each value arrives as a whole; those of a pack need not arrive at once.

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

__device__ __forceinline__ void look(const float* from, Pack<2>& pack) {
  asm volatile("ld.relaxed.gpu.global.v2.f32 {%0, %1}, [%2];"
               : "=f"(pack.of[0]), "=f"(pack.of[1])
               : "l"(from)
               : "memory");
}

__device__ __forceinline__ void look(const float* from, Pack<4>& pack) {
  asm volatile("ld.relaxed.gpu.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(pack.of[0]), "=f"(pack.of[1]), "=f"(pack.of[2]), "=f"(pack.of[3])
               : "l"(from)
               : "memory");
}

}  // namespace heatwave::field
