// ResidentEdges selects the kernel that keeps a grid in registers.
#pragma once

#include <cstdint>

namespace heatwave::field {

/// The edges beyond which a grid in registers does not simply end or go on at the other side. Each
/// kind has kernels of its own.
enum class ResidentEdges : std::uint8_t { plain, mirrored, absorbing };

}  // namespace heatwave::field
