// The data of a fused pass, which takes several steps in one pass over the grid.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/cuda/pass_order.cuh"
#include "kernels/field/cuda/tile_shapes.h"

namespace heatwave::field {

/// All arrays that a pass reads and writes. No block writes cells that another block reads.
template <typename Equation>
struct FusedGrid {
  static constexpr int kComponents = Equation::kComponents;

  PerComponent<const float*, kComponents> newest;
  PerComponent<const float*, kComponents> older;  ///< null: the equation does not look back
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
  MirroredAxes mirrors;
  int steps;      ///< steps of this pass, from 1 to TileShape::steps
  bool is_first;  ///< true: the kernel is the first one of its pass
};

/// An oscillating cell of a tile or its halo.
struct TileOscillator {
  std::uint16_t cell;  ///< index into the haloed tile, row by row
  std::uint16_t component;
  int oscillation;
};

/// Neighbouring cells that one thread reads or writes with one instruction.
template <int kCount>
struct alignas(kCount * sizeof(float)) Pack {
  float of[kCount];
};

/// Returns the neighbours of a lane's i-th cell. Within the lane's own columns they come from
/// `row`; beyond them they are `west` and `east`.
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

/// Returns the values of a cell after one level of a pass, counted from the pass's first one. A
/// level is a step or, of a formula with sub-steps, one of these: they take turns, and a pass
/// begins with the first.
template <typename Equation, typename Numbers>
__device__ __forceinline__ Values<Equation::kComponents> update_at_level(
    [[maybe_unused]] int level, const Neighbourhood<Equation::kComponents>& n,
    const Values<Equation::kComponents>& older, const Numbers& constants) {
  if constexpr (requires { Equation::kSubSteps; }) {
    constexpr auto kSubSteps = static_cast<unsigned>(Equation::kSubSteps);
    return Equation::sub_step(static_cast<unsigned>(level) % kSubSteps, n, older, constants);
  } else {
    return Equation::update(n, older, constants);
  }
}

/// Returns how many levels of a pass a step takes.
template <typename Equation>
__device__ constexpr int levels_per_step() {
  if constexpr (requires { Equation::kSubSteps; }) return Equation::kSubSteps;
  return 1;
}

/// Returns whether a level of a pass writes a component. Others keep their values.
template <typename Equation>
__device__ __forceinline__ bool level_writes([[maybe_unused]] int level,
                                             [[maybe_unused]] int component) {
  if constexpr (requires { Equation::kSubSteps; }) {
    return Equation::writes(static_cast<unsigned>(level % Equation::kSubSteps), component);
  }
  return true;
}

/// Wraps a coordinate as if the grid were a torus; where the grid is not periodic, the cells' flags
/// handle it. Only in the smallest grids is the loop needed: a division would slow down all other
/// grids.
__device__ __forceinline__ int wrap_coordinate(int coordinate, int size) {
  while (coordinate < 0) coordinate += size;
  while (coordinate >= size) coordinate -= size;
  return coordinate;
}

/// Returns the coordinate inside the grid that stands for a coordinate beyond its edge.
__device__ __forceinline__ int grid_coordinate(int coordinate, int size, bool mirrored) {
  if (!mirrored) return wrap_coordinate(coordinate, size);
  while (coordinate < 0 || coordinate >= size)
    coordinate = coordinate < 0 ? -1 - coordinate : 2 * size - 1 - coordinate;
  return coordinate;
}

/// The cells of a grid, as kernels read them that step none.
struct CellsOnDevice {
  const std::uint8_t* flags;
  std::size_t flags_stride;
  const float* factors;  ///< read where a cell is a medium
  std::size_t factors_stride;
  core::Extent extent;
  MirroredAxes mirrors;
};

/// Finds for each tile of this shape the kinds of cells in the tile and its halo.
__global__ void classify_tiles(CellsOnDevice cells, TileShape shape, int across, PartCells* found);

}  // namespace heatwave::field
