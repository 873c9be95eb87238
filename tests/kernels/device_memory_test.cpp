// Tests that a grid is refused that takes more of a device than it may.
#include "kernels/field/cuda/device_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"

namespace heatwave::field {
namespace {

constexpr std::uint64_t kGigabyte = 1'000'000'000;

/// Returns the refusal of a heat plate of 98304² cells, which takes 87 GB; empty: it is taken.
std::string refusal_of(std::vector<int> devices, std::uint64_t most, bool has_cuda = true) {
  const SolverRequest request{
      .equation = "heat", .extent = {98304, 98304}, .division = {.devices = std::move(devices)}};
  try {
    require_device_memory(request, most, {.usable = has_cuda});
    return "";
  } catch (const core::OutOfMemory& error) {
    return error.what();
  }
}

TEST(DeviceMemory, AGridIsRefusedThatTakesMoreOfADeviceThanItMay) {
  EXPECT_EQ(refusal_of({}, 87 * kGigabyte), "");
  EXPECT_EQ(refusal_of({}, 80 * kGigabyte),
            "a grid of 98304 × 98304 cells needs 87.0 GB of the CUDA device, and may take 80.0 GB");
}

TEST(DeviceMemory, DevicesShareAGrid) {
  EXPECT_EQ(refusal_of({0, 1}, 44 * kGigabyte), "");
  EXPECT_EQ(refusal_of({0, 1, 0, 1}, 40 * kGigabyte),
            "a grid of 98304 × 98304 cells needs 43.5 GB of each of 2 CUDA devices, and may take "
            "40.0 GB");
  EXPECT_NE(refusal_of({0, 0}, 80 * kGigabyte), "");
}

TEST(DeviceMemory, NothingIsRefusedWithoutADevice) {
  EXPECT_EQ(refusal_of({}, kGigabyte, false), "");
}

}  // namespace
}  // namespace heatwave::field
