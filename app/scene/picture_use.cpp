// Converts shades to cells.
#include "app/scene/picture_use.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/field_state.h"

namespace heatwave::scene {
namespace {

std::size_t bands_of(const PictureChoice& choice) {
  return choice.use == PictureUse::media ? choice.lighter.size() + 1 : 1;
}

/// Bands are counted from 1.
Role role_of(const PictureChoice& choice, std::size_t band) {
  if (choice.use == PictureUse::sources) return Source{.value = choice.value};
  if (choice.use == PictureUse::walls) return Wall{};
  if (band <= choice.lighter.size()) return Medium{choice.lighter[band - 1]};
  if (choice.darkest_is_wall && !choice.lighter.empty()) return Wall{};
  return Medium{choice.factor};
}

/// Returns the band of a shade that is used: the further from the threshold, the higher.
std::uint8_t band_of(std::uint8_t shade, double threshold, bool takes_bright, std::size_t bands) {
  const double edge = threshold * 256;
  const double part = takes_bright ? (shade - edge) / (256 - edge) : (edge - shade) / edge;
  const auto band = static_cast<std::size_t>(part * static_cast<double>(bands)) + 1;
  return static_cast<std::uint8_t>(std::min(band, bands));
}

}  // namespace

std::vector<std::uint8_t> chosen_places(const PlacedPicture& picture, const PictureChoice& choice) {
  std::vector<std::uint8_t> places = picture.shades;
  if (choice.use == PictureUse::field) {
    if (choice.inverted) {
      for (std::uint8_t& shade : places) shade = static_cast<std::uint8_t>(255 - shade);
    }
    return places;
  }
  const bool takes_bright = (choice.use == PictureUse::sources) != choice.inverted;
  for (std::uint8_t& shade : places) {
    const bool bright = shade >= choice.threshold * 256;
    const bool taken = bright == takes_bright;
    shade = taken ? band_of(shade, choice.threshold, takes_bright, bands_of(choice)) : 0;
  }
  return places;
}

void divide_in_bands(PictureChoice& choice, std::size_t bands) {
  // Rounds to the displayed digits, so that the factors can be typed again.
  constexpr double kShown = 1000;
  choice.lighter.clear();
  const std::size_t count = std::clamp<std::size_t>(bands, 1, kMostPictureBands);
  for (std::size_t band = 1; band < count; ++band) {
    const double part = static_cast<double>(band) / static_cast<double>(count);
    choice.lighter.push_back(std::round(std::pow(choice.factor, part) * kShown) / kShown);
  }
}

std::vector<Item> items_of(const PlacedPicture& picture, const PictureChoice& choice) {
  const std::vector<std::uint8_t> places = chosen_places(picture, choice);
  const core::Rect& area = picture.area;
  std::vector<Item> items;
  for (std::size_t band = 1; band <= bands_of(choice); ++band) {
    std::vector<std::uint8_t> own;
    own.reserve(places.size());
    for (const std::uint8_t place : places) own.push_back(place == band ? 1 : 0);
    if (std::find(own.begin(), own.end(), 1) == own.end()) continue;
    items.push_back({.role = role_of(choice, band),
                     .shape = Stencil{{static_cast<double>(area.x0), static_cast<double>(area.y0)},
                                      {static_cast<double>(area.x1), static_cast<double>(area.y1)},
                                      places_from({area.width(), area.height()}, own)}});
  }
  if (items.empty()) {
    const bool bright = (choice.use == PictureUse::sources) != choice.inverted;
    throw core::Error(bright ? "nothing of the picture is bright enough: lower the threshold"
                             : "nothing of the picture is dark enough: raise the threshold");
  }
  return items;
}

Scene begun_with(const Scene& scene, const PlacedPicture& picture, const PictureChoice& choice) {
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  const std::size_t components = equation.components.size();
  const std::size_t shown = shown_component(scene);
  const auto cells = static_cast<std::size_t>(scene.extent.cells());
  field::FieldState state{.extent = scene.extent, .step = 0, .planes = {}, .rim = {}};
  for (std::size_t p = 0; p < field::plane_count(equation); ++p) {
    const auto rest = static_cast<float>(equation.components[p % components].rest);
    state.planes.emplace_back(cells, rest);
    if (p % components != shown) continue;
    const std::vector<std::uint8_t> shades = chosen_places(picture, choice);
    const core::Rect grid = core::whole(scene.extent);
    const core::Rect& area = picture.area;
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        const double part = shades[area.index(x, y)] / 255.0;
        state.planes.back()[grid.index(x, y)] =
            static_cast<float>(choice.low + part * (choice.high - choice.low));
      }
    }
  }
  Scene next = scene;
  next.given = GivenField(std::make_shared<const field::FieldState>(std::move(state)));
  next.initial.clear();
  return next;
}

}  // namespace heatwave::scene
