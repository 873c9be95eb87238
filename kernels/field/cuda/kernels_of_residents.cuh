// The kernels that keep a grid in registers, as cudaLaunchCooperativeKernel() takes them.
#pragma once

#include "kernels/field/cuda/pass_kernel.h"
#include "kernels/field/cuda/resident_sizes.cuh"

namespace heatwave::field {

template <typename Equation, typename Tile, typename Samples>
const void* resident_kernel_of_tile(ResidentEdges edges) {
  using enum ResidentEdges;
  if constexpr (Tile::kHasRim) {
    return reinterpret_cast<const void*>(step_resident_tiles<Equation, Tile, absorbing, Samples>);
  } else {
    const auto mirror = step_resident_tiles<Equation, Tile, mirrored, Samples>;
    const auto end = step_resident_tiles<Equation, Tile, plain, Samples>;
    return edges == mirrored ? reinterpret_cast<const void*>(mirror)
                             : reinterpret_cast<const void*>(end);
  }
}

/// True: there are kernels of these tiles. Those that record samples would take minutes to compile
/// for two components in many rows.
template <typename Equation, typename Tile, typename Samples>
constexpr bool kIsBuilt = !Samples::kRecords || Equation::kComponents == 1 || Tile::kRows <= 6;

/// Returns the kernel for the tiles of this index in a list; null: there is none.
template <typename Equation, typename Samples, typename... Tiles>
const void* resident_kernel_of_list(const PassKernel& kernel, std::tuple<Tiles...>* /*list*/) {
  const void* found = nullptr;
  std::size_t index = 0;
  [[maybe_unused]] const auto find = [&]<typename Tile>() {  // a list may be empty
    if (index++ != kernel.resident) return false;
    if constexpr (kIsBuilt<Equation, Tile, Samples>) {
      found = resident_kernel_of_tile<Equation, Tile, Samples>(kernel.edges);
    }
    return true;
  };
  (void)(find.template operator()<Tiles>() || ...);
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
