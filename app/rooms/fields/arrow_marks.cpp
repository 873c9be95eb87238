// Draws arrows on a lattice fixed to the field, with about the same spacing on every screen; on a
// surface only the arrows that no hill hides.
#include "app/rooms/fields/arrow_marks.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/lines/arrows.h"
#include "app/session/field/field_flux.h"

namespace heatwave::fields_room {
namespace {

constexpr double kApart = 36.0;  ///< window units at scale 1

/// White with a dark border, visible on every colour.
void draw_arrow(ImDrawList& list, ImVec2 tail, ImVec2 tip, float unit) {
  constexpr ImU32 kDark = IM_COL32(0, 0, 0, 170);
  constexpr ImU32 kLight = IM_COL32(255, 255, 255, 255);
  const ImVec2 way{tip.x - tail.x, tip.y - tail.y};
  const float length = std::hypot(way.x, way.y);
  if (length < 3 * unit) return;
  const ImVec2 along{way.x / length, way.y / length};
  const float head = std::min(9 * unit, 0.6F * length);
  const ImVec2 neck{tip.x - along.x * head, tip.y - along.y * head};
  const auto wing = [&](float side, float more) {
    const float half = side * (0.5F * head + more);
    return ImVec2{neck.x - along.y * half - along.x * more,
                  neck.y + along.x * half - along.y * more};
  };
  const float rim = 1.5F * unit;
  const ImVec2 beyond{tip.x + along.x * 1.5F * rim, tip.y + along.y * 1.5F * rim};
  list.AddLine({tail.x - along.x * rim, tail.y - along.y * rim}, neck, kDark, 2 * unit + 2 * rim);
  list.AddTriangleFilled(beyond, wing(1, rim), wing(-1, rim), kDark);
  list.AddLine(tail, neck, kLight, 2 * unit);
  list.AddTriangleFilled(tip, wing(1, 0), wing(-1, 0), kLight);
}

/// Returns the spacing of the lattice, in cells.
double spacing(const FieldsView& context, const MarkedField& field) {
  const core::Extent grid = field.scene.extent;
  const double scale = field.look.scale_at({grid.width / 2.0, grid.height / 2.0});
  return std::max(1.0, std::round(kApart * static_cast<double>(context.unit) / scale));
}

std::vector<lines::Arrow> arrows_over(const FieldsView& context, const MarkedField& field) {
  const lines::Samples& samples = field.samples;
  // The first frame has no sample of the previous time level. Arrows without it would show no
  // energy flux, and their length would keep the range too large for seconds.
  if (samples.before.empty() && session::is_energy_shown(field.scene)) return {};
  const core::Point last = samples.place(samples.extent.width - 1, samples.extent.height - 1);
  const core::Rect area{static_cast<int>(samples.first.x), static_cast<int>(samples.first.y),
                        static_cast<int>(last.x) + 1, static_cast<int>(last.y) + 1};
  return lines::arrows(samples, area, spacing(context, field),
                       session::coefficient_of(field.scene));
}

}  // namespace

double greatest_flux(const FieldsView& context, const MarkedField& field) {
  return lines::longest(arrows_over(context, field));
}

void draw_arrow_marks(const FieldsView& context, const MarkedField& field, double most) {
  const double apart = spacing(context, field);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const lines::Arrow& arrow : arrows_over(context, field)) {
    const double flux = std::hypot(arrow.flux.x, arrow.flux.y);
    const double half = lines::drawn_part(flux, most) * 0.95 * apart / 2;
    if (!(half > 0) || field.look.is_hidden(arrow.at)) continue;
    const core::Point way{arrow.flux.x / flux * half, arrow.flux.y / flux * half};
    const auto seen = [&](double x, double y) {
      const core::Point at = field.look.to_window({x, y});
      return ImVec2{static_cast<float>(at.x), static_cast<float>(at.y)};
    };
    draw_arrow(list, seen(arrow.at.x - way.x, arrow.at.y - way.y),
               seen(arrow.at.x + way.x, arrow.at.y + way.y), context.unit);
  }
}

}  // namespace heatwave::fields_room
