// The tiles and strips into which passes cut a grid, for each equation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/field/cuda/register_passes.cuh"
#include "kernels/field/cuda/shared_tiles.cuh"
#include "kernels/field/cuda/streamed_strips.cuh"

namespace heatwave::field {

/// The tile types of a pass: for plain cells, for media, and for the mixed parts into which the
/// grid is divided for sorting.
template <typename PlainOf, int kAcross, int kDown>
struct Tiling {
  using Plain = PlainOf;
  using Equation = typename Plain::Equation;
  using Media = typename Plain::Media;
  using Mixed = SharedTile<Equation, Plain::kShape.width / kAcross, Plain::kShape.height / kDown,
                           Plain::kShape.steps>;
  static_assert(Mixed::kShape.width * kAcross == Plain::kShape.width);
  static_assert(Mixed::kShape.height * kDown == Plain::kShape.height);
  static_assert(Media::kShape.width == Plain::kShape.width);
  static_assert(Media::kShape.height % Mixed::kShape.height == 0);
  static_assert(Media::kShape.steps == Plain::kShape.steps);
};

/// Plain tiles, each stepped by one block in registers.
template <typename EquationOf, typename Tile>
struct PlainTiles {
  using Equation = EquationOf;
  using Media = Tile;
  static constexpr TileShape kShape = Tile::kShape;
  static constexpr std::size_t kMemory = sizeof(SharedRows<Equation, Tile>);
  static constexpr int kThreads = 32 * Tile::kWarps;
  static constexpr int kTilesOfABlock = 1;
  static constexpr const char* kHow = "";
};

/// Plain strips, each stepped by one warp, and tiles of equal width for parts with media.
template <typename EquationOf, typename StripOf>
struct PlainStrips {
  using Equation = EquationOf;
  using Strip = StripOf;
  using Media = RegisterTile<(Strip::kMediaHeight + 2 * Strip::kSteps) / 4, 4, Strip::kColumns, 1,
                             Strip::kSteps>;
  static constexpr TileShape kShape = Strip::kShape;
  /// The shared memory that the incoming rows of a block take.
  template <typename Columns>
  static constexpr std::size_t kIncoming = sizeof(IncomingRows<Equation, Columns>) * Strip::kWarps;
  static constexpr std::size_t kMemory = kIncoming<Strip>;
  static constexpr int kThreads = 32 * Strip::kWarps;
  static constexpr int kTilesOfABlock = Strip::kWarps;
  static constexpr const char* kHow = ", in strips";
};

/// The tilings of an equation. A few large tiles waste little on their halos; many small ones keep
/// the whole device busy if the grid is small. Each tile lets two blocks share a multiprocessor or,
/// if registers do not allow that, is the fastest tile that does not. From a certain number of
/// cells for each multiprocessor on, strips are faster. All numbers were measured on a device of
/// compute capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents, int kKept = kFloats<Equation>>
// Equations with more floats for each cell have no tiling yet: they are stepped one step at a time.
struct Tilings;

template <typename Equation>
struct Tilings<Equation, 1, 1> {
  using Large = Tiling<PlainTiles<Equation, RegisterTile<16, 6, 4, 2, 12>>, 2, 2>;
  using Small = Tiling<PlainTiles<Equation, RegisterTile<8, 9, 2, 1, 8>>, 1, 2>;
  static constexpr std::int64_t kStripCells = 16'000;
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
  static constexpr std::int64_t kStripCells = 16'000;
};

/// The strips of an equation take as many steps in a pass as the registers allow. A run-in through
/// few levels saves time only if all loops fit in the instruction cache. All numbers were measured
/// on a device of compute capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents,
          int kStepsBack = Equation::kStepsBack>
struct StripOf {
  using Type = Strip<StripColumns<8, 4, 8>, 8, 170>;
};
template <typename Equation>
struct StripOf<Equation, 1, 0> {
  using Type = Strip<StripColumns<12, 4, 3>, 8, 170, WideStrip<StripColumns<12, 6, 6>, 138, 29>>;
};
template <typename Equation>
struct StripOf<Equation, 1, 1> {
  using Type = Strip<StripColumns<12, 4, 3>, 8, 170, WideStrip<StripColumns<12, 6, 6>, 124, 70>>;
};
template <typename Equation>
using StripTiling = Tiling<PlainStrips<Equation, typename StripOf<Equation>::Type>, 2, 1>;

}  // namespace heatwave::field
