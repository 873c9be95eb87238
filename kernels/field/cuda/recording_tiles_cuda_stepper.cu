// The kernels of passes over tiles that record samples are compiled here.
#include <cuda_runtime.h>

#include "kernels/field/cuda/recording_kernels.h"
#include "kernels/field/cuda/tilings.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Tiling>
RecordingTileKernels kernels_of() {
  using Equation = typename Tiling::Equation;
  using Tile = typename Tiling::Media;
  const auto plain = step_plain_tiles<Equation, Tile, PassSamples>;
  const auto media = step_media_tiles<Equation, Tile, PassSamples>;
  const auto mixed = step_mixed_tiles<Equation, typename Tiling::Mixed, PassSamples>;
  return {reinterpret_cast<const void*>(plain), reinterpret_cast<const void*>(media),
          reinterpret_cast<const void*>(mixed)};
}

}  // namespace

RecordingTileKernels recording_tile_kernels(std::string_view equation, Tiles tiles) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() {
    if constexpr (requires { typename Tilings<Equation>::Large; }) {
      return tiles == Tiles::large ? kernels_of<typename Tilings<Equation>::Large>()
                                   : kernels_of<typename Tilings<Equation>::Small>();
    } else {
      return RecordingTileKernels{};
    }
  });
}

}  // namespace heatwave::field
