// One function body is compiled for several instruction sets; the best one of this CPU is called.
#pragma once

#include <cstdint>

// Field code calls core::fma() and is compiled with -ffp-contract=off, so that every clone gives
// equal bits; the clone without FMA instructions calls the C library and is only slower. Clang
// names its dispatch functions so that no other file can call them, so it gets no clones.
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

/// The vector instructions of a CPU, as far as the code differs for them.
enum class SimdLevel : std::uint8_t { basic, avx2, avx512 };

/// Returns the level of this CPU.
SimdLevel simd_level();

}  // namespace heatwave::core
