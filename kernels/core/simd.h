// One function body, compiled for several instruction sets; the best that this CPU has is picked.
#pragma once

#include <cstdint>

// Field code calls core::fma() and is compiled with -ffp-contract=off, so every clone gives the
// same bits; the clone without FMA instructions goes through the C library and is only slower.
// Clang gives the functions that choose among clones names that no other file calls, so that it
// gets no clones.
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define HEATWAVE_SIMD_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define HEATWAVE_TARGET(arch) [[gnu::target("arch=" arch)]]
#define HEATWAVE_HAS_TARGETS 1
#else
#define HEATWAVE_SIMD_CLONES
#define HEATWAVE_TARGET(arch)
#define HEATWAVE_HAS_TARGETS 0
#endif

namespace heatwave::core {

/// What a CPU can do with vectors, where the code for it differs.
enum class SimdLevel : std::uint8_t { basic, avx2, avx512 };

/// Of this CPU.
SimdLevel simd_level();

}  // namespace heatwave::core
