// A picture as GIF has it: at most 256 colours, and the pixels as LZW codes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/export/png_writer.h"

namespace heatwave::exporting {

struct Palette {
  std::vector<std::array<std::uint8_t, 3>> colours;  ///< 1 to 256 of them
  std::vector<std::uint8_t> pixels;                  ///< places in it
};

/// Exact where the picture has at most 256 colours; else the most frequent 256, and whatever has
/// another one takes the nearest of them.
Palette palette_of(const Image& image);

/// Codes of `bits` and more, as GIF packs them, not yet cut into blocks; 2 <= bits <= 8.
std::vector<std::uint8_t> lzw(std::span<const std::uint8_t> pixels, unsigned bits);

}  // namespace heatwave::exporting
