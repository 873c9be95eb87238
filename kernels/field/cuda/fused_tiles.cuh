// What a fused pass over a grid works on: several steps at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/tile_cuts.h"

namespace heatwave::field {

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

/// An oscillating cell in the reach of a tile.
struct TileOscillator {
  std::uint16_t cell;  ///< row by row in the reach
  std::uint16_t component;
  int oscillation;
};

/// Neighbouring cells that one thread reads and writes at once.
template <int kCount>
struct alignas(kCount * sizeof(float)) Pack {
  float of[kCount];
};

/// What the i-th of a lane's cells sees: its neighbours in the row are the lane's own, or `west`
/// and `east` of these.
template <int kComponents, int kColumns>
__device__ __forceinline__ Neighbourhood<kComponents> seen_by(
    int i, const float (&row)[kComponents][kColumns], const float (&north)[kComponents][kColumns],
    const float (&south)[kComponents][kColumns], const float (&west)[kComponents],
    const float (&east)[kComponents]) {
  Neighbourhood<kComponents> n;
#pragma unroll
  for (int c = 0; c < kComponents; ++c) {
    n[c].centre = row[c][i];
    n[c].west = i == 0 ? west[c] : row[c][i == 0 ? 0 : i - 1];
    n[c].east = i == kColumns - 1 ? east[c] : row[c][i == kColumns - 1 ? i : i + 1];
    n[c].north = north[c][i];
    n[c].south = south[c][i];
  }
  return n;
}

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
