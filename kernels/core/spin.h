// Short waits poll for a while before they sleep.
#pragma once

#include <atomic>

namespace heatwave::core {

/// Polls `holds()` some thousand times and returns whether it became true. A step of a small grid
/// takes some tens of microseconds, for which polling is faster than sleeping. After a longer wait
/// another program has the processor, and the caller should sleep to release its own.
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

/// Waits while the value is `old`: polls first, then sleeps until notified.
template <typename T>
void wait_while(const std::atomic<T>& value, T old) {
  const auto changed = [&] { return value.load(std::memory_order_acquire) != old; };
  if (!spin_until(changed)) value.wait(old, std::memory_order_acquire);
}

}  // namespace heatwave::core
