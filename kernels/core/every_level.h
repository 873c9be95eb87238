// One function body is compiled for every SIMD level; the best one of this CPU is called.
#pragma once

#include "kernels/core/simd.h"

namespace heatwave::core {

/// A function that is compiled for every level. Its body is [[gnu::always_inline]], so that it
/// takes the instructions of the function that calls it here. It calls core::fma() and is compiled
/// with -ffp-contract=off, so that every level gives equal bits.
template <auto kBody>
struct EveryLevel;

template <typename Result, typename... Arguments, Result (*kBody)(Arguments...)>
struct EveryLevel<kBody> {
  static Result best(Arguments... arguments) {
#if HEATWAVE_HAS_LEVELS
    switch (simd_level()) {
      case SimdLevel::avx512:
        return avx512(arguments...);
      case SimdLevel::avx2:
        return avx2(arguments...);
      case SimdLevel::basic:
        break;
    }
#endif
    return basic(arguments...);
  }

 private:
  // Without its own function this body would make best() slow to enter for all levels.
  [[gnu::noinline]] static Result basic(Arguments... arguments) { return kBody(arguments...); }
#if HEATWAVE_HAS_LEVELS
  [[gnu::target("arch=x86-64-v3")]] static Result avx2(Arguments... arguments) {
    return kBody(arguments...);
  }
  [[gnu::target("arch=x86-64-v4")]] static Result avx512(Arguments... arguments) {
    return kBody(arguments...);
  }
#endif
};

/// Calls a function as it is compiled for the level of this CPU.
template <auto kBody>
inline constexpr auto* kAtBestLevel = &EveryLevel<kBody>::best;

}  // namespace heatwave::core
