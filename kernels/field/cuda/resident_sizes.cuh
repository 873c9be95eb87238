// The tiles that keep a grid in registers, for each equation.
#pragma once

#include <cstddef>
#include <tuple>

#include "kernels/field/cuda/resident_tiles.cuh"

namespace heatwave::field {

/// The tiles to choose from, small ones first: the time of a step grows with the number of cells in
/// a tile. A grid that none of these tiles covers is as fast in passes. Measured on a device of
/// compute capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents,
          int kStepsBack = Equation::kStepsBack>
struct ResidentTiles;

template <typename Equation>
struct ResidentTiles<Equation, 1, 0> {
  using List =
      std::tuple<ResidentTile<12, 7, 2, 12>, ResidentTile<18, 4, 2, 8>, ResidentTile<16, 6, 4, 8>,
                 ResidentTile<16, 8, 4, 8>, ResidentTile<16, 11, 4, 8>>;
};
template <typename Equation>
struct ResidentTiles<Equation, 1, 1> {
  using List = std::tuple<ResidentTile<12, 7, 2, 12>, ResidentTile<16, 6, 4, 8>,
                          ResidentTile<16, 8, 4, 8>, ResidentTile<16, 11, 4, 8>>;
};
template <typename Equation>
struct ResidentTiles<Equation, 2, 0> {
  using List = std::tuple<ResidentTile<16, 4, 2, 6>, ResidentTile<16, 6, 4, 8>,
                          ResidentTile<16, 8, 4, 8>, ResidentTile<16, 11, 4, 8>>;
};

/// The tiles for grids with absorbing edges, small ones first: their blocks have some warps more,
/// for the cells on such edges. Larger tiles would need more registers than there are.
template <typename Equation, int kComponents = Equation::kComponents,
          int kStepsBack = Equation::kStepsBack, bool kAbsorbs = Equation::kAbsorbs>
struct RimmedTiles {
  using List = std::tuple<>;
};
template <typename Equation>
struct RimmedTiles<Equation, 1, 1, true> {
  using List = std::tuple<ResidentTile<12, 7, 2, 12, 3, 1>, ResidentTile<12, 8, 4, 8, 2, 2>,
                          ResidentTile<14, 7, 4, 4, 1, 1>>;
};

/// The tiles of an equation by their index.
template <typename Equation, std::size_t kIndex>
using ResidentTileAt = std::tuple_element_t<kIndex, typename ResidentTiles<Equation>::List>;
template <typename Equation, std::size_t kIndex>
using RimmedTileAt = std::tuple_element_t<kIndex, typename RimmedTiles<Equation>::List>;

}  // namespace heatwave::field
