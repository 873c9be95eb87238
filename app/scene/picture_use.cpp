// Shades to cells.
#include "app/scene/picture_use.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {
namespace {

Role role_of(const PictureChoice& choice) {
  if (choice.use == PictureUse::media) return Medium{choice.factor};
  if (choice.use == PictureUse::sources) return Source{.value = choice.value};
  return Wall{};
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
    shade = bright == takes_bright ? 1 : 0;
  }
  return places;
}

Item item_of(const PlacedPicture& picture, const PictureChoice& choice) {
  std::vector<std::uint8_t> places = chosen_places(picture, choice);
  if (std::find(places.begin(), places.end(), 1) == places.end()) {
    const bool bright = (choice.use == PictureUse::sources) != choice.inverted;
    throw core::Error(bright ? "nothing of the picture is bright enough: lower the threshold"
                             : "nothing of the picture is dark enough: raise the threshold");
  }
  const core::Rect& area = picture.area;
  return {.role = role_of(choice),
          .shape = Stencil{{static_cast<double>(area.x0), static_cast<double>(area.y0)},
                           {static_cast<double>(area.x1), static_cast<double>(area.y1)},
                           StencilPlaces({area.width(), area.height()}, std::move(places))}};
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

}  // namespace heatwave::session
