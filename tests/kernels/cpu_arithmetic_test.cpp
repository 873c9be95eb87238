// Tests the measured arithmetic rate of the CPU.
#include <gtest/gtest.h>

#include "kernels/core/device.h"

namespace heatwave::core {
namespace {

TEST(CpuArithmetic, IsMeasuredOnceAndWithinReason) {
  const double rate = cpu_arithmetic_rate();
  EXPECT_GT(rate, 1e8) << "a hundred million operations a second";
  EXPECT_LT(rate, 1e15);
  EXPECT_EQ(cpu_arithmetic_rate(), rate);
}

}  // namespace
}  // namespace heatwave::core
