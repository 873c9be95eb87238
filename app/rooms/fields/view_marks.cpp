// The table of views.
#include "app/rooms/fields/view_marks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/rooms/fields/arrow_marks.h"
#include "app/rooms/fields/contour_marks.h"
#include "app/session/field/field_flux.h"

namespace heatwave::fields_room {
namespace {

// In the order of session::ViewKind.
constexpr std::array<FieldView, session::kViews.size()> kFieldViews{{
    {},
    {.samples = {256, 192}, .draw = draw_contour_marks},
    {.samples = {160, 120}, .whole = true},
    {.samples = {256, 192}, .before = true, .draw = draw_arrow_marks},
}};

/// Squares of a surface are to be no smaller than a few window units: software OpenGL takes as long
/// over small ones as over larger ones, and there are more of them.
core::Extent as_seen(core::Extent most, core::Extent grid, const view::SurfaceCamera& camera) {
  constexpr double kLeastSquare = 4.5;
  constexpr double kFewest = 0.4;  // of the most
  constexpr double kSteps = 10;    // so that zooming does not change them all the time
  const double scale = camera.scale_at({grid.width / 2.0, grid.height / 2.0, 0.0});
  const double seen = scale * std::max(grid.width, grid.height) / kLeastSquare;
  const double part = std::clamp(seen / std::max(most.width, most.height), kFewest, 1.0);
  const double kept = std::ceil(part * kSteps) / kSteps;
  return {static_cast<int>(most.width * kept), static_cast<int>(most.height * kept)};
}

}  // namespace

const FieldView& view_of(session::ViewKind kind) {
  return kFieldViews.at(static_cast<std::size_t>(kind));
}

std::optional<view::SampleWish> samples_wanted(const session::Scene& scene,
                                               const view::FieldMapping& mapping,
                                               const view::SurfaceCamera& camera) {
  const FieldView& view = view_of(scene.view);
  if (view.samples.width == 0) return {};
  if (view.whole) {
    return view::SampleWish{.area = core::whole(scene.extent),
                            .most = as_seen(view.samples, scene.extent, camera)};
  }
  const ui::Box seen = mapping.seen();
  const core::Point from =
      mapping.to_cells(static_cast<double>(seen.left), static_cast<double>(seen.top));
  const core::Point to =
      mapping.to_cells(static_cast<double>(seen.right), static_cast<double>(seen.bottom));
  // Two cells more, so that lines run on to the rim of what is seen.
  const core::Rect area{
      static_cast<int>(std::floor(from.x)) - 2, static_cast<int>(std::floor(from.y)) - 2,
      static_cast<int>(std::ceil(to.x)) + 2, static_cast<int>(std::ceil(to.y)) + 2};
  return view::SampleWish{.area = core::intersection(area, core::whole(scene.extent)),
                          .most = view.samples,
                          .before = view.before && session::is_energy_shown(scene)};
}

void draw_view_marks(const FieldsView& context) {
  const FieldView& view = view_of(context.snapshot.scene.view);
  if (view.draw == nullptr || context.samples == nullptr || context.samples->empty()) return;
  const ui::Box seen = context.mapping.seen();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({seen.left, seen.top}, {seen.right, seen.bottom});
  view.draw(context);
  list.PopClipRect();
}

}  // namespace heatwave::fields_room
