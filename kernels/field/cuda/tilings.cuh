// The tiles into which passes in registers cut a grid, for each equation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/fused_stepper.cuh"
#include "kernels/field/cuda/register_passes.cuh"

namespace heatwave::field {

/// Plain tiles that a block steps in registers.
template <typename EquationOf, typename Tile>
struct PlainTiles {
  using Equation = EquationOf;
  using Media = Tile;
  using Memory = SharedRows<Equation, Tile>;
  static constexpr TileShape kShape = Tile::kShape;
  static constexpr std::size_t kMemory = sizeof(Memory);
  static constexpr const char* kHow = "";

  static void allow_memory() {
    field::allow_memory(step_plain_tiles<Equation, Tile, NoSamples>, kMemory);
  }
  static Cut cut(const Parts& parts, int /*multiprocessors*/) { return cut_tiles(parts, kShape); }
  static void launch(const FusedGrid<Equation>& grid, const FusedTile* tiles, int count,
                     const typename Equation::Constants& constants, const core::Stream& stream) {
    step_plain_tiles<Equation, Tile, NoSamples>
        <<<count, 32 * Tile::kWarps, kMemory, stream.get()>>>(grid, tiles, constants, NoSamples{});
  }
};

/// The tilings of an equation. A few large tiles waste little on their halos; many small ones keep
/// the whole device busy if the grid is small. Each tile lets two blocks share a multiprocessor or,
/// if registers do not allow that, is the fastest tile that does not. From a certain number of
/// cells for each multiprocessor on, strips are faster. All numbers were measured on a device of
/// compute capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents, int kKept = kFloats<Equation>>
// Equations with more floats for each cell have no tiling yet: PlainCudaStepper steps them.
struct Tilings;

template <typename Equation>
struct Tilings<Equation, 1, 1> {
  using Large = Tiling<PlainTiles<Equation, RegisterTile<16, 6, 4, 2, 12>>, 2, 2>;
  using Small = Tiling<PlainTiles<Equation, RegisterTile<8, 9, 2, 1, 8>>, 1, 2>;
  static constexpr std::int64_t kStripCells = 26'000;
};
template <typename Equation>
struct Tilings<Equation, 1, 2> {
  using Large = Tiling<PlainTiles<Equation, RegisterTile<12, 6, 4, 2, 12>>, 2, 2>;
  using Small = Tiling<PlainTiles<Equation, RegisterTile<12, 4, 4, 2, 8>>, 4, 1>;
  static constexpr std::int64_t kStripCells = 26'000;
};
template <typename Equation>
struct Tilings<Equation, 2, 2> {
  using Large = Tiling<PlainTiles<Equation, RegisterTile<12, 8, 4, 1, 8>>, 2, 2>;
  using Small = Tiling<PlainTiles<Equation, RegisterTile<12, 6, 2, 2, 8>>, 1, 2>;
  static constexpr std::int64_t kStripCells = 30'000;
};

}  // namespace heatwave::field
