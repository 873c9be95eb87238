// On a lattice that lies still on the field, about as wide apart on every screen.
#include "app/rooms/fields/arrow_marks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/lines/arrows.h"
#include "app/session/field/field_flux.h"

namespace heatwave::fields_room {
namespace {

constexpr double kApart = 36.0;  ///< window units at scale 1

/// White with a dark rim, so that it is seen on every colour.
void draw_arrow(ImDrawList& list, ImVec2 middle, ImVec2 way, float unit) {
  constexpr ImU32 kDark = IM_COL32(0, 0, 0, 170);
  constexpr ImU32 kLight = IM_COL32(255, 255, 255, 255);
  const float length = std::hypot(way.x, way.y);
  const ImVec2 along{way.x / length, way.y / length};
  const float head = std::min(9 * unit, 0.6F * length);
  const ImVec2 tail{middle.x - way.x / 2, middle.y - way.y / 2};
  const ImVec2 tip{middle.x + way.x / 2, middle.y + way.y / 2};
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

}  // namespace

void draw_arrow_marks(const FieldsView& context) {
  const lines::Samples& samples = *context.samples;
  const double scale = context.mapping.scale();
  const double apart =
      std::max(1.0, std::round(kApart * static_cast<double>(context.unit) / scale));
  const core::Point last = samples.place(samples.extent.width - 1, samples.extent.height - 1);
  const core::Rect area{static_cast<int>(samples.first.x), static_cast<int>(samples.first.y),
                        static_cast<int>(last.x) + 1, static_cast<int>(last.y) + 1};
  const auto arrows =
      lines::arrows(samples, area, apart, session::coefficient_of(context.snapshot.scene));
  // As a field dies down the arrows shrink with it and then grow again, slowly enough to be seen.
  view::SteadyRange& range = context.model.arrow_range;
  const std::string of = context.snapshot.scene.name + '/' + context.snapshot.scene.shown;
  if (std::exchange(context.model.arrows_of, of) != of) range.forget();
  range.follow(0.0F, static_cast<float>(lines::longest(arrows)),
               static_cast<double>(ImGui::GetIO().DeltaTime));
  const auto most = static_cast<double>(range.maximum());
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const lines::Arrow& arrow : arrows) {
    const double flux = std::hypot(arrow.flux.x, arrow.flux.y);
    const double length = lines::drawn_part(flux, most) * 0.95 * apart * scale;
    if (length < 3.0 * static_cast<double>(context.unit)) continue;
    const core::Point at = context.mapping.to_window(arrow.at);
    draw_arrow(list, {static_cast<float>(at.x), static_cast<float>(at.y)},
               {static_cast<float>(arrow.flux.x / flux * length),
                static_cast<float>(arrow.flux.y / flux * length)},
               context.unit);
  }
}

}  // namespace heatwave::fields_room
