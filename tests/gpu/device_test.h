// Base class of tests that need a CUDA device.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/nccl.h"

namespace heatwave::testing {

/// The test is skipped with the reason if there is no device.
class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const core::CudaStatus cuda = core::cuda_status();
    if (!cuda.usable) GTEST_SKIP() << cuda.reason;
  }
};

/// Returns what tests of NCCL lack here; empty: nothing.
inline std::string lack_of_nccl() {
  if (core::cuda_status().devices.size() < 2) return "NCCL needs two GPUs";
  try {
    core::require_nccl();
  } catch (const core::Unavailable& error) {
    return error.what();
  }
  return {};
}

}  // namespace heatwave::testing
