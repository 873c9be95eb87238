// What was asked of the allocator and not given back.
#pragma once

#include <malloc.h>

#include <cstddef>

namespace heatwave::test {

/// 0 where another allocator is at work.
inline std::size_t bytes_in_use() {
  const struct mallinfo2 now = ::mallinfo2();
  return now.uordblks + now.hblkhd;
}

}  // namespace heatwave::test
