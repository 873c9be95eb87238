// Tests kernels of an edited text: they are launched in the place of the program's own.
#include "kernels/lab/bench/edited_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/edited_kernels.cuh"

__global__ void edited_scale(float* x, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] *= 2;
}

template <int BY>
__global__ void edited_add(float* x) {
  x[threadIdx.x] += BY;
}

namespace heatwave::lab {
namespace {

constexpr int kThreads = 64;

/// Launches a kernel of this program on ones, and returns the first result.
template <typename Launch>
float result_of(Launch launch) {
  const core::DeviceBuffer<float> x(kThreads);
  std::vector<float> values(kThreads, 1.0F);
  const std::size_t bytes = kThreads * sizeof(float);
  HEATWAVE_CUDA_CHECK(cudaMemcpy(x.data(), values.data(), bytes, cudaMemcpyHostToDevice));
  launch(x.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  HEATWAVE_CUDA_CHECK(cudaMemcpy(values.data(), x.data(), bytes, cudaMemcpyDeviceToHost));
  return values.front();
}

void scale(float* x) { edited_scale<<<1, kThreads>>>(x, kThreads); }

class EditedKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_no_edited_kernels();
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
  void TearDown() override {
    if (why_no_edited_kernels().empty()) launch_edited_kernels("");
  }
  static std::string refusal() {
    try {
      scale(nullptr);
    } catch (const core::Error& error) {
      return error.what();
    }
    return {};
  }
};

TEST_F(EditedKernels, TakeThePlaceOfTheProgramsOwn) {
  EXPECT_EQ(result_of(scale), 2.0F);
  launch_edited_kernels(
      "__global__ void edited_scale(float* x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 3; "
      "}");
  EXPECT_EQ(result_of(scale), 3.0F);
  EXPECT_EQ(edited_kernels_launched(), 1);
  EXPECT_EQ(result_of([](float* x) { edited_add<7><<<1, kThreads>>>(x); }), 8.0F)
      << "a kernel that is not in the text is the program's own";
}

TEST_F(EditedKernels, AreFoundByTheirTemplateArguments) {
  launch_edited_kernels(
      "template <int BY> __global__ void edited_add(float* x) { x[threadIdx.x] += 10 * BY; }");
  EXPECT_EQ(result_of([](float* x) { edited_add<7><<<1, kThreads>>>(x); }), 71.0F);
  EXPECT_EQ(result_of([](float* x) { edited_add<2><<<1, kThreads>>>(x); }), 21.0F);
}

TEST_F(EditedKernels, NeedWhatTheirOwnCodeNeeds) {
  launch_edited_kernels(
      "__global__ void edited_scale(float* x, int n) { __shared__ float s[256]; s[threadIdx.x] = "
      "n;\n"
      "  __syncthreads(); x[threadIdx.x] = s[n - 1 - threadIdx.x]; }");
  const auto* kernel = reinterpret_cast<const void*>(edited_scale);
  const KernelNeeds needs = needs_of(kernel, kThreads, 0);
  EXPECT_EQ(needs.shared_bytes, 1024U);
  EXPECT_GT(needs.registers, 0);
  EXPECT_GT(needs.blocks, 0);
  launch_edited_kernels("");
  EXPECT_EQ(needs_of(kernel, kThreads, 0).shared_bytes, 0U);
}

TEST_F(EditedKernels, WithMistakesAreRefusedWithTheirLines) {
  launch_edited_kernels("\n__global__ void edited_scale(float* x, int n) { y = 1; }");
  EXPECT_NE(refusal().find("kernel.cu(2): error: identifier \"y\" is undefined"), std::string::npos)
      << refusal();
  launch_edited_kernels("__global__ void edited_scale(double* x) {}");
  EXPECT_NE(refusal().find("edited_scale must keep its name and its parameters"), std::string::npos)
      << refusal();
}

using EditedKernelsDeathTest = EditedKernels;

TEST_F(EditedKernelsDeathTest, WithoutAnEndEndTheirProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        launch_edited_kernels(
            "__global__ void edited_scale(float* x, int n) { while (*(volatile float*)x > 0) {} }");
        (void)result_of(scale);
      },
      ::testing::ExitedWithCode(kKernelTooSlow), "did not end within 2 s");
}

}  // namespace
}  // namespace heatwave::lab
