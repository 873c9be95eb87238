// Pictures that come from outside, PNG and JPEG, as shades of gray.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::scene {

/// A byte a place, row by row, row 0 at the top: 0 is black, 255 white.
struct GrayPicture {
  core::Extent extent;
  std::vector<std::uint8_t> shades;
};

/// What a picture may have, and its file.
inline constexpr std::int64_t kMostPixels = 40'000'000;
inline constexpr std::uint64_t kLargestPictureFile = kMostPixels;  ///< bytes

/// The first picture of an animated one; what is transparent lies on white. `where` names it in
/// errors. Throws core::Error, in one line, for whatever is no whole PNG or JPEG.
GrayPicture picture_in(std::string_view bytes, const std::string& where);
GrayPicture read_picture(const std::filesystem::path& file);

/// A picture where it lies on a grid: as large as it goes with its sides' proportion kept, in the
/// middle, a shade a cell.
struct PlacedPicture {
  core::Rect area;
  std::vector<std::uint8_t> shades;
};
PlacedPicture fitted(const GrayPicture& picture, core::Extent grid);

}  // namespace heatwave::scene
