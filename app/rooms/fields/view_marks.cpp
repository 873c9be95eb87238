// Decides what to sample and draws the layers.
#include "app/rooms/fields/view_marks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/rooms/fields/arrow_marks.h"
#include "app/rooms/fields/contour_marks.h"
#include "app/session/field/field_flux.h"

namespace heatwave::fields_room {
namespace {

constexpr core::Extent kMostFlat{256, 192};
constexpr core::Extent kMostHills{160, 120};

/// Limits the number of squares of a surface so that each is a few window units wide: software
/// OpenGL takes as long for a small square as for a larger one.
core::Extent as_seen(core::Extent most, core::Extent grid, const view::SurfaceCamera& camera) {
  constexpr double kLeastSquare = 4.5;
  constexpr double kFewest = 0.4;  // fraction of `most`
  constexpr double kSteps = 10;    // number of sizes; zooming changes the size only now and then
  const double scale = camera.scale_at({grid.width / 2.0, grid.height / 2.0, 0.0});
  const double seen = scale * std::max(grid.width, grid.height) / kLeastSquare;
  const double part = std::clamp(seen / std::max(most.width, most.height), kFewest, 1.0);
  const double kept = std::ceil(part * kSteps) / kSteps;
  return {static_cast<int>(most.width * kept), static_cast<int>(most.height * kept)};
}

bool has_lines(const scene::ViewLayers& layers) { return layers.contours || layers.range_outline; }

/// Smooths the largest flux. As a field dies down, the arrows shrink with it and then grow again
/// slowly enough to be noticed.
double followed(const FieldsView& context, double flux) {
  view::SteadyRange& range = context.model.arrows.range;
  const std::string of = context.snapshot.scene.name + '/' + context.snapshot.scene.shown;
  if (std::exchange(context.model.arrows.of, of) != of) range.forget();
  range.follow(0.0F, static_cast<float>(flux), static_cast<double>(ImGui::GetIO().DeltaTime));
  return static_cast<double>(range.maximum());
}

void draw_marks(const FieldsView& context, const MarkedField& field, ContourCache& cache,
                scene::ViewLayers layers, double most) {
  const ui::Box seen = field.look.seen();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({seen.left, seen.top}, {seen.right, seen.bottom});
  if (layers.arrows) draw_arrow_marks(context, field, most);
  if (has_lines(layers)) draw_contour_marks(context, field, layers, cache);
  list.PopClipRect();
}

}  // namespace

std::optional<view::SampleRequest> samples_wanted(const scene::Scene& scene, core::Extent grid,
                                                  const view::FieldMapping& mapping) {
  const scene::ViewLayers layers = scene::layers_of(scene);
  if (!has_lines(layers) && !layers.arrows) return {};
  const ui::Box seen = mapping.seen();
  const core::Point from =
      mapping.to_cells(static_cast<double>(seen.left), static_cast<double>(seen.top));
  const core::Point to =
      mapping.to_cells(static_cast<double>(seen.right), static_cast<double>(seen.bottom));
  // Two more cells, so that lines reach the edge of the visible part.
  const core::Rect area{
      static_cast<int>(std::floor(from.x)) - 2, static_cast<int>(std::floor(from.y)) - 2,
      static_cast<int>(std::ceil(to.x)) + 2, static_cast<int>(std::ceil(to.y)) + 2};
  return view::SampleRequest{.area = core::intersection(area, core::whole(grid)),
                             .most = kMostFlat,
                             .before = layers.arrows && session::is_energy_shown(scene)};
}

view::SampleRequest surface_wanted(const scene::Scene& scene, const view::SurfaceCamera& camera) {
  const scene::ViewLayers layers = scene::layers_of(scene);
  return {.area = core::whole(scene.extent),
          .most = as_seen(kMostHills, scene.extent, camera),
          .before = layers.arrows && session::is_energy_shown(scene)};
}

void draw_view_marks(const FieldsView& context, const rooms::Panes* panes) {
  const scene::Scene& scene = context.snapshot.scene;
  const scene::ViewLayers layers = scene::layers_of(scene);
  if (!has_lines(layers)) context.model.contours.now = context.model.contours.before = {};
  if (!has_lines(layers) && !layers.arrows) return;
  if (context.samples == nullptr || context.samples->empty()) return;
  const MarkedField now{*context.samples, context.look, scene};
  const rooms::Comparison* beside = panes != nullptr ? context.comparison : nullptr;
  const bool both = beside != nullptr && beside->scene != nullptr && beside->samples != nullptr &&
                    !beside->samples->empty();
  const view::FlatLook look_before(both ? panes->before : context.mapping);
  const MarkedField before{both ? *beside->samples : *context.samples, look_before,
                           both ? *beside->scene : scene};
  double most = 0.0;
  if (layers.arrows) {
    most = greatest_flux(context, now);
    if (both) most = std::max(most, greatest_flux(context, before));
    most = followed(context, most);
  }
  draw_marks(context, now, context.model.contours.now, layers, most);
  if (both) draw_marks(context, before, context.model.contours.before, layers, most);
}

}  // namespace heatwave::fields_room
