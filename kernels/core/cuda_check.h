// A failed CUDA call becomes an exception with the call, its file and line, and CUDA's message.
#pragma once

#include <cuda_runtime_api.h>

namespace heatwave::core {

/// Clears CUDA's last error and throws: OutOfMemory when memory ran out, otherwise DeviceLost.
[[noreturn]] void throw_cuda_error(cudaError_t error, const char* call, const char* file, int line);

inline void check_cuda(cudaError_t error, const char* call, const char* file, int line) {
  if (error != cudaSuccess) throw_cuda_error(error, call, file, line);
}

}  // namespace heatwave::core
// variant: *
/// Use this macro for every call to the CUDA runtime and, with cudaGetLastError(), after each
/// launch.
#define HEATWAVE_CUDA_CHECK(call) ::heatwave::core::check_cuda((call), #call, __FILE__, __LINE__)
