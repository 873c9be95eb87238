// The SIMD levels that tests of bytecode and machine code go through.
#pragma once

#include <vector>

#include "kernels/core/simd.h"

namespace heatwave::field::testing {

/// Returns the levels that the program has and this processor runs, the basic one first.
inline std::vector<core::SimdLevel> levels_of_processor() {
  std::vector<core::SimdLevel> all = {core::SimdLevel::basic};
  if (HEATWAVE_HAS_LEVELS == 0) return all;
  if (core::simd_level() >= core::SimdLevel::avx2) all.push_back(core::SimdLevel::avx2);
  if (core::simd_level() >= core::SimdLevel::avx512) all.push_back(core::SimdLevel::avx512);
  return all;
}

}  // namespace heatwave::field::testing
