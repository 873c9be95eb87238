// Imported pictures, PNG and JPEG, and their uses on a field: walls, a medium, a source, the
// initial field, or what a formula reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/gray_picture.h"
#include "app/scene/scene.h"
#include "kernels/core/geometry.h"
#include "kernels/core/names.h"

namespace heatwave::scene {

/// Limits of a picture and its file.
inline constexpr std::int64_t kMostPixels = 40'000'000;
inline constexpr std::uint64_t kLargestPictureFile = kMostPixels;  ///< bytes

/// Decodes a picture: the first one of an animation, with transparent parts on white. `where` names
/// it in errors. Throws core::Error, in one line, for anything except a complete PNG or JPEG.
GrayPicture picture_in(std::string_view bytes, const std::string& where);
GrayPicture read_picture(const std::filesystem::path& file);

enum class PictureUse : std::uint8_t { walls, media, sources, field, input };

struct PictureUseEntry {
  PictureUse use = PictureUse::walls;
  std::string_view id;  ///< name on the command line
  std::string_view title;
  std::string_view help;
};
/// In the order in which they are offered.
inline constexpr auto kPictureUses = std::to_array<PictureUseEntry>({
    {PictureUse::walls, "walls", "Walls", "Dark areas become walls."},
    {PictureUse::media, "media", "Medium", "Dark areas become another medium."},
    {PictureUse::sources, "sources", "Source", "Bright areas are held at a value."},
    {PictureUse::field, "field", "Field",
     "The initial field: black and white are the two ends of the range."},
    {PictureUse::input, "input", "Input",
     "The formula reads its brightness, from 0 to 1, as picture."},
});

constexpr auto names_of(PictureUse /*kind*/) {
  std::array<core::Name<PictureUse>, kPictureUses.size()> names{};
  std::transform(kPictureUses.begin(), kPictureUses.end(), names.begin(),
                 [](const PictureUseEntry& entry) {
                   return core::Name<PictureUse>{entry.use, entry.id};
                 });
  return names;
}

struct PictureChoice {
  PictureUse use = PictureUse::walls;
  double threshold = 0.5;           ///< brightness between dark, 0, and bright, 1
  bool inverted = false;            ///< bright parts are used instead of dark ones
  double factor = Medium{}.factor;  ///< factor of the medium; of several, of the darkest
  /// Factors of the lighter media, the lightest first. All bands of darkness are equally wide.
  std::vector<double> lighter;
  bool darkest_is_wall = false;  ///< for several media: the darkest band becomes walls
  double value = Source{}.value;
  double low = 0.0;  ///< value of the field where the picture is black; `high`: where it is white
  double high = 1.0;
  friend bool operator==(const PictureChoice&, const PictureChoice&) = default;
};

/// Limit of the number of media from a picture.
inline constexpr std::size_t kMostPictureBands = 4;
/// Sets this number of bands, with factors in even ratios from an untouched field to the darkest.
void divide_in_bands(PictureChoice& choice, std::size_t bands);

/// Returns a byte for each cell of the picture's area: 0: none; otherwise the band, the lightest is
/// 1; for a field or an input, the brightness.
std::vector<std::uint8_t> chosen_places(const PlacedPicture& picture, const PictureChoice& choice);

/// Returns the items: one, or one for each band with a cell, the lightest first. Throws core::Error
/// when there is no cell.
std::vector<Item> items_of(const PlacedPicture& picture, const PictureChoice& choice);
/// Returns the scene with the picture as its initial field, at rest, in the displayed component;
/// the other components, and cells beside the picture, are at rest.
Scene begun_with(const Scene& scene, const PlacedPicture& picture, const PictureChoice& choice);

/// Returns the scene with the picture, made smaller, as what its formula reads. Throws core::Error
/// when the scene has no formula that reads a picture.
Scene read_by_formula(const Scene& scene, GrayPicture picture, const PictureChoice& choice);

}  // namespace heatwave::scene
