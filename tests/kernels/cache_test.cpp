// Tests the sizes of the CPU's caches, read from a folder that looks like the system's.
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/platform.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::core {
namespace {

/// A /sys of many processors, in which neighbouring processors share a cache of level 3.
class ManyProcessors {
 public:
  explicit ManyProcessors(int sharers) : sharers_(sharers) {
    constexpr int kFew = 8;  // processors that are there even if this process may use fewer
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
      if (processor >= kFew && CPU_ISSET(processor, &allowed_) == 0) continue;
      const int first = processor / sharers_ * sharers_;
      const std::string together =
          std::to_string(first) + "-" + std::to_string(first + sharers_ - 1);
      add(processor, 0, "1", "48K", std::to_string(processor));
      add(processor, 1, "2", "1024K", std::to_string(processor));
      add(processor, 2, "3", "32768K", together);
    }
  }

  /// Returns how many caches of level 3 the processors have that this process may use.
  [[nodiscard]] std::uint64_t usable_caches() const {
    std::set<int> caches;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
      if (CPU_ISSET(processor, &allowed_) != 0) caches.insert(processor / sharers_);
    }
    return caches.size();
  }

  [[nodiscard]] const std::filesystem::path& root() const { return folder_.path(); }

 private:
  void add(int processor, int index, const std::string& level, const std::string& size,
           const std::string& sharers) {
    const auto cache = root() / "sys/devices/system/cpu" / ("cpu" + std::to_string(processor)) /
                       "cache" / ("index" + std::to_string(index));
    std::filesystem::create_directories(cache);
    testing::write_text(cache / "level", level + '\n');
    testing::write_text(cache / "size", size + '\n');
    testing::write_text(cache / "shared_cpu_list", sharers + '\n');
  }

  static cpu_set_t allowed_processors() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    EXPECT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    return allowed;
  }

  testing::TemporaryFolder folder_;
  cpu_set_t allowed_ = allowed_processors();
  int sharers_;
};

TEST(Cache, CountsOnceWhereProcessorsShareIt) {
  const ManyProcessors machine(CPU_SETSIZE);
  const CacheBytes shared = cache_bytes(3, machine.root());
  EXPECT_EQ(shared.each, std::uint64_t{32} << 20U);
  EXPECT_EQ(shared.all, shared.each);
}

TEST(Cache, CountsOnlyWhereThisProcessMayRun) {
  for (const int sharers : {1, 2}) {
    const ManyProcessors machine(sharers);
    const CacheBytes shared = cache_bytes(3, machine.root());
    EXPECT_EQ(shared.each, std::uint64_t{32} << 20U);
    EXPECT_EQ(shared.all, machine.usable_caches() * shared.each) << sharers;
    EXPECT_EQ(cache_bytes(2, machine.root()).each, std::uint64_t{1} << 20U);
  }
}

TEST(Cache, OfThisMachineHoldsAtLeastACores) {
  if (cpu_last_cache() == 0) GTEST_SKIP() << "the system does not tell how large the cache is";
  EXPECT_GE(cpu_last_cache(), cpu_own_cache());
}

}  // namespace
}  // namespace heatwave::core
