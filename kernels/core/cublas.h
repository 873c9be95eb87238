// cuBLAS as a measuring stick: loaded while the program runs, so that it starts without it too.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

namespace heatwave::core {

/// A handle of cuBLAS whose work is queued in one stream. Pointers are the device's; nothing waits.
class Cublas {
 public:
  /// Throws Unavailable where the library is not installed or cannot start.
  explicit Cublas(cudaStream_t stream);

  void set_stream(cudaStream_t stream) const;

  enum class Arithmetic {
    float32,  ///< the library's default
    tf32,     ///< tensor cores; the inputs lose 13 of their 23 bits behind the point
  };
  void set_arithmetic(Arithmetic arithmetic) const;

  /// c = a · b, all stored row by row without gaps: a is m × k, b is k × n, c is m × n.
  void sgemm(int m, int n, int k, const float* a, const float* b, float* c) const;

  /// *result = Σ x[i] · y[i], where `result` too lies on the device.
  void sdot(int n, const float* x, const float* y, float* result) const;

 private:
  struct Destroy {
    void operator()(void* handle) const;
  };
  std::unique_ptr<void, Destroy> handle_;
};

}  // namespace heatwave::core
