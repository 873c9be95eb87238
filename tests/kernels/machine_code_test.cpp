// Tests which GPUs run the machine code that a program was built with.
#include "kernels/core/machine_code.h"

#include <gtest/gtest.h>

#include <array>

namespace heatwave::core {
namespace {

TEST(MachineCode, RunsWithinOneMajorNumberFromItsMinorNumberOn) {
  constexpr std::array kBuilt{75, 80, 86, 90, 120};
  EXPECT_TRUE(has_machine_code(7, 5, kBuilt));
  EXPECT_TRUE(has_machine_code(8, 0, kBuilt));
  EXPECT_TRUE(has_machine_code(8, 9, kBuilt));
  EXPECT_TRUE(has_machine_code(12, 1, kBuilt));
  EXPECT_FALSE(has_machine_code(7, 0, kBuilt));
  EXPECT_FALSE(has_machine_code(10, 0, kBuilt));
  EXPECT_FALSE(has_machine_code(9, 0, {}));
}

}  // namespace
}  // namespace heatwave::core
