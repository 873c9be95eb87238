// Finds media by their shapes, which is fast enough for the few arrows.
#include "app/session/field/field_flux.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "kernels/field/cells.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

/// Walls have the value of their cells at rest, so that they cause no flux.
lines::Samples samples_of(const scene::Scene& scene, const field::FieldState& state,
                          const std::vector<std::uint8_t>& flags) {
  const std::size_t shown = shown_component(scene);
  lines::Samples samples{.extent = state.extent,
                         .first = {0.5, 0.5},
                         .spacing = {1.0, 1.0},
                         .values = state.planes.at(shown),
                         .before = {},
                         .walls = {}};
  if (!scene.quantities.flow.empty()) {
    core::ThreadTeam alone(1);
    const field::formula::FieldMoment moment{.extent = state.extent,
                                             .step = state.step,
                                             .planes = state.planes,
                                             .flags = flags,
                                             .edges = edges_in_use(scene),
                                             .parameters = scene.parameters};
    samples.right = (*scene.quantities.flow[0]).values(moment, alone);
    samples.up = (*scene.quantities.flow[1]).values(moment, alone);
  } else if (is_energy_shown(scene)) {
    samples.before = state.planes.at(scene::equation_of(scene).components.size() + shown);
  }
  samples.walls.resize(flags.size());
  std::transform(flags.begin(), flags.end(), samples.walls.begin(),
                 [](std::uint8_t flag) { return flag & field::kWall; });
  return samples;
}

}  // namespace

bool is_energy_shown(const scene::Scene& scene) {
  return scene.quantities.flow.empty() && scene::equation_of(scene).steps_back > 0;
}

lines::Coefficient coefficient_of(const scene::Scene& scene) {
  const bool known = scene.equation == "heat" || scene.equation == "wave";
  const double all = known && !scene.parameters.empty() ? scene.parameters.front() : 1.0;
  std::vector<scene::Item> media;
  for (const scene::Item& item : scene.items) {
    if (std::holds_alternative<scene::Medium>(item.role)) media.push_back(item);
  }
  return [all, media = std::move(media)](core::Point at) {
    const auto top = std::find_if(media.rbegin(), media.rend(),
                                  [at](const scene::Item& item) { return contains(item, at); });
    return top == media.rend() ? all : all * std::get<scene::Medium>(top->role).factor;
  };
}

std::vector<lines::Arrow> arrows_of(const scene::Scene& scene, const field::FieldState& state,
                                    const std::vector<std::uint8_t>& flags) {
  constexpr double kAcross = 28.0;  // number of arrows along the longer side
  constexpr double kLeastApart = 8.0;
  const double side = std::max(state.extent.width, state.extent.height);
  const double apart = std::max(kLeastApart, std::round(side / kAcross));
  std::vector<lines::Arrow> arrows = lines::arrows(
      samples_of(scene, state, flags), core::whole(state.extent), apart, coefficient_of(scene));
  const double most = lines::longest(arrows);
  for (lines::Arrow& arrow : arrows) {
    const double flux = std::hypot(arrow.flux.x, arrow.flux.y);
    const double length = lines::drawn_part(flux, most) * 0.95 * apart;
    arrow.flux = flux > 0 ? core::Point{arrow.flux.x / flux * length, arrow.flux.y / flux * length}
                          : core::Point{};
  }
  std::erase_if(arrows, [](const lines::Arrow& arrow) { return arrow.flux == core::Point{}; });
  return arrows;
}

}  // namespace heatwave::session
