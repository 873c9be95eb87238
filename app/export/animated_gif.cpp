// GIF's blocks: https://www.w3.org/Graphics/GIF/spec-gif89a.txt
#include "app/export/animated_gif.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "app/export/gif_pixels.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

using GifBytes = std::vector<std::uint8_t>;

constexpr int kLongestSide = 65535;

void put_short(GifBytes& bytes, int value) {
  bytes.push_back(static_cast<std::uint8_t>(value & 0xff));
  bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

void put_text(GifBytes& bytes, std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

/// Played again and again, as Netscape asked for it.
GifBytes head(core::Extent extent) {
  GifBytes bytes;
  put_text(bytes, "GIF89a");
  put_short(bytes, extent.width);
  put_short(bytes, extent.height);
  bytes.insert(bytes.end(), {0x70, 0, 0});  // no colours that all frames share
  bytes.insert(bytes.end(), {0x21, 0xff, 11});
  put_text(bytes, "NETSCAPE2.0");
  bytes.insert(bytes.end(), {3, 1, 0, 0, 0});
  return bytes;
}

/// The least bits that count so many colours.
unsigned bits_for(std::size_t colours) {
  unsigned bits = 1;
  while ((std::size_t{1} << bits) < colours) ++bits;
  return bits;
}

GifBytes frame_of(const Image& image) {
  constexpr int kHundredths = 100 / kFramesPerSecond;
  const Palette palette = palette_of(image);
  const unsigned bits = bits_for(palette.colours.size());
  GifBytes bytes{0x21, 0xf9, 4, 0};
  put_short(bytes, kHundredths);
  bytes.insert(bytes.end(), {0, 0});
  bytes.push_back(0x2c);
  put_short(bytes, 0);
  put_short(bytes, 0);
  put_short(bytes, image.extent.width);
  put_short(bytes, image.extent.height);
  bytes.push_back(static_cast<std::uint8_t>(0x80U | (bits - 1)));
  for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
    const std::array<std::uint8_t, 3> none{};
    const auto& colour = i < palette.colours.size() ? palette.colours[i] : none;
    bytes.insert(bytes.end(), colour.begin(), colour.end());
  }
  const unsigned least = std::max(2U, bits);
  const GifBytes codes = lzw(palette.pixels, least);
  bytes.push_back(static_cast<std::uint8_t>(least));
  constexpr std::size_t kBlock = 255;
  for (std::size_t at = 0; at < codes.size(); at += kBlock) {
    const std::size_t size = std::min(kBlock, codes.size() - at);
    bytes.push_back(static_cast<std::uint8_t>(size));
    const auto from = codes.begin() + static_cast<std::ptrdiff_t>(at);
    bytes.insert(bytes.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  bytes.push_back(0);
  return bytes;
}

}  // namespace

void AnimatedGif::check(core::Extent extent) const {
  if (extent.width <= kLongestSide && extent.height <= kLongestSide) return;
  throw core::Error(
      fmt::format("{} × {} is too large for a GIF file", extent.width, extent.height));
}

void AnimatedGif::put_head(const Image& first) { put(head(first.extent)); }

void AnimatedGif::put_frame(const Image& image) { put(frame_of(image)); }

void AnimatedGif::put_end() {
  constexpr std::array<std::uint8_t, 1> kEnd{0x3b};
  put(kEnd);
}

}  // namespace heatwave::exporting
