// A PageLock pins host memory that has been allocated already, for its own lifetime.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/cuda_check.h"
#include "kernels/core/host_pages.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// While it lives, copies from and to these arrays are copies of pinned memory.
class PageLock : NonCopyable {
 public:
  /// Throws core::Error when the system cannot pin these pages; then none of them is pinned.
  explicit PageLock(std::span<const Bytes> arrays) {
    constexpr std::uintptr_t kPage = 4096;
    try {
      for (const Pages& pages : pages_of(arrays, kPage)) {
        void* begin = reinterpret_cast<void*>(pages.begin);
        HEATWAVE_CUDA_CHECK(
            cudaHostRegister(begin, pages.end - pages.begin, cudaHostRegisterDefault));
        locked_.push_back(begin);
      }
    } catch (...) {
      unlock();
      (void)cudaGetLastError();  // the next launch must not report this error
      throw;
    }
  }
  ~PageLock() { unlock(); }

 private:
  void unlock() {
    for (void* begin : locked_) cudaHostUnregister(begin);
    locked_.clear();
  }

  std::vector<void*> locked_;
};

}  // namespace heatwave::core
