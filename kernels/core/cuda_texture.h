// Grids and arrays in device memory, read through the texture units.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"

namespace heatwave::core {

/// Reads whole cells, and zero beyond the grid. The grid outlives it.
class GridTexture {
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
  GridTexture(const GridTexture&) = delete;
  GridTexture& operator=(const GridTexture&) = delete;
  GridTexture(GridTexture&&) = delete;
  GridTexture& operator=(GridTexture&&) = delete;

  [[nodiscard]] cudaTextureObject_t get() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

/// Reads words by their index, with tex1Dfetch; no more than 2^27. The array outlives it.
class ArrayTexture {
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
  ArrayTexture(const ArrayTexture&) = delete;
  ArrayTexture& operator=(const ArrayTexture&) = delete;
  ArrayTexture(ArrayTexture&&) = delete;
  ArrayTexture& operator=(ArrayTexture&&) = delete;

  [[nodiscard]] cudaTextureObject_t get() const { return texture_; }

 private:
  cudaTextureObject_t texture_ = 0;
};

}  // namespace heatwave::core
