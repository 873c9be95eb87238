// Tests how many blocks a multiprocessor holds, by the rules of CUDA's occupancy functions.
#include "kernels/lab/occupancy.h"

#include <gtest/gtest.h>

namespace heatwave::lab {
namespace {

Device hopper() {
  return {.name = "H200",
          .detail = "compute capability 9.0, 132 multiprocessors",
          .limits = {.operations_per_second = 256e12, .multiprocessor_clocks = 1e12},
          .resources = {{"registers of 32 bits", "65\u00A0536"},
                        {"shared memory", "228 KB"},
                        {"warps at once", "64"},
                        {"blocks at once", "32"},
                        {"schedulers", "4"},
                        {"special function units", "16"}}};
}

TEST(Occupancy, TheResourcesOfAMultiprocessorAreRead) {
  const auto multiprocessor = multiprocessor_of(hopper());
  ASSERT_TRUE(multiprocessor.has_value());
  EXPECT_EQ(multiprocessor->count, 132);
  EXPECT_EQ(multiprocessor->registers, 65'536);
  EXPECT_EQ(multiprocessor->shared_bytes, 228 * 1024);
  EXPECT_EQ(multiprocessor->reserved_bytes, 1024);
  EXPECT_EQ(multiprocessor->warps, 64);
  EXPECT_EQ(multiprocessor->blocks, 32);
  EXPECT_EQ(multiprocessor->schedulers, 4);
  EXPECT_EQ(multiprocessor->special_units, 16);
  EXPECT_EQ(multiprocessor->float_units, 128);
  Device volta = hopper();
  volta.detail = "compute capability 7.0, 80 multiprocessors";
  EXPECT_EQ(multiprocessor_of(volta)->reserved_bytes, 0);
}

TEST(Occupancy, WithoutResourcesNothingIsKnown) {
  Device none = hopper();
  none.resources.clear();
  EXPECT_FALSE(multiprocessor_of(none).has_value());
  Device unnamed = hopper();
  unnamed.detail.clear();
  EXPECT_FALSE(multiprocessor_of(unnamed).has_value());
}

TEST(Occupancy, TheScarcestResourceLimitsTheBlocks) {
  const Multiprocessor multiprocessor = *multiprocessor_of(hopper());
  const auto of = [&](std::int64_t block, int registers, std::int64_t shared) {
    return residency_of({.block = block, .registers = registers, .shared_bytes = shared},
                        multiprocessor);
  };
  const Residency full = of(256, 32, 0);
  EXPECT_EQ(full.limit, BlockLimit::warps);
  EXPECT_EQ(full.blocks, 8);
  EXPECT_EQ(full.occupancy, 1.0);
  const Residency one_more = of(256, 33, 0);  // 40 registers are allocated for 33
  EXPECT_EQ(one_more.limit, BlockLimit::registers);
  EXPECT_EQ(one_more.registers_of_warp, 40 * 32);
  EXPECT_EQ(one_more.blocks, 6);
  EXPECT_EQ(one_more.occupancy, 0.75);
  const Residency shared = of(256, 32, 100 * 1024);
  EXPECT_EQ(shared.limit, BlockLimit::shared_memory);
  EXPECT_EQ(shared.blocks, 2);
  const Residency tiny = of(32, 16, 0);
  EXPECT_EQ(tiny.limit, BlockLimit::blocks);
  EXPECT_EQ(tiny.occupancy, 0.5);
  EXPECT_EQ(of(100, 16, 0).warps_of_block, 4) << "100 threads take whole warps";
}

}  // namespace
}  // namespace heatwave::lab
