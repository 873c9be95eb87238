// The kernels that keep a grid in registers and record samples are compiled here.
#include <cuda_runtime.h>

#include <array>
#include <tuple>

#include "kernels/field/cuda/recording_kernels.h"
#include "kernels/field/cuda/resident_sizes.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation, typename Tile>
const void* kernel_of(ResidentEdges edges) {
  using enum ResidentEdges;
  if constexpr (steps_absorbing_edges<Equation, Tile>) {
    if (edges == absorbing) {
      return reinterpret_cast<const void*>(
          step_resident_tiles<Equation, Tile, absorbing, PassSamples>);
    }
  }
  return edges == mirrored ? reinterpret_cast<const void*>(
                                 step_resident_tiles<Equation, Tile, mirrored, PassSamples>)
                           : reinterpret_cast<const void*>(
                                 step_resident_tiles<Equation, Tile, plain, PassSamples>);
}

template <typename Equation, typename... Tiles>
const void* kernel_of_tiles(std::tuple<Tiles...>* /*tiles*/, std::size_t index,
                            ResidentEdges edges) {
  return std::array<const void*, sizeof...(Tiles)>{kernel_of<Equation, Tiles>(edges)...}.at(index);
}

}  // namespace

const void* recording_resident_kernel(std::string_view equation, std::size_t index,
                                      ResidentEdges edges) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() -> const void* {
    if constexpr (requires { typename ResidentTiles<Equation>::List; }) {
      using List = typename ResidentTiles<Equation>::List;
      return kernel_of_tiles<Equation>(static_cast<List*>(nullptr), index, edges);
    } else {
      return nullptr;
    }
  });
}

}  // namespace heatwave::field
