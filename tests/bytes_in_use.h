// What was asked of the allocator and not given back.
#pragma once

#include <cstddef>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace heatwave::test {

/// 0 where another allocator is at work.
inline std::size_t bytes_in_use() {
#ifdef __GLIBC__
  const struct mallinfo2 now = ::mallinfo2();
  return now.uordblks + now.hblkhd;
#else
  return 0;
#endif
}

}  // namespace heatwave::test
