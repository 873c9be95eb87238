// Code is compiled for several instruction sets; the best one of this CPU is called.
#pragma once

#include <cstdint>

// Sources of their own are compiled for the levels of x86-64 (kernels/CMakeLists.txt), by every
// compiler.
#if defined(__x86_64__) && (defined(__linux__) || defined(_WIN32)) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define HEATWAVE_HAS_LEVELS 1
#else
#define HEATWAVE_HAS_LEVELS 0
#endif

// One function body may be compiled for all levels by a target attribute. It calls core::fma() and
// is compiled with -ffp-contract=off, so that every clone gives equal bits; the clone without FMA
// instructions calls the C library and is only slower. Clang names its dispatch functions so that
// no other file can call them, and programs for Windows can have none, so neither gets clones.
#if HEATWAVE_HAS_LEVELS && !defined(__clang__) && !defined(_WIN32)
#define HEATWAVE_SIMD_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define HEATWAVE_SIMD_CLONES
#endif

namespace heatwave::core {

/// The vector instructions of a CPU, as far as the code differs for them.
enum class SimdLevel : std::uint8_t { basic, avx2, avx512 };

/// Returns the level of this CPU.
SimdLevel simd_level();

}  // namespace heatwave::core
