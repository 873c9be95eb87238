// Tests the measured copy speed: one figure for each size, by all processors.
#include "kernels/core/copy_speed.h"

#include <gtest/gtest.h>

#include "kernels/core/device.h"

namespace heatwave::core {
namespace {

TEST(CopySpeed, OfMemoryIsOneFigureHoweverItIsAskedFor) {
  const CopySpeed memory = cpu_memory_speed();
  EXPECT_GT(memory.bytes_per_second, 1e8);
  EXPECT_EQ(memory.threads, cpu_facts().processors);
  EXPECT_FALSE(memory.in_cache);
  EXPECT_EQ(cpu_memory_bandwidth(), memory.bytes_per_second);
  EXPECT_EQ(cpu_copy_speed(std::uint64_t{1} << 40U).bytes_per_second, memory.bytes_per_second);
}

TEST(CopySpeed, OfWhatFitsInACacheIsTheCaches) {
  const std::uint64_t cache = cpu_last_cache();
  if (cache == 0) GTEST_SKIP() << "the system does not tell how large the cache is";
  EXPECT_GT(cpu_memory_speed().bytes, cache);
  const CopySpeed small = cpu_copy_speed(300'000);
  EXPECT_TRUE(small.in_cache);
  EXPECT_EQ(small.bytes, std::uint64_t{512} << 10U);
  EXPECT_EQ(cpu_copy_speed(500'000).bytes_per_second, small.bytes_per_second)
      << "the same measurement";
  EXPECT_TRUE(cpu_copy_speed(cache).in_cache);
  EXPECT_LE(cpu_copy_speed(cache).bytes, cache);
  EXPECT_FALSE(cpu_copy_speed(cache + 1).in_cache);
}

}  // namespace
}  // namespace heatwave::core
