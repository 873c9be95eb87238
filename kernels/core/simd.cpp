// The CPU is tested here for the instruction sets that code is compiled for: x86-64-v3 and -v4.
#include "kernels/core/simd.h"

namespace heatwave::core {

SimdLevel simd_level() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi2")) {
    return SimdLevel::basic;
  }
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512cd");
  return wide ? SimdLevel::avx512 : SimdLevel::avx2;
#else
  return SimdLevel::basic;
#endif
}

}  // namespace heatwave::core
