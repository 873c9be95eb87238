// Turns a failed CUDA call into an exception that carries the call, the place and CUDA's words.
#pragma once

#include <cuda_runtime_api.h>

namespace heatwave::core {

/// Clears CUDA's last error and throws: OutOfMemory when memory ran out, else DeviceLost.
[[noreturn]] void throw_cuda_error(cudaError_t error, const char* call, const char* file, int line);

inline void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) throw_cuda_error(error, call, file, line);
}

}  // namespace heatwave::core

/// For every call to the CUDA runtime, and after each launch with cudaGetLastError().
#define HEATWAVE_CUDA_CHECK(call) ::heatwave::core::check_cuda((call), #call, __FILE__, __LINE__)
