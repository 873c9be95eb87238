// Grids and arrays in device memory are read here through the texture units.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// A texture that reads whole cells, and zero beyond the grid. Precondition: the grid outlives it.
class GridTexture : NonCopyable {
 public:
  explicit GridTexture(const PitchedBuffer<float>& grid) {
    cudaResourceDesc memory{};
    memory.resType = cudaResourceTypePitch2D;
    memory.res.pitch2D.devPtr = grid.data();
    memory.res.pitch2D.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    memory.res.pitch2D.width = static_cast<std::size_t>(grid.extent().width);
    memory.res.pitch2D.height = static_cast<std::size_t>(grid.extent().height);
    memory.res.pitch2D.pitchInBytes = grid.pitch();
    cudaTextureDesc reading{};
    reading.addressMode[0] = cudaAddressModeBorder;
    reading.addressMode[1] = cudaAddressModeBorder;
    reading.filterMode = cudaFilterModePoint;
    reading.readMode = cudaReadModeElementType;
    HEATWAVE_CUDA_CHECK(cudaCreateTextureObject(&texture_, &memory, &reading, nullptr));
  }
  ~GridTexture() { cudaDestroyTextureObject(texture_); }

  [[nodiscard]] cudaTextureObject_t get() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

/// A grid in a CUDA array, whose opaque layout keeps neighbours in both directions close. Kernels
/// read it through a texture (zero beyond its edge, by its address mode) and write it through a
/// surface.
class GridArray : NonCopyable {
 public:
  explicit GridArray(Extent extent) : extent_(extent) {
    const cudaChannelFormatDesc cell =
        cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    HEATWAVE_CUDA_CHECK(cudaMallocArray(&array_, &cell, static_cast<std::size_t>(extent.width),
                                        static_cast<std::size_t>(extent.height),
                                        cudaArraySurfaceLoadStore));
    cudaResourceDesc memory{};
    memory.resType = cudaResourceTypeArray;
    memory.res.array.array = array_;
    cudaTextureDesc reading{};
    reading.addressMode[0] = cudaAddressModeBorder;
    reading.addressMode[1] = cudaAddressModeBorder;
    reading.filterMode = cudaFilterModePoint;
    reading.readMode = cudaReadModeElementType;
    try {
      HEATWAVE_CUDA_CHECK(cudaCreateTextureObject(&texture_, &memory, &reading, nullptr));
      HEATWAVE_CUDA_CHECK(cudaCreateSurfaceObject(&surface_, &memory));
    } catch (...) {
      free();
      throw;
    }
  }
  ~GridArray() { free(); }

  [[nodiscard]] cudaTextureObject_t texture() const { return texture_; }
  [[nodiscard]] cudaSurfaceObject_t surface() const { return surface_; }
  /// upload() copies dense cells of the whole grid into the array; download() copies them out.
  void upload(const float* cells, cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DToArrayAsync(array_, 0, 0, cells, row_bytes(), row_bytes(),
                                                 rows(), cudaMemcpyHostToDevice, stream));
  }
  void download(float* cells, cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DFromArrayAsync(cells, row_bytes(), array_, 0, 0, row_bytes(),
                                                   rows(), cudaMemcpyDeviceToHost, stream));
  }

 private:
  [[nodiscard]] std::size_t row_bytes() const {
    return static_cast<std::size_t>(extent_.width) * sizeof(float);
  }
  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(extent_.height); }
  void free() const {
    if (surface_ != 0) cudaDestroySurfaceObject(surface_);
    if (texture_ != 0) cudaDestroyTextureObject(texture_);
    cudaFreeArray(array_);
  }

  Extent extent_;
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
  cudaSurfaceObject_t surface_ = 0;
};

/// A texture that reads up to 2^27 words by index, with tex1Dfetch. Precondition: the array
/// outlives it.
class ArrayTexture : NonCopyable {
 public:
  explicit ArrayTexture(const DeviceBuffer<std::uint32_t>& array) {
    cudaResourceDesc memory{};
    memory.resType = cudaResourceTypeLinear;
    memory.res.linear.devPtr = array.data();
    memory.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    memory.res.linear.sizeInBytes = array.size() * sizeof(std::uint32_t);
    cudaTextureDesc reading{};
    reading.readMode = cudaReadModeElementType;
    HEATWAVE_CUDA_CHECK(cudaCreateTextureObject(&texture_, &memory, &reading, nullptr));
  }
  ~ArrayTexture() { cudaDestroyTextureObject(texture_); }

  [[nodiscard]] cudaTextureObject_t get() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

}  // namespace heatwave::core
