// What a picture becomes on a field: walls, a medium, a source, or the field that it begins with.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/scene/picture_file.h"
#include "app/scene/scene.h"
#include "kernels/core/names.h"

namespace heatwave::scene {

enum class PictureUse : std::uint8_t { walls, media, sources, field };

struct PictureUseEntry {
  PictureUse use = PictureUse::walls;
  std::string_view id;  ///< as on the command line
  std::string_view title;
  std::string_view help;
};
/// In the order in which they are offered.
inline constexpr auto kPictureUses = std::to_array<PictureUseEntry>({
    {PictureUse::walls, "walls", "Walls", "What is dark becomes a wall."},
    {PictureUse::media, "media", "Medium", "What is dark becomes another medium."},
    {PictureUse::sources, "sources", "Source", "What is bright is held at a value."},
    {PictureUse::field, "field", "Field",
     "The field begins with it: from black to white, from one value to another."},
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
  double threshold = 0.5;           ///< between dark, 0, and bright, 1
  bool inverted = false;            ///< bright for dark
  double factor = Medium{}.factor;  ///< of a medium; of several, of what is darkest
  /// Of what is less dark: each stands for a band of darkness of its own, as wide as the others and
  /// the darkest one; the lightest comes first.
  std::vector<double> lighter;
  bool darkest_is_wall = false;  ///< where there are several
  double value = Source{}.value;
  double low = 0.0;  ///< of the field where the picture is black, and where it is white
  double high = 1.0;
  friend bool operator==(const PictureChoice&, const PictureChoice&) = default;
};

/// As many media as a picture may become.
inline constexpr std::size_t kMostPictureBands = 4;
/// So many bands, their factors in even ratios from an untouched field to that of the darkest.
void divide_in_bands(PictureChoice& choice, std::size_t bands);

/// Which cells of its area it covers, a byte each: 0 none, else the band, the lightest 1; of a
/// field, how bright it is there.
std::vector<std::uint8_t> chosen_places(const PlacedPicture& picture, const PictureChoice& choice);

/// The items that it becomes: one, or one of each band that has a cell, the lightest first. Throws
/// core::Error where none has.
std::vector<Item> items_of(const PlacedPicture& picture, const PictureChoice& choice);
/// The scene, to begin with the picture as its field, at rest: in the component that is shown; the
/// others, and what lies beside it, are as they are at rest.
Scene begun_with(const Scene& scene, const PlacedPicture& picture, const PictureChoice& choice);

}  // namespace heatwave::scene
