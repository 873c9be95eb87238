// These classes own device memory and pinned host memory, and free it with themselves.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/core/cuda_check.h"
#include "kernels/core/geometry.h"
#include "kernels/core/host_pages.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::core {
// variant: *
struct DeviceFree {
  void operator()(void* memory) const { cudaFree(memory); }  //! when its owner is destroyed
};
struct PinnedFree {
  void operator()(void* memory) const { cudaFreeHost(memory); }
};

/// A plain array on the device; its initial contents are undefined.
template <typename T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(std::size_t size) : size_(size) {
    if (size == 0) return;
    void* memory = nullptr;
    HEATWAVE_CUDA_CHECK(cudaMalloc(&memory, size * sizeof(T)));  //! an address on the device
    memory_.reset(static_cast<T*>(memory));
  }
  // end
  [[nodiscard]] T* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Allocates memory for at least this many elements; old contents may be lost.
  void reserve(std::size_t size) {
    if (size > size_) *this = DeviceBuffer(size);
  }

 private:
  std::unique_ptr<T, DeviceFree> memory_;
  std::size_t size_ = 0;
};

/// A grid on the device whose rows are aligned as the device requires.
template <typename T>
class PitchedBuffer {
 public:
  PitchedBuffer() = default;
  explicit PitchedBuffer(Extent extent) : extent_(extent) {
    void* memory = nullptr;
    HEATWAVE_CUDA_CHECK(cudaMallocPitch(&memory, &pitch_,
                                        static_cast<std::size_t>(extent.width) * sizeof(T),
                                        static_cast<std::size_t>(extent.height)));
    memory_.reset(static_cast<T*>(memory));
  }

  [[nodiscard]] T* data() const { return memory_.get(); }
  [[nodiscard]] T* cell(int x, int y) const {
    return data() + static_cast<std::size_t>(y) * stride() + static_cast<std::size_t>(x);
  }
  [[nodiscard]] std::size_t pitch() const { return pitch_; }  ///< bytes from one row to the next
  [[nodiscard]] std::size_t stride() const { return pitch_ / sizeof(T); }
  [[nodiscard]] Extent extent() const { return extent_; }
  [[nodiscard]] bool empty() const { return memory_ == nullptr; }

  void clear(cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemset2DAsync(data(), pitch_, 0, row_bytes(extent_.width),
                                          static_cast<std::size_t>(extent_.height), stream));
  }
  /// Copies a dense array into an area of the grid.
  void upload(Rect area, const T* cells, cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(
        cell(area.x0, area.y0), pitch_, cells, row_bytes(area.width()), row_bytes(area.width()),
        static_cast<std::size_t>(area.height()), cudaMemcpyHostToDevice, stream));
  }
  /// Copies an area of the grid into a dense array.
  void download(Rect area, T* cells, cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(
        cells, row_bytes(area.width()), cell(area.x0, area.y0), pitch_, row_bytes(area.width()),
        static_cast<std::size_t>(area.height()), cudaMemcpyDeviceToHost, stream));
  }

 private:
  static std::size_t row_bytes(int width) { return static_cast<std::size_t>(width) * sizeof(T); }

  std::unique_ptr<T, DeviceFree> memory_;
  Extent extent_;
  std::size_t pitch_ = 0;
};

/// Pinned host memory: the device can copy from and to it while the host continues.
template <typename T>
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  explicit PinnedBuffer(std::size_t size) : size_(size) {
    void* memory = nullptr;
    HEATWAVE_CUDA_CHECK(cudaMallocHost(&memory, size * sizeof(T)));
    memory_.reset(static_cast<T*>(memory));
  }

  [[nodiscard]] T* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::unique_ptr<T, PinnedFree> memory_;
  std::size_t size_ = 0;
};

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
