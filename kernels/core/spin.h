// Waiting that is likely to be short: looking again and again, but not for long.
#pragma once

#include <atomic>

namespace heatwave::core {

/// Looks some thousand times whether `holds()`, and says whether it did. A step of a small grid
/// takes some tens of microseconds: that long looking beats sleeping. Past it another program has
/// the processor, and the caller should sleep to give it back.
template <typename Holds>
bool spin_until(Holds holds) {
  constexpr int kLooks = 4000;
  for (int look = 0; look < kLooks; ++look) {
    if (holds()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  return holds();
}

/// Spins first, then sleeps until somebody notifies.
template <typename T>
void wait_while(const std::atomic<T>& value, T old) {
  const auto changed = [&] { return value.load(std::memory_order_acquire) != old; };
  if (!spin_until(changed)) value.wait(old, std::memory_order_acquire);
}

}  // namespace heatwave::core
