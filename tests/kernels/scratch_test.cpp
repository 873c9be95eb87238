// Tests how much scratch memory is kept.
#include "kernels/core/scratch.h"

#include <gtest/gtest.h>

namespace heatwave::core {
namespace {

TEST(Scratch, HoldsWhatIsAskedForAndLittleMore) {
  std::vector<int> scratch;
  for (const std::size_t count : {1000U, 1100U, 900U, 5000U, 1U, 70U, 69U, 0U}) {
    fit(scratch, count);
    EXPECT_EQ(scratch.size(), count);
    EXPECT_LE(scratch.capacity() / 4 * 3, count);
  }
}

TEST(Scratch, StaysWhereItIsWhileSizesDifferLittle) {
  std::vector<int> scratch;
  fit(scratch, 1000);
  const int* const first = scratch.data();
  for (const std::size_t count : {999U, 750U, 1000U}) {
    fit(scratch, count);
    EXPECT_EQ(scratch.data(), first);
  }
}

}  // namespace
}  // namespace heatwave::core
