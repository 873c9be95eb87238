// Outlines over the field: what is hovered, selected or being drawn, handles, the brush.
#include "app/rooms/fields/overlay.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/greeting.h"
#include "app/rooms/fields/measure_marks.h"
#include "app/rooms/fields/window_path.h"
#include "app/ui/box.h"
#include "app/ui/stroke.h"
#include "app/ui/text_lines.h"

namespace heatwave::fields_room {
namespace {

/// Draws shapes given in cells with a dark rim, so that they are seen on every colour.
class ShapePen {
 public:
  ShapePen(const FieldsView& context, ImVec4 colour, float width)
      : look_(context.look),
        list_(*ImGui::GetBackgroundDrawList()),
        colour_(ui::packed(colour)),
        wash_(ui::packed(ui::with_alpha(colour, 0.3F))),
        width_(width * context.unit) {}

  void operator()(const scene::Disc& disc) const { ring(disc.centre, disc.radius); }
  void operator()(const scene::Stencil& s) const { (*this)(scene::Rectangle{s.from, s.to}); }
  void operator()(const scene::Rectangle& r) const {
    outline({r.from, {r.to.x, r.from.y}, r.to, {r.from.x, r.to.y}});
  }
  void operator()(const scene::Line& line) const {
    capsule(line.from, line.to, std::max(line.thickness, 1.0) / 2);
  }
  void operator()(const scene::Stroke& stroke) const {
    if (stroke.points.size() == 1) {
      ring(stroke.points.front(), stroke.radius);
      return;
    }
    const std::vector<ImVec2> points = path_in_window(look_, stroke.points, false);
    const double scale = look_.scale_at(stroke.points.front());
    const auto thick = static_cast<float>(2 * stroke.radius * scale);
    list_.AddPolyline(points.data(), static_cast<int>(points.size()), wash_, thick);
    ui::stroke(list_, points, colour_, width_);
  }

  void ring(core::Point centre, double radius) const {
    if (!look_.is_flat()) return outline(circle(centre, radius));
    const auto r = static_cast<float>(radius * look_.scale_at(centre));
    list_.AddCircle(at(centre), r, kRim, 0, width_ + 2);
    list_.AddCircle(at(centre), r, colour_, 0, width_);
  }
  void handle(core::Point p, ImVec4 fill) const {
    const ImVec2 c = at(p);
    const float half = 2.5F * width_;
    list_.AddRectFilled({c.x - half, c.y - half}, {c.x + half, c.y + half}, ui::packed(fill), 2);
    list_.AddRect({c.x - half, c.y - half}, {c.x + half, c.y + half}, colour_, 2, width_ * 0.75F);
  }

 private:
  static constexpr ImU32 kRim = IM_COL32(0, 0, 0, 150);

  [[nodiscard]] ImVec2 at(core::Point cells) const {
    const core::Point p = look_.to_window(cells);
    return {static_cast<float>(p.x), static_cast<float>(p.y)};
  }
  static std::vector<core::Point> circle(core::Point centre, double radius) {
    constexpr int kParts = 48;
    std::vector<core::Point> points;
    for (int i = 0; i < kParts; ++i) {
      const double a = 2 * std::numbers::pi * i / kParts;
      points.push_back({centre.x + radius * std::cos(a), centre.y + radius * std::sin(a)});
    }
    return points;
  }
  /// Closed, along the surface where there is one.
  void outline(const std::vector<core::Point>& corners) const {
    const std::vector<ImVec2> points = path_in_window(look_, corners, true);
    ui::stroke(list_, points, kRim, width_ + 2, true);
    ui::stroke(list_, points, colour_, width_, true);
  }
  void capsule(core::Point from, core::Point to, double radius) const {
    constexpr int kHalfCircle = 12;
    const double along = std::atan2(to.y - from.y, to.x - from.x);
    std::vector<core::Point> points;
    for (int end = 0; end < 2; ++end) {
      const core::Point centre = end == 0 ? to : from;
      const double first = along - std::numbers::pi / 2 + end * std::numbers::pi;
      for (int i = 0; i <= kHalfCircle; ++i) {
        const double a = first + std::numbers::pi * i / kHalfCircle;
        points.push_back({centre.x + radius * std::cos(a), centre.y + radius * std::sin(a)});
      }
    }
    outline(points);
  }

