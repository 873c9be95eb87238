// Shared by the preloaded library: it counts calls and lets some of them fail.
#pragma once

#include <dlfcn.h>
#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace heatwave::faults {

enum class Kind : std::uint8_t { memory, io };

// The ways in which a call fails; any other value is an errno.
inline constexpr int kSucceeds = 0;
inline constexpr int kShort = -1;
inline constexpr int kZero = -2;

/// Counts a call. Returns what it is to do.
int fault_of(Kind kind, const char* name);

/// The function that has this name in the system's libraries.
void* function_behind(const char* name);

template <typename Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(function_behind(name));
}

/// A call that returns `failed` and sets errno when it fails.
template <typename Result, typename... Arguments>
Result io(const char* name, Result failed, Arguments... arguments) {
  const int fault = fault_of(Kind::io, name);
  if (fault <= kSucceeds) return real<Result (*)(Arguments...)>(name)(arguments...);
  errno = fault;
  return failed;
}

/// A call that returns an errno.
template <typename... Arguments>
int io_with_error(const char* name, Arguments... arguments) {
  const int fault = fault_of(Kind::io, name);
  return fault > kSucceeds ? fault : real<int (*)(Arguments...)>(name)(arguments...);
}

/// A call that closes something also when it reports an error.
template <typename Result, typename Handle>
Result io_that_closes(const char* name, Result failed, Handle handle) {
  const int fault = fault_of(Kind::io, name);
  const Result result = real<Result (*)(Handle)>(name)(handle);
  if (fault <= kSucceeds) return result;
  errno = fault;
  return failed;
}

/// A call that moves up to `size` bytes and returns how many. `after` are its further
/// arguments.
template <typename Bytes, typename... After>
ssize_t io_of_bytes(const char* name, int file, Bytes bytes, std::size_t size, After... after) {
  const int fault = fault_of(Kind::io, name);
  if (fault == kZero) return 0;
  if (fault > kSucceeds) {
    errno = fault;
    return -1;
  }
  if (fault == kShort) size = (size + 1) / 2;
  return real<ssize_t (*)(int, Bytes, std::size_t, After...)>(name)(file, bytes, size, after...);
}

}  // namespace heatwave::faults
