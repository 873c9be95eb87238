// This file steps tiles in registers, several steps in one pass, and chooses the best stepper for a
// grid.
#include <cuda_runtime.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kernels/field/cuda/fused_stepper.cuh"
#include "kernels/field/cuda/register_passes.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// Plain tiles that a block steps in registers.
template <typename EquationOf, typename Tile>
struct PlainTiles {
  using Equation = EquationOf;
  using Media = Tile;
  using Memory = SharedRows<Equation, Tile>;
  static constexpr TileShape kShape = Tile::kShape;
  static constexpr std::size_t kMemory = sizeof(Memory);
  static constexpr const char* kHow = "";

  static void allow_memory() { field::allow_memory(step_plain_tiles<Equation, Tile>, kMemory); }
  static Cut cut(const Parts& parts, int /*multiprocessors*/) { return cut_tiles(parts, kShape); }
  static void launch(const FusedGrid<Equation>& grid, const FusedTile* tiles, int count,
                     const typename Equation::Constants& constants, const core::Stream& stream) {
    step_plain_tiles<Equation, Tile>
        <<<count, 32 * Tile::kWarps, kMemory, stream.get()>>>(grid, tiles, constants);
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

/// Returns the largest tiles that still keep most of the device busy.
template <typename Tilings>
Tiles tiles_for(core::Extent extent, const core::DeviceFacts& device) {
  if (extent.cells() >= Tilings::kStripCells * device.multiprocessors) return Tiles::strips;
  const int large = tiles_over(extent, Tilings::Large::Plain::kShape);
  return 4 * large >= 3 * device.multiprocessors ? Tiles::large : Tiles::small;
}

template <typename Equation>
std::unique_ptr<CudaStepper> fused_stepper(core::Extent extent, const core::DeviceFacts& device,
                                           std::optional<Tiles> wanted) {
  if constexpr (requires { typename Tilings<Equation>::Large; }) {
    using Large = typename Tilings<Equation>::Large;
    const Tiles tiles = wanted.value_or(tiles_for<Tilings<Equation>>(extent, device));
    if (tiles == Tiles::strips) {
      if (auto strips = make_strip_cuda_stepper(Equation::info().id, extent, device)) return strips;
    }
    if (tiles != Tiles::small) {
      if (auto large = fused_if_it_fits<Large>(device)) return large;
    }
    return fused_if_it_fits<typename Tilings<Equation>::Small>(device);
  } else {
    return nullptr;
  }
}

}  // namespace

ChosenStepper make_cuda_stepper(std::string_view equation, core::Extent extent,
                                const core::DeviceFacts& device, const Stepping& wanted) {
  ChosenStepper chosen{.stepper = with_equation(equation, Catalogue{},
                                                [&]<typename Equation>() {
                                                  return fused_stepper<Equation>(extent, device,
                                                                                 wanted.tiles);
                                                }),
                       .why_no_faster = {}};
  if (chosen.stepper == nullptr) {
    chosen = {.stepper = make_plain_cuda_stepper(equation),
              .why_no_faster = "no tiles of this equation fit in a block's shared memory"};
  }
  if (!wanted.in_registers.value_or(true)) {
    chosen.why_no_faster = with_reason(chosen.why_no_faster, wanted.reason);
    return chosen;
  }
  return make_resident_stepper(equation, extent, device, std::move(chosen));
}

}  // namespace heatwave::field
