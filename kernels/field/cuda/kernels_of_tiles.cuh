// The kernels of passes over tiles, as cudaLaunchKernel() takes them.
#pragma once

#include "kernels/field/cuda/pass_kernel.h"
#include "kernels/field/cuda/tilings.cuh"

namespace heatwave::field {

/// Returns the kernel that steps media or mixed tiles.
template <typename Tiling, typename Samples>
const void* special_kernel_of(PassKernel::Kind kind) {
  using Equation = typename Tiling::Equation;
  const auto media = step_media_tiles<Equation, typename Tiling::Media, Samples>;
  const auto mixed = step_mixed_tiles<Equation, typename Tiling::Mixed, Samples>;
  return kind == PassKernel::Kind::media ? reinterpret_cast<const void*>(media)
                                         : reinterpret_cast<const void*>(mixed);
}

/// Returns a kernel of a tiling without strips.
template <typename Tiling, typename Samples>
const void* tile_kernel_of(PassKernel::Kind kind) {
  if (kind == PassKernel::Kind::media || kind == PassKernel::Kind::mixed) {
    return special_kernel_of<Tiling, Samples>(kind);
  }
  const auto plain = step_plain_tiles<typename Tiling::Equation, typename Tiling::Media, Samples>;
  return reinterpret_cast<const void*>(plain);
}

/// Returns a kernel of an equation's large or small tiles, or of the mixed tiles beside strips.
template <typename Equation, typename Samples>
const void* tile_kernel_of_equation(const PassKernel& kernel) {
  if constexpr (requires { typename Tilings<Equation>::Large; }) {
    if constexpr (Samples::kRecords) {
      const auto mixed = step_mixed_tiles<Equation, typename StripTiling<Equation>::Mixed, Samples>;
      if (kernel.tiles == Tiles::strips) return reinterpret_cast<const void*>(mixed);
    }
    return kernel.tiles == Tiles::large
               ? tile_kernel_of<typename Tilings<Equation>::Large, Samples>(kernel.kind)
               : tile_kernel_of<typename Tilings<Equation>::Small, Samples>(kernel.kind);
  } else {
    return nullptr;
  }
}

}  // namespace heatwave::field
