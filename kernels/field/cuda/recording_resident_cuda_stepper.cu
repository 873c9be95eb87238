// The kernels that keep a grid in registers and record samples are compiled here.
#include <cuda_runtime.h>

#include <array>
#include <tuple>

#include "kernels/field/cuda/recording_kernels.h"
#include "kernels/field/cuda/resident_sizes.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation, bool kMirrored, typename... Tiles>
auto kernels_of(std::tuple<Tiles...>* /*tiles*/) {
  return std::array<const void*, sizeof...(Tiles)>{reinterpret_cast<const void*>(
      step_resident_tiles<Equation, Tiles, kMirrored, PassSamples>)...};
}

}  // namespace

const void* recording_resident_kernel(std::string_view equation, std::size_t index, bool mirrored) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() -> const void* {
    if constexpr (requires { typename ResidentTiles<Equation>::List; }) {
      using List = typename ResidentTiles<Equation>::List;
      return mirrored ? kernels_of<Equation, true>(static_cast<List*>(nullptr)).at(index)
                      : kernels_of<Equation, false>(static_cast<List*>(nullptr)).at(index);
    } else {
      return nullptr;
    }
  });
}

}  // namespace heatwave::field
