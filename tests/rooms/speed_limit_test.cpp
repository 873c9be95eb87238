// What a field's steps are measured against, and how that is said.
#include "app/rooms/fields/side_groups.h"

#include <gtest/gtest.h>

#include "kernels/core/device.h"

namespace heatwave::fields_room {
namespace {

TEST(SpeedLimit, NamesWhereTheFieldLiesAndHowItWasMeasured) {
  const field::BackendInfo cpu{.backend = field::Backend::cpu};
  const std::uint64_t cache = core::cpu_last_cache();
  if (cache == 0) GTEST_SKIP() << "the system does not tell how large the cache is";
  const SpeedLimit small = speed_limit(cpu, 2'457'600);
  EXPECT_EQ(small.name, "of the cache's speed");
  EXPECT_NE(small.how.find("copying 4.2 MB at once"), std::string::npos) << small.how;
  const SpeedLimit large = speed_limit(cpu, 2 * cache);
  EXPECT_EQ(large.name, "of memory's speed");
  EXPECT_NE(large.how.find("fits in no cache"), std::string::npos) << large.how;
  EXPECT_EQ(large.bytes_per_second, core::cpu_memory_bandwidth()) << "as in the lab";
}

TEST(SpeedLimit, OfAGpuIsItsMemorysByClockAndBus) {
  const field::BackendInfo gpu{
      .backend = field::Backend::cuda, .memory_bandwidth = 4.8e12, .cache_bytes = 50'000'000};
  const SpeedLimit large = speed_limit(gpu, 60'000'000);
  EXPECT_EQ(large.bytes_per_second, 4.8e12);
  EXPECT_EQ(large.how.find("cache"), std::string::npos) << large.how;
  const SpeedLimit small = speed_limit(gpu, 2'000'000);
  EXPECT_EQ(small.bytes_per_second, 0.0) << "memory is no limit to what the cache holds";
  EXPECT_NE(small.how.find("lies in the device's cache of 50.0 MB"), std::string::npos);
}

}  // namespace
}  // namespace heatwave::fields_room
