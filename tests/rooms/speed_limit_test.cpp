// Tests the speed limit of a field's steps and the texts that describe it.
#include "app/rooms/fields/side_groups.h"

#include <gtest/gtest.h>

#include "kernels/core/device.h"

namespace heatwave::fields_room {
namespace {

TEST(SpeedLimit, NamesWhereTheFieldLiesAndHowItWasMeasured) {
  const field::BackendInfo cpu{.backend = field::Backend::cpu};
  const std::uint64_t cache = core::cpu_last_cache();
  if (cache == 0) GTEST_SKIP() << "the system does not report the cache's size";
  const SpeedLimit small = speed_limit(cpu, 2'457'600);
  EXPECT_EQ(small.name, "of the cache's speed");
  EXPECT_NE(small.how.find("copying 4.2 MB at once"), std::string::npos) << small.how;
  const SpeedLimit large = speed_limit(cpu, 2 * cache);
  EXPECT_EQ(large.name, "of memory's speed");
  EXPECT_NE(large.how.find("fits in no cache"), std::string::npos) << large.how;
  EXPECT_EQ(large.bytes_per_second, core::cpu_memory_bandwidth())
      << "the limit must equal the lab's";
}

TEST(SpeedLimit, OfAGpuIsItsMemorysByClockAndBus) {
  const field::BackendInfo gpu{
      .backend = field::Backend::cuda, .memory_bandwidth = 4.8e12, .cache_bytes = 50'000'000};
  const SpeedLimit large = speed_limit(gpu, 60'000'000);
  EXPECT_EQ(large.bytes_per_second, 4.8e12);
  EXPECT_EQ(large.how.find("cache"), std::string::npos) << large.how;
  const SpeedLimit small = speed_limit(gpu, 2'000'000);
  EXPECT_EQ(small.bytes_per_second, 0.0) << "memory does not limit a field in the cache";
  EXPECT_NE(small.how.find("fits in the device's cache (50.0 MB)"), std::string::npos);
}

}  // namespace
}  // namespace heatwave::fields_room
