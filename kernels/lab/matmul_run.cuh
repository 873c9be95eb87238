// What the GPU variants of the matrix multiply share: the matrices on the device and their copies.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/matmul.h"

namespace heatwave::lab {

/// Rows may be padded with zeros to a multiple of some elements, so that each begins where vectors
/// may be loaded.
class MatmulRun : public GpuRun {
 public:
  explicit MatmulRun(const MatmulProblem& problem, std::int64_t padded_to = 1,
                     MatmulPrecision precision = MatmulPrecision::float32)
      : problem_(problem),
        precision_(precision),
        stride_((problem.n + padded_to - 1) / padded_to * padded_to),
        a_(static_cast<std::size_t>(problem.n * stride_)),
        b_(a_.size()),
        c_(a_.size()),
        result_(problem.a.size()) {
    clear(a_, queue());
    clear(b_, queue());
  }

  Outcome outcome() override { return checked_matmul(problem_, result_, precision_); }

 protected:
  void copy_in() override {
    copy(a_.data(), device_row(), problem_.a.data(), host_row(), cudaMemcpyHostToDevice);
    copy(b_.data(), device_row(), problem_.b.data(), host_row(), cudaMemcpyHostToDevice);
    poison(c_, queue());
  }
  void copy_out() override {
    copy(result_.data(), host_row(), c_.data(), device_row(), cudaMemcpyDeviceToHost);
  }

  [[nodiscard]] int n() const { return static_cast<int>(problem_.n); }
  [[nodiscard]] int stride() const { return static_cast<int>(stride_); }  ///< of a padded row
  [[nodiscard]] const float* a() const { return a_.data(); }
  [[nodiscard]] const float* b() const { return b_.data(); }
  [[nodiscard]] float* c() const { return c_.data(); }
  [[nodiscard]] const MatmulProblem& problem() const { return problem_; }

  /// Blocks of so many rows and columns each that cover the product.
  [[nodiscard]] dim3 blocks_of(int side) const {
    const auto count = static_cast<unsigned>((n() + side - 1) / side);
    return {count, count, 1};
  }

 private:
  [[nodiscard]] std::size_t host_row() const {
    return static_cast<std::size_t>(problem_.n) * sizeof(float);
  }
  [[nodiscard]] std::size_t device_row() const {
    return static_cast<std::size_t>(stride_) * sizeof(float);
  }
  void copy(float* to, std::size_t to_row, const float* from, std::size_t from_row,
            cudaMemcpyKind kind) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(to, to_row, from, from_row, host_row(),
                                          static_cast<std::size_t>(problem_.n), kind, queue()));
  }

  const MatmulProblem& problem_;
  MatmulPrecision precision_;
  std::int64_t stride_;
  core::DeviceBuffer<float> a_;
  core::DeviceBuffer<float> b_;
  core::DeviceBuffer<float> c_;
  std::vector<float> result_;
};

}  // namespace heatwave::lab
