// The matrix multiply C = A · B: the matrices, the data to check a product, and the check.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::matmul_experiment {

/// One element of the correct product, computed in double precision.
struct MatmulSample {
  std::int64_t row = 0;
  std::int64_t column = 0;
  double value = 0.0;
};

/// Square matrices with n rows, stored row by row without gaps.
struct MatmulProblem : Problem {
  std::int64_t n = 1;
  std::int64_t threads = 1024;  ///< threads in a block, for kernels that allow a choice
  std::vector<float> a;
  std::vector<float> b;

  // prepare_matmul_check() computes the following fields for the check.
  std::vector<double> row_spread;      ///< (Σ a⁴)^¼ of each row of A
  std::vector<double> column_spread;   ///< (Σ b⁴)^¼ of each column of B
  std::vector<double> expected;        ///< the whole product; empty: that would take too long
  std::vector<MatmulSample> samples;   ///< if `expected` is empty: some elements
  std::vector<double> probe;           ///< if `expected` is empty: a vector of ±1
  std::vector<double> expected_probe;  ///< A · (B · probe)
};

/// The precision of the products.
enum class MatmulPrecision : std::uint8_t {
  float32,
  tf32,  ///< each factor keeps 10 bits after the binary point; sums are float32
};

void prepare_matmul_check(MatmulProblem& problem);

/// Checks a product. Small products are compared element by element. Of large ones, every row is
/// compared by a probe and some elements directly.
Outcome checked_matmul(const MatmulProblem& problem, const std::vector<float>& c,
                       MatmulPrecision precision);

/// Returns the fastest CPU variant, whose code has its own file.
std::unique_ptr<Run> packed_matmul(const MatmulProblem& problem, const Stop& stop);
/// Returns the bytes that it needs besides the matrices.
double packed_matmul_bytes(std::int64_t n);

// The GPU side has one launcher for each variant.
struct MatmulDevice;
using MatmulLauncher = Launched(const MatmulProblem& problem, MatmulDevice& device, Queue queue);
MatmulLauncher matmul_uncoalesced;
MatmulLauncher matmul_coalesced;
MatmulLauncher matmul_single_block;
MatmulLauncher matmul_local_tiles;
MatmulLauncher matmul_shared_tiles;
MatmulLauncher matmul_register_tiles;
MatmulLauncher matmul_vector_loads;
MatmulLauncher matmul_async_copies;
MatmulLauncher matmul_tensor_tf32;
MatmulLauncher matmul_bulk_copies;
MatmulLauncher matmul_tensor_wgmma;
MatmulLauncher matmul_cublas;
MatmulLauncher matmul_cublas_tf32;
std::unique_ptr<Run> gpu_run_of(const MatmulProblem& problem, MatmulLauncher* launcher);

}  // namespace heatwave::lab::matmul_experiment
