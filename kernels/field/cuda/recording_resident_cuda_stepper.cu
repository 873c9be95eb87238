// The kernels that keep a grid in registers and record samples are compiled here.
#include <cuda_runtime.h>

#include <array>
#include <tuple>

#include "kernels/field/cuda/recording_kernels.h"
#include "kernels/field/cuda/resident_sizes.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation, ResidentEdges kEdges, typename... Tiles>
auto kernels_of(std::tuple<Tiles...>* /*tiles*/) {
  return std::array<const void*, sizeof...(Tiles)>{
      reinterpret_cast<const void*>(step_resident_tiles<Equation, Tiles, kEdges, PassSamples>)...};
}

}  // namespace

const void* recording_resident_kernel(std::string_view equation, std::size_t index,
                                      ResidentEdges edges) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() -> const void* {
    using enum ResidentEdges;
    if constexpr (requires { typename ResidentTiles<Equation>::List; }) {
      constexpr auto* kTiles = static_cast<typename ResidentTiles<Equation>::List*>(nullptr);
      if constexpr (Equation::kAbsorbs) {
        if (edges == absorbing) return kernels_of<Equation, absorbing>(kTiles).at(index);
      }
      return edges == mirrored ? kernels_of<Equation, mirrored>(kTiles).at(index)
                               : kernels_of<Equation, plain>(kTiles).at(index);
    } else {
      return nullptr;
    }
  });
}

}  // namespace heatwave::field
