// Tests that each page of some arrays is listed once, so that it is locked once.
#include "kernels/core/host_pages.h"

#include <gtest/gtest.h>

namespace heatwave::core {
namespace {

Bytes bytes_at(std::uintptr_t address, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(address), size};
}

TEST(HostPages, AreWholeGrowAndNoneIsThereTwice) {
  const std::vector<Bytes> arrays{bytes_at(0x5010, 0x2000),
                                  bytes_at(0x1ff0, 0x20),
                                  bytes_at(0x7100, 8),
                                  bytes_at(0x9000, 0x1000),
                                  {}};
  EXPECT_EQ(pages_of(arrays, 0x1000),
            (std::vector<Pages>{{0x1000, 0x3000}, {0x5000, 0x8000}, {0x9000, 0xa000}}))
      << "the arrays at 5010 and 7100 share a page";
  EXPECT_TRUE(pages_of({}, 0x1000).empty());
}

}  // namespace
}  // namespace heatwave::core
