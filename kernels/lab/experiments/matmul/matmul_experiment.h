// Matrix multiply C = A · B: the matrices, what is needed to check a product, and the check.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/lab/experiment.h"

namespace heatwave::lab::matmul_experiment {

/// One element of the right product, computed in double precision.
struct MatmulSample {
  std::int64_t row = 0;
  std::int64_t column = 0;
  double value = 0.0;
};

/// Square matrices of n rows, stored row by row without gaps.
struct MatmulProblem : Problem {
  std::int64_t n = 1;
  std::int64_t threads = 1024;  ///< per block of the kernels that let it be chosen
  std::vector<float> a;
  std::vector<float> b;

  // What the check compares with, made by prepare_matmul_check().
  std::vector<double> row_spread;      ///< (Σ a⁴)^¼ of each row of A
  std::vector<double> column_spread;   ///< (Σ b⁴)^¼ of each column of B
  std::vector<double> expected;        ///< the whole product; empty where that takes too long
  std::vector<MatmulSample> samples;   ///< there: single elements, …
  std::vector<double> probe;           ///< … a vector of ±1, …
  std::vector<double> expected_probe;  ///< … and A · (B · probe)
};

/// How exactly the products are formed.
enum class MatmulPrecision : std::uint8_t {
  float32,
  tf32,  ///< each factor keeps 10 bits behind its point, sums are float32
};

void prepare_matmul_check(MatmulProblem& problem);

/// Small products are compared element by element; of large ones every row is probed and a sample
/// of elements compared.
Outcome checked_matmul(const MatmulProblem& problem, const std::vector<float>& c,
                       MatmulPrecision precision);

/// The ladder's fastest rung on the CPU; its code stands in a file of its own.
std::unique_ptr<Run> packed_matmul(const MatmulProblem& problem, const Stop& stop);
/// Bytes that it takes beside the matrices.
double packed_matmul_bytes(std::int64_t n);

// The GPU's memory, and the launchers, one for each variant.
struct MatmulDevice;
using MatmulLauncher = Launched(const MatmulProblem& problem, MatmulDevice& device, Queue queue);
MatmulLauncher matmul_wrong_way;
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