  const view::FieldLook& look_;
  ImDrawList& list_;
  ImU32 colour_;
  ImU32 wash_;
  float width_;
};

const ImVec4 kWhite{1, 1, 1, 1};

bool uses_brush(Tool tool) {
  return tool == Tool::paint || tool == Tool::hold || tool == Tool::erase;
}

/// The accent of the dark theme: over the field it must be seen on every colour in both themes.
const ImVec4& mark_colour() { return ui::theme_of(true).accent; }

/// The sentence stands above what it speaks of, or below it, or over what fills the field's height;
/// in a narrow field in several lines.
void draw_words(const FieldsView& context, const scene::Item& item) {
  const float u = context.unit;
  const ui::Box& area = context.mapping.area();
  ImGui::PushFont(context.fonts.strong, 0);
  const std::string words =
      ui::in_lines("Drag me: the field answers at once.", area.width() - 24 * u);
  ImGui::PopFont();
  const core::Rect bounds = scene::bounds(item.shape);
  const core::Point top =
      context.look.to_window({(bounds.x0 + bounds.x1) / 2.0, static_cast<double>(bounds.y0)});
  const core::Point bottom =
      context.look.to_window({(bounds.x0 + bounds.x1) / 2.0, static_cast<double>(bounds.y1)});
  const ImVec2 text =
      context.fonts.strong->CalcTextSizeA(context.fonts.size, 1e6F, 0.0F, words.c_str());
  const ImVec2 size{text.x + 24 * u, text.y + 16 * u};
  const float right = area.right - size.x;
  const bool above = static_cast<float>(top.y) - size.y - 12 * u > area.top;
  const float below = std::min(static_cast<float>(bottom.y) + 12 * u, area.bottom - size.y);
  const float y = above ? static_cast<float>(top.y) - size.y - 12 * u : below;
  const float x = std::max(area.left, std::min(static_cast<float>(top.x) - size.x / 2, right));
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({x, y}, {x + size.x, y + size.y}, ui::packed(context.theme.panel), 6 * u);
  list.AddRect({x, y}, {x + size.x, y + size.y}, ui::packed(context.theme.accent), 6 * u, 1.5F * u);
  list.AddText(context.fonts.strong, context.fonts.size, {x + 12 * u, y + 8 * u},
               ui::packed(context.theme.text), words.c_str());
}

/// For whoever has never dragged anything: a handle, the shadow of a move, a sentence.
void draw_greeting(const FieldsView& context) {
  const auto greeting = greeting_for(context.snapshot.scene);
  if (!greeting) return;
  const float part = part_of_way(ImGui::GetTime());
  const ShapePen shadow(context, ui::with_alpha(mark_colour(), 0.9F - 0.5F * part), 2.0F);
  const core::Point by{greeting->way.x * static_cast<double>(part),
                       greeting->way.y * static_cast<double>(part)};
  std::visit(shadow, scene::moved(greeting->item.shape, by));
  const ShapePen marked(context, mark_colour(), 3.0F);
  const core::Rect bounds = scene::bounds(greeting->item.shape);
  marked.handle({(bounds.x0 + bounds.x1) / 2.0, (bounds.y0 + bounds.y1) / 2.0}, kWhite);
  draw_words(context, greeting->item);
}

}  // namespace

void draw_overlay(const FieldsView& context) {
  const PointerInput& pointer = context.model.pointer;
  const scene::Scene& scene = context.snapshot.scene;
  const ui::Box& area = context.mapping.area();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float margin = 8 * context.unit;  // handles on the rim are seen whole
  list.PushClipRect({area.left - margin, area.top - margin},
                    {area.right + margin, area.bottom + margin});
  const ShapePen marked(context, mark_colour(), 2.0F);
  const ShapePen light(context, kWhite, 1.5F);
  const int hovered = context.tools.hovered();
  if (const auto* item = find_item(scene, hovered);
      item != nullptr && hovered != context.tools.selected()) {
    std::visit(light, item->shape);
  }
  if (const auto* item = find_item(scene, context.tools.selected())) {
    std::visit(marked, item->shape);
    if (context.tools.settings().tool == Tool::select) {
      for (const core::Point& p : scene::handles(item->shape)) marked.handle(p, kWhite);
    }
  }
  if (context.tools.draft()) std::visit(marked, *context.tools.draft());
  const bool erasing = pointer.right && context.tools.busy();
  if (pointer.over_field && (erasing || uses_brush(context.tools.settings().tool))) {
    light.ring(pointer.at, context.tools.settings().brush);
  }
  if (context.asks.greets && !context.tools.busy()) draw_greeting(context);
  list.PopClipRect();
  draw_measure_marks(context);
}

}  // namespace heatwave::fields_room
