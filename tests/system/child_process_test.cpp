// Tests that a hanging program is killed in time, and a working one is not.
#include "app/system/child_process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "app/system/process.h"
#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::system {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

class ChildProcessTest : public ::testing::Test {
 protected:
  ChildProcess shell(const char* script) { return {{"sh", "-c", script}, output_}; }

  const testing::TemporaryFolder folder_;
  GrowingFile output_{folder_.path() / "output", Naming::exact};
  const std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(4'000'000);
};

TEST_F(ChildProcessTest, ATimeoutHoldsForAllOfAWriteOfWhichALittleIsRead) {
  ChildProcess child = shell("while head -c 20000 > /dev/null; do sleep 0.1; done");
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(child.write(bytes_, 500ms), ChildProcess::Written::timed_out);
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST_F(ChildProcessTest, AProgramThatReadsNoMoreIsTold) {
  ChildProcess child = shell("exit 0");
  EXPECT_EQ(child.write(bytes_, 60s), ChildProcess::Written::closed);
}

TEST_F(ChildProcessTest, AnIdleProgramIsEndedLongBeforeTheWholeTime) {
  ChildProcess child = shell("cat > /dev/null; exec sleep 1000");
  EXPECT_EQ(child.write(bytes_, 60s), ChildProcess::Written::all);
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(child.finish({.idle = 300ms, .total = 60s}), std::nullopt);
  EXPECT_LT(Clock::now() - start, 10s);
}

TEST_F(ChildProcessTest, AProgramThatComputesIsAwaited) {
  ChildProcess child =
      shell("cat > /dev/null; i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; exit 3");
  EXPECT_EQ(child.finish({.idle = 100ms, .total = 60s}), 3);
}

TEST_F(ChildProcessTest, ASignalThatEndsAProgramIsToldAsAShellDoes) {
  ChildProcess child = shell("kill -9 $$");
  EXPECT_EQ(child.finish({.idle = 60s, .total = 60s}), 137);
}

TEST_F(ChildProcessTest, AProgramIsNoneOfTheProcessesOfMpirun) {
  const char* const ours = "OMPI_COMM_WORLD_RANK";
  set_environment(ours, "0");
  set_environment("HEATWAVE_OF_CHILD", "here");
  ChildProcess child =
      shell("test \"$HEATWAVE_OF_CHILD${OMPI_COMM_WORLD_RANK+set}\" = here || exit 5");
  set_environment(ours, "");
  EXPECT_EQ(child.finish({.idle = 60s, .total = 60s}), 0);
}

TEST_F(ChildProcessTest, AProgramGetsTheSignalsThatThisOneBlocksOrIgnores) {
  let_writes_fail();
  const Interrupt interrupt;
  ChildProcess ended = shell("kill -TERM $$");
  EXPECT_EQ(ended.finish({.idle = 60s, .total = 60s}), 128 + 15);
  ChildProcess piped = shell("kill -PIPE $$");
  EXPECT_EQ(piped.finish({.idle = 60s, .total = 60s}), 128 + 13);
}

}  // namespace
}  // namespace heatwave::system
