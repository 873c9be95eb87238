// TileLists says which tiles of a grid a fused pass steps in registers and which contain cells of
// other kinds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/fused_tiles.cuh"
#include "kernels/field/cuda/tile_cuts.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

MirroredAxes mirrors_of(const CudaField& field);

class TileLists {
 public:
  /// Makes the lists anew if cells have changed since the last call, and waits for the device.
  /// `mixed` is the shape of the grid's parts and of mixed tiles; `cut` makes all other tiles. If
  /// `steps_media` is false, parts with media become mixed tiles.
  void renew(const CudaField& field, const Oscillators& oscillators, TileShape mixed,
             bool steps_media, const std::function<Cut(const Parts&)>& cut);
  /// Makes the list of watched tiles anew if other cells are sampled than at the last call.
  void watch(const CudaField& field, TileShape mixed);

  [[nodiscard]] const FusedTile* plain() const { return plain_.data(); }
  [[nodiscard]] int plain_count() const { return plain_count_; }
  [[nodiscard]] const FusedTile* media() const { return media_.data(); }
  [[nodiscard]] int media_count() const { return media_count_; }
  [[nodiscard]] const FusedTile* mixed() const { return mixed_.data(); }
  [[nodiscard]] int mixed_count() const { return mixed_count_; }
  [[nodiscard]] const TileOscillator* oscillators() const { return oscillators_.data(); }
  /// Returns the parts that contain sampled cells and are no mixed tiles. None of their cells
  /// oscillates.
  [[nodiscard]] const FusedTile* watched() const { return watched_.data(); }
  [[nodiscard]] int watched_count() const { return watched_count_; }

 private:
  /// Value of CudaField::cells_version that the lists were made for; 0: none.
  std::uint64_t version_ = 0;
  int plain_count_ = 0;
  int media_count_ = 0;
  int mixed_count_ = 0;
  int watched_count_ = 0;
  std::vector<std::size_t> mixed_parts_;
  /// Values of `version_` and of CudaSamples::version() that the watched tiles were found for.
  std::array<std::uint64_t, 2> watched_for_{};
  core::DeviceBuffer<std::uint8_t> classes_;
  core::DeviceBuffer<FusedTile> plain_;
  core::DeviceBuffer<FusedTile> media_;
  core::DeviceBuffer<FusedTile> mixed_;
  core::DeviceBuffer<FusedTile> watched_;
  core::DeviceBuffer<TileOscillator> oscillators_;
};

}  // namespace heatwave::field
