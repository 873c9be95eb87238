// Base class of tests that need a CUDA device.
#pragma once

#include <gtest/gtest.h>

#include "kernels/core/device.h"

namespace heatwave::testing {

/// The test is skipped with the reason if there is no device.
class DeviceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const core::CudaStatus cuda = core::cuda_status();
    if (!cuda.usable) GTEST_SKIP() << cuda.reason;
  }
};

}  // namespace heatwave::testing
