// What blocks of one launch tell each other while they run: values that bring their own signal.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heatwave::field {

/// A word for each value: its bits, and in the upper half the number of the exchange that it
/// belongs to. Whoever reads the one has the other, so that no fence and no flag is needed.
/// Exchanges use two takes in turn: before a block sends its rim for the next but one, it has read
/// what its neighbours sent for the next, and they did that after reading what it overwrites.
struct Mailbox {
  std::uint64_t* words;  ///< 2 × size
  std::size_t size;

  __device__ __forceinline__ std::uint64_t* take(std::uint32_t exchange) const {
    return words + exchange % 2 * size;
  }
};

__device__ __forceinline__ std::uint64_t mail_word(float value, std::uint32_t exchange) {
  return static_cast<std::uint64_t>(exchange) << 32U | __float_as_uint(value);
}

__device__ __forceinline__ bool is_of(std::uint64_t word, std::uint32_t exchange) {
  return static_cast<std::uint32_t>(word >> 32U) == exchange;
}

__device__ __forceinline__ float value_in(std::uint64_t word) {
  return __uint_as_float(static_cast<std::uint32_t>(word));
}

/// Each word arrives as a whole; two of them need not arrive at once.
__device__ __forceinline__ void send(std::uint64_t* to, const float (&values)[1],
                                     std::uint32_t exchange) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(mail_word(values[0], exchange))
               : "memory");
}

__device__ __forceinline__ void send(std::uint64_t* to, const float (&values)[2],
                                     std::uint32_t exchange) {
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(to),
               "l"(mail_word(values[0], exchange)), "l"(mail_word(values[1], exchange))
               : "memory");
}

__device__ __forceinline__ void look(const std::uint64_t* from, std::uint64_t (&words)[1]) {
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(words[0]) : "l"(from) : "memory");
}

__device__ __forceinline__ void look(const std::uint64_t* from, std::uint64_t (&words)[2]) {
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(words[0]), "=l"(words[1])
               : "l"(from)
               : "memory");
}

}  // namespace heatwave::field
