// RefusedCode refuses to run new code, as a hardened system does, so that bytecode steps formulas
// at every SIMD level. One source of a program includes this file, because it defines a function of
// the C library.
#pragma once

#include "kernels/core/non_copyable.h"
#include "kernels/core/simd.h"

#if HEATWAVE_HAS_LEVELS && defined(__linux__)
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#endif

namespace heatwave::field::testing {

/// True: RefusedCode has an effect.
inline constexpr bool kCanRefuseCode =
#if HEATWAVE_HAS_LEVELS && defined(__linux__)
    true;
#else
    false;
#endif

/// While one of them exists, no memory becomes executable.
class RefusedCode : core::NonCopyable {
 public:
  RefusedCode() { ++count_; }
  ~RefusedCode() { --count_; }
  static bool is_active() { return count_ > 0; }

 private:
  static inline int count_ = 0;
};

}  // namespace heatwave::field::testing

#if HEATWAVE_HAS_LEVELS && defined(__linux__)
/// Takes the place of the C library's function, so that the system can refuse to run new code.
extern "C" int mprotect(void* pages, std::size_t size, int how) noexcept {
  if (heatwave::field::testing::RefusedCode::is_active() && (how & PROT_EXEC) != 0) {
    errno = EACCES;
    return -1;
  }
  return static_cast<int>(syscall(SYS_mprotect, pages, size, how));
}
#endif
