// Managed memory is owned here and freed with its owner.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"

namespace heatwave::core {

/// An array with one address for host and device, whose pages move to the processor that uses them.
template <typename T>
class ManagedBuffer {
 public:
  ManagedBuffer() = default;
  explicit ManagedBuffer(std::size_t size) : size_(size) {
    void* memory = nullptr;
    HEATWAVE_CUDA_CHECK(cudaMallocManaged(&memory, size * sizeof(T)));
    memory_.reset(static_cast<T*>(memory));
  }

  [[nodiscard]] T* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  std::unique_ptr<T, DeviceFree> memory_;
  std::size_t size_ = 0;
};

}  // namespace heatwave::core
