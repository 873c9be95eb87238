// Tests the limits of a container, read from folders that look like the system's.
#include "kernels/core/platform.h"

#include <gtest/gtest.h>

#include "kernels/core/device.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::core {
namespace {

/// A /proc and a /sys that tests fill in.
class Machine {
 public:
  Machine& with(const std::string& path, const std::string& text) {
    const auto file = folder_.path() / path;
    std::filesystem::create_directories(file.parent_path());
    testing::write_text(file, text);
    return *this;
  }
  [[nodiscard]] const std::filesystem::path& root() const { return folder_.path(); }

 private:
  testing::TemporaryFolder folder_;
};

constexpr const char* kUnified = "36 25 0:30 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";

TEST(Cgroup, NoneSetsNoLimit) {
  const Machine machine;
  EXPECT_FALSE(cgroup_limits(machine.root()).memory_left);
  EXPECT_FALSE(cgroup_limits(machine.root()).processors);
}

TEST(Cgroup, AContainerSeesItsLimitsAtTheRootOfTheMount) {
  Machine machine;
  machine.with("proc/self/cgroup", "0::/\n")
      .with("proc/self/mountinfo", kUnified)
      .with("sys/fs/cgroup/memory.max", "1000000000\n")
      .with("sys/fs/cgroup/memory.current", "400000000\n")
      .with("sys/fs/cgroup/memory.stat", "anon 1\ninactive_file 90000000\nactive_file 10000000\n")
      .with("sys/fs/cgroup/cpu.max", "150000 100000\n")
      .with("proc/meminfo", "MemTotal: 32000000 kB\nMemAvailable:   16000000 kB\n");
  EXPECT_EQ(cgroup_limits(machine.root()).memory_left, 700'000'000U);
  EXPECT_EQ(cgroup_limits(machine.root()).processors, 1.5);
  EXPECT_EQ(available_memory(machine.root()), 700'000'000U);
  EXPECT_EQ(cpu_facts(machine.root()).processors, 1);
  EXPECT_EQ(cpu_facts(machine.root()).share, 1.5);
  // If the machine has less memory than the container's limit, the machine counts.
  machine.with("proc/meminfo", "MemAvailable:   1000 kB\n");
  EXPECT_EQ(available_memory(machine.root()), 1'024'000U);
}

TEST(Cgroup, TheNarrowestOfTheGroupsAboveCounts) {
  Machine machine;
  machine.with("proc/self/cgroup", "0::/a/b\n")
      .with("proc/self/mountinfo", kUnified)
      .with("sys/fs/cgroup/a/b/memory.max", "max\n")
      .with("sys/fs/cgroup/a/b/memory.current", "1\n")
      .with("sys/fs/cgroup/a/b/cpu.max", "max 100000\n")
      .with("sys/fs/cgroup/a/memory.max", "5000\n")
      .with("sys/fs/cgroup/a/memory.current", "6000\n")
      .with("sys/fs/cgroup/a/cpu.max", "50000 100000\n");
  EXPECT_EQ(cgroup_limits(machine.root()).memory_left, 0U);
  EXPECT_EQ(cgroup_limits(machine.root()).processors, 0.5);
  EXPECT_EQ(cpu_facts(machine.root()).processors, 1);
}

TEST(Cgroup, TheFirstVersionIsReadToo) {
  Machine machine;
  machine.with("proc/self/cgroup", "4:memory:/box\n3:cpu,cpuacct:/docker/abc\n0::/\n")
      .with("proc/self/mountinfo",
            "32 31 0:29 /docker/abc /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
            "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n"
            "36 25 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n")
      .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "300000\n")
      .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")
      .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")
      .with("sys/fs/cgroup/memory/memory.usage_in_bytes", "123\n")
      .with("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "1000\n")
      .with("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "300\n")
      .with("sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file 50\ninactive_file 7\n");
  EXPECT_EQ(cgroup_limits(machine.root()).memory_left, 750U);
  EXPECT_EQ(cgroup_limits(machine.root()).processors, 3.0);
}

}  // namespace
}  // namespace heatwave::core
