// Denormal floats, which are below 2⁻¹²⁶, are treated as 0.
#pragma once

#include <cstdint>

#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// While an object lives, its thread treats denormal operands and results as 0 of equal sign. Every
/// front that spreads into a field at rest has some columns of denormals ahead of it, each of which
/// takes an Intel processor a hundred cycles.
///
/// GPUs do this in code that is compiled with -ftz=true, with the bits of x86, which tests a result
/// after rounding. ARM tests before rounding: there a result that would be rounded up to 2⁻¹²⁶, one
/// in thirty million of the results close to it, becomes 0, too. So a recording from another kind
/// of processor may differ on ARM, and a recording from ARM may differ elsewhere. All other
/// processors keep denormals.
class FlushDenormals : NonCopyable {
 public:
  FlushDenormals();
  ~FlushDenormals();

 private:
  std::uint64_t before_;  ///< the thread's mode before
};

}  // namespace heatwave::core
