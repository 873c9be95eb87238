// Code is compiled for several instruction sets: some sources as a whole, some functions by
// every_level.h. The best one of this CPU is called.
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

namespace heatwave::core {

/// The vector instructions of a CPU, as far as the code differs for them.
enum class SimdLevel : std::uint8_t { basic, avx2, avx512 };

/// Returns the highest level of this CPU, or a lower one that the environment variable
/// HEATWAVE_SIMD names: "sse2" or "avx2".
SimdLevel simd_level();

}  // namespace heatwave::core
