// The kernels that keep a grid in registers, as cudaLaunchCooperativeKernel() takes them.
#pragma once

#include "kernels/field/cuda/pass_kernel.h"
#include "kernels/field/cuda/resident_sizes.cuh"

namespace heatwave::field {

template <typename Equation, typename Tile, typename Samples>
const void* resident_kernel_of_tile(ResidentEdges edges) {
  using enum ResidentEdges;
  if constexpr (steps_absorbing_edges<Equation, Tile>) {
    const auto absorb = step_resident_tiles<Equation, Tile, absorbing, Samples>;
    if (edges == absorbing) return reinterpret_cast<const void*>(absorb);
  }
  const auto mirror = step_resident_tiles<Equation, Tile, mirrored, Samples>;
  const auto end = step_resident_tiles<Equation, Tile, plain, Samples>;
  return edges == mirrored ? reinterpret_cast<const void*>(mirror)
                           : reinterpret_cast<const void*>(end);
}

/// Returns the kernel for the equation's tiles of this index.
template <typename Equation, typename Samples>
const void* resident_kernel_of_equation(const PassKernel& kernel) {
  const void* found = nullptr;
  if constexpr (requires { typename ResidentTiles<Equation>::List; }) {
    [&]<typename... Tiles>(std::tuple<Tiles...>*) {
      std::size_t index = 0;
      (void)((index++ == kernel.resident &&
              (found = resident_kernel_of_tile<Equation, Tiles, Samples>(kernel.edges)) !=
                  nullptr) ||
             ...);
    }(static_cast<typename ResidentTiles<Equation>::List*>(nullptr));
  }
  return found;
}

}  // namespace heatwave::field
