// Imported pictures, PNG and JPEG, as shades of gray.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::scene {

/// One byte for each pixel, row by row, row 0 at the top: 0 is black, 255 white.
struct GrayPicture {
  core::Extent extent;
  std::vector<std::uint8_t> shades;
};

/// Limits of a picture and its file.
inline constexpr std::int64_t kMostPixels = 40'000'000;
inline constexpr std::uint64_t kLargestPictureFile = kMostPixels;  ///< bytes

/// Decodes a picture: the first one of an animation, with transparent parts on white. `where` names
/// it in errors. Throws core::Error, in one line, for anything except a complete PNG or JPEG.
GrayPicture picture_in(std::string_view bytes, const std::string& where);
GrayPicture read_picture(const std::filesystem::path& file);

/// A picture on a grid: as large as possible with its aspect ratio kept, centred, one shade per
/// cell.
struct PlacedPicture {
  core::Rect area;
  std::vector<std::uint8_t> shades;
};
PlacedPicture fitted(const GrayPicture& picture, core::Extent grid);

}  // namespace heatwave::scene
