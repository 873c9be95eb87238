// Floats too small to have all their digits, below 2⁻¹²⁶, taken for 0.
#pragma once

#include <cstdint>

#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// While one lives, the thread that made it takes such floats for 0, of their sign, where it
/// calculates with them and where they would come out. Ahead of every front that spreads into a
/// field at rest lie some columns of them, for each of which an Intel processor takes a hundred
/// cycles.
///
/// GPUs do the same where code is compiled with -ftz=true: bit for bit as x86, which asks whether a
/// result is too small when it is rounded. ARM asks before: there a result that would have been
/// rounded up to 2⁻¹²⁶, one in thirty million of those that come near, is 0 too. So what another
/// kind of processor recorded may be found to differ on ARM, and the other way round. Processors of
/// other kinds keep such floats.
class TinyFloatsAreZero : NonCopyable {
 public:
  TinyFloatsAreZero();
  ~TinyFloatsAreZero();

 private:
  std::uint64_t before_;  ///< how the thread calculated
};

}  // namespace heatwave::core
