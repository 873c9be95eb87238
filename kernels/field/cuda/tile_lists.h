// Which tiles of a grid a fused pass steps in registers, and which hold cells of any kind.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/fused_tiles.cuh"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

/// How many tiles of a shape cover a grid.
constexpr int tiles_over(core::Extent extent, TileShape shape) {
  const int across = (extent.width + shape.width - 1) / shape.width;
  const int down = (extent.height + shape.height - 1) / shape.height;
  return across * down;
}

Mirrors mirrors_of(const CudaField& field);

class TileLists {
 public:
  /// Finds them anew if cells have changed since the last time, and waits for it. A plain tile is
  /// split into whole mixed ones.
  void renew(const CudaField& field, const Oscillators& oscillators, TileShape plain,
             TileShape mixed);

  [[nodiscard]] const FusedTile* plain() const { return plain_.data(); }
  [[nodiscard]] int plain_count() const { return plain_count_; }
  [[nodiscard]] const FusedTile* mixed() const { return mixed_.data(); }
  [[nodiscard]] int mixed_count() const { return mixed_count_; }
  [[nodiscard]] const TileOscillator* oscillators() const { return oscillators_.data(); }

 private:
  std::uint64_t version_ = 0;  ///< of the cells that the lists were made for; 0: none
  int plain_count_ = 0;
  int mixed_count_ = 0;
  core::DeviceBuffer<std::uint8_t> classes_;
  core::DeviceBuffer<FusedTile> plain_;
  core::DeviceBuffer<FusedTile> mixed_;
  core::DeviceBuffer<TileOscillator> oscillators_;
};

}  // namespace heatwave::field
