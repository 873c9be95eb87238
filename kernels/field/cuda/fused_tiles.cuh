// What a fused pass over a grid works on: several steps at once, a tile a block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cell_step.h"

namespace heatwave::field {

/// The cells that a block writes in one pass, and the most steps of a pass. A tile carries so many
/// cells more on every side than it writes: each step spoils one ring of them, since what lies
/// beyond is not there.
struct TileShape {
  int width;
  int height;
  int steps;

  [[nodiscard]] __host__ __device__ constexpr int reach_width() const { return width + 2 * steps; }
  [[nodiscard]] __host__ __device__ constexpr int reach_height() const {
    return height + 2 * steps;
  }
};

/// Along which directions the grid goes on mirrored beyond its edges: where no cell sees the other
/// side. Each outermost cell then sees itself, whatever its flags say of that edge.
struct Mirrors {
  bool x;
  bool y;
};

/// What a pass reads and writes. Nobody writes what another block reads.
template <typename Equation>
struct FusedGrid {
  static constexpr int kComponents = Equation::kComponents;

  PerComponent<const float*, kComponents> newest;
  PerComponent<const float*, kComponents> older;  ///< null where the equation does not look back
  PerComponent<float*, kComponents> next_newest;
  PerComponent<float*, kComponents> next_older;
  std::size_t stride;
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;
  std::size_t factors_stride;
  const float* rim;
  float* next_rim;
  AbsorbingSides absorbing;
  core::Extent extent;
  Mirrors mirrors;
  int steps;  ///< of this pass, 1 to the tiles' most
};

/// One tile of a pass.
struct FusedTile {
  int x;      ///< its first column …
  int y;      ///< … and row that it writes
  int keeps;  ///< whether some cell of its reach is held or a wall
  int first;  ///< oscillating cells of its reach: where their list begins …
  int count;  ///< … and how long it is
};

/// An oscillating cell in the reach of a tile.
struct TileOscillator {
  std::uint16_t cell;  ///< row by row in the reach
  std::uint16_t component;
  int oscillation;
};

/// The grid is a torus to a tile: whatever is not periodic has flags that say so. Only in the
/// smallest grids a place is wrapped more than once: a division would cost all others more.
__device__ __forceinline__ int wrapped(int place, int size) {
  while (place < 0) place += size;
  while (place >= size) place -= size;
  return place;
}

/// Where a place beyond the grid lies in it.
__device__ __forceinline__ int placed(int place, int size, bool mirrored) {
  if (!mirrored) return wrapped(place, size);
  while (place < 0 || place >= size) place = place < 0 ? -1 - place : 2 * size - 1 - place;
  return place;
}

/// For each tile of this shape what kinds of cells its reach holds.
__global__ void classify_tiles(const std::uint8_t* flags, std::size_t stride, core::Extent extent,
                               Mirrors mirrors, TileShape shape, int across, std::uint8_t* classes);

}  // namespace heatwave::field
