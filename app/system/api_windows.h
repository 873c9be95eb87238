// Handles and errors of Windows, as the other sources for it use them.
#pragma once

#include <cstdint>

#include "app/system/handle.h"

namespace heatwave::system {

/// Returns the errno for an error code of Windows, by which the rest of the program words it.
int errno_of(unsigned long error);

/// Returns the system's own handle.
void* system_handle(const Handle& file);

/// Takes over an open handle of the system's. Sets errno and closes it when the C library can hold
/// no more.
Handle owned(void* system_handle);

/// Returns 100 ns of the two halves of a FILETIME.
inline std::uint64_t ticks_of(unsigned long high, unsigned long low) {
  return (static_cast<std::uint64_t>(high) << 32U) | low;
}

/// Calls `attempt`, which returns an error code of Windows or 0, again for a second while another
/// program, such as a virus scanner, has the file open. Returns its last error code.
unsigned long retried(unsigned long (*attempt)(void*), void* with);

template <typename Attempt>
unsigned long retried(Attempt attempt) {
  return retried([](void* with) { return (*static_cast<Attempt*>(with))(); }, &attempt);
}

}  // namespace heatwave::system
