// cuBLAS serves as a reference for measurements. It is loaded at run time, so that the program
// starts without it.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

namespace heatwave::core {

/// A cuBLAS handle whose work is queued in one stream. All pointers are device pointers; no
/// function waits.
class Cublas {
 public:
  /// Throws Unavailable when the library is not installed or cannot start.
  explicit Cublas(cudaStream_t stream);

  void set_stream(cudaStream_t stream) const;

  enum class Arithmetic {
    float32,  ///< the library's default
    tf32,     ///< tensor cores; the inputs lose 13 of the 23 bits after the binary point
  };
  void set_arithmetic(Arithmetic arithmetic) const;

  /// Computes c = a · b. All matrices are stored row by row without gaps: a is m × k, b is k × n, c
  /// is m × n.
  void sgemm(int m, int n, int k, const float* a, const float* b, float* c) const;

  /// Computes *result = Σ x[i] · y[i]; `result` is a device pointer, too.
  void sdot(int n, const float* x, const float* y, float* result) const;

 private:
  struct Destroy {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, Destroy> handle_;
};

}  // namespace heatwave::core
