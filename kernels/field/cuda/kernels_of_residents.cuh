// The kernels that keep a grid in registers, as cudaLaunchCooperativeKernel() takes them.
#pragma once

#include "kernels/field/cuda/pass_kernel.h"
#include "kernels/field/cuda/resident_sizes.cuh"

namespace heatwave::field {

template <typename Equation, typename Tile, typename Samples>
const void* resident_kernel_of_tile(ResidentEdges edges) {
  using enum ResidentEdges;
  if constexpr (Tile::kRimWarps > 0) {
    return reinterpret_cast<const void*>(step_resident_tiles<Equation, Tile, absorbing, Samples>);
  } else {
    const auto mirror = step_resident_tiles<Equation, Tile, mirrored, Samples>;
    const auto end = step_resident_tiles<Equation, Tile, plain, Samples>;
    return edges == mirrored ? reinterpret_cast<const void*>(mirror)
                             : reinterpret_cast<const void*>(end);
  }
}

/// Returns the kernel for the tiles of this index in a list; null: there is none.
template <typename Equation, typename Samples, typename... Tiles>
const void* resident_kernel_of_list(const PassKernel& kernel, std::tuple<Tiles...>* /*list*/) {
  const void* found = nullptr;
  std::size_t index = 0;
  (void)((index++ == kernel.resident &&
          (found = resident_kernel_of_tile<Equation, Tiles, Samples>(kernel.edges)) != nullptr) ||
         ...);
  return found;
}

/// Returns the kernel for the equation's tiles of this index.
template <typename Equation, typename Samples>
const void* resident_kernel_of_equation(const PassKernel& kernel) {
  if constexpr (requires { typename ResidentTiles<Equation>::List; }) {
    using Plain = typename ResidentTiles<Equation>::List;
    using Rimmed = typename RimmedTiles<Equation>::List;
    return kernel.edges == ResidentEdges::absorbing
               ? resident_kernel_of_list<Equation, Samples>(kernel, static_cast<Rimmed*>(nullptr))
               : resident_kernel_of_list<Equation, Samples>(kernel, static_cast<Plain*>(nullptr));
  } else {
    return nullptr;
  }
}

}  // namespace heatwave::field
