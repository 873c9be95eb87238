// Tests of what the system reports about this process.
#include "app/system/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "tests/system/temporary_folder.h"

namespace heatwave::system {
namespace {

TEST(ProcessAge, IsFromTheBeginningThatTheSystemTells) {
  const testing::TemporaryFolder root;
  std::filesystem::create_directories(root.path() / "proc/self");
  const auto hertz = static_cast<double>(sysconf(_SC_CLK_TCK));
  std::ofstream(root.path() / "proc/self/stat")
      << "7 (a name) with) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 "
      << static_cast<long>(40 * hertz) << " 20 21\n";
  std::ofstream(root.path() / "proc/uptime") << "42.5 99.0\n";
  EXPECT_NEAR(process_age_ms(root.path()), 2500.0, 1e-6);
  EXPECT_EQ(process_age_ms(root.path() / "nowhere"), 0.0);
}

TEST(ProcessAge, GrowsFromTheBeginningOfThisProcess) {
  // It is told to ten milliseconds: at first it may be none.
  const auto given_up = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (process_age_ms() == 0.0 && std::chrono::steady_clock::now() < given_up) {
    std::this_thread::yield();
  }
  EXPECT_GT(process_age_ms(), 0.0);
}

}  // namespace
}  // namespace heatwave::system
