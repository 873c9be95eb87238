// A thread sleeps until an atomic value changes. The system does this by itself; the C++ library of
// GCC for Windows would lose wake-ups.
#pragma once

#include <atomic>
#include <cstddef>

namespace heatwave::core {

#ifdef _WIN32
/// Sleeps while the `size` bytes at `address` equal those at `old`, or for no reason.
void sleep_while_equal(const void* address, const void* old, std::size_t size);
/// Wakes all threads that sleep at the address.
void wake_all_at(const void* address);
#endif

/// Sleeps while the value is `old`, until another thread calls notify_all().
template <typename T>
void sleep_while(const std::atomic<T>& value, T old) {
#ifdef _WIN32
  while (value.load(std::memory_order_acquire) == old) sleep_while_equal(&value, &old, sizeof old);
#else
  value.wait(old, std::memory_order_acquire);
#endif
}

/// Wakes all threads that sleep until the value changes.
template <typename T>
void notify_all(std::atomic<T>& value) {
#ifdef _WIN32
  wake_all_at(&value);
#else
  value.notify_all();
#endif
}

}  // namespace heatwave::core
