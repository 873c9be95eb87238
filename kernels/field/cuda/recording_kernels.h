// The kernels whose passes record samples are compiled apart from all others, and are loaded when
// they are used: a driver without machine code for its GPU would compile them at the first step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/field/stepping.h"

namespace heatwave::field {

/// The kernels of passes over tiles, as cudaLaunchKernel() takes them. Their last parameter is
/// PassSamples; all others are those of the kernels that record nothing.
struct RecordingTileKernels {
  const void* plain = nullptr;
  const void* media = nullptr;
  const void* mixed = nullptr;
};

/// The edges beyond which a grid in registers does not simply end or go on at the other side. Each
/// kind has kernels of its own.
enum class ResidentEdges : std::uint8_t { plain, mirrored, absorbing };

/// Precondition: passes step this equation in tiles of this kind.
RecordingTileKernels recording_tile_kernels(std::string_view equation, Tiles tiles);

/// Returns the kernel that keeps the grid in registers, by the index of its tiles among those of
/// the equation.
const void* recording_resident_kernel(std::string_view equation, std::size_t index,
                                      ResidentEdges edges);

}  // namespace heatwave::field
