// Draws over the field: the greeting, outlines of items and tools, and measures.
#include "app/rooms/fields/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include "app/rooms/fields/greeting.h"
#include "app/rooms/fields/measure_marks.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/ui/text_lines.h"

namespace heatwave::fields_room {

std::vector<ImVec2> path_in_window(const view::FieldLook& look,
                                   const std::vector<core::Point>& corners, bool closed) {
  constexpr double kPart = 3.0;  // cells
  constexpr double kMostParts = 256.0;
  std::vector<ImVec2> path;
  const auto add = [&](core::Point cells) {
    const core::Point p = look.to_window(cells);
    path.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  };
  for (std::size_t i = 0; i < corners.size(); ++i) {
    add(corners[i]);
    if (look.is_flat() || (i + 1 == corners.size() && !closed)) continue;
    const core::Point a = corners[i];
    const core::Point b = corners[(i + 1) % corners.size()];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    const int parts = static_cast<int>(std::clamp(length / kPart, 1.0, kMostParts));
    for (int k = 1; k < parts; ++k) {
      const double part = static_cast<double>(k) / parts;
      add({a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)});
    }
  }
  return path;
}

namespace {

/// Draws shapes, given in cells, with a dark border that is visible on every colour.
class ShapePen {
 public:
  ShapePen(const FieldsView& context, ImVec4 colour, float width)
      : look_(context.look),
        list_(*ImGui::GetBackgroundDrawList()),
        colour_(ui::packed_colour(colour)),
        wash_(ui::packed_colour(ui::with_alpha(colour, 0.3F))),
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
    list_.AddRectFilled({c.x - half, c.y - half}, {c.x + half, c.y + half}, ui::packed_colour(fill),
                        2);
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
  /// Draws a closed outline that follows the surface.
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

/// The dark theme's accent, which is visible on every colour of the field in both themes.
const ImVec4& mark_colour() { return ui::theme_of(true).accent; }

/// Draws the sentence of the greeting above the item, below it, or over an item that fills the
/// field's height; without an item, at the field's upper end. In a narrow field it has line breaks.
void draw_invitation(const FieldsView& context, const scene::Item* item) {
  const float u = context.unit;
  const float gap = 12 * u;
  const ui::Box area = context.look.seen();
  ImGui::PushFont(context.fonts.strong, 0);
  const std::string words = ui::in_lines(
      invitation(context.snapshot.scene, context.keys_of("tool_paint")), area.width() - 4 * gap);
  ImGui::PopFont();
  const ImVec2 text =
      context.fonts.strong->CalcTextSizeA(context.fonts.size, 1e6F, 0.0F, words.c_str());
  const ImVec2 size{text.x + 32 * u, text.y + 18 * u};
  float x = (area.left + area.right - size.x) / 2;
  float y = area.top + gap;
  if (item != nullptr) {
    const core::Rect bounds = scene::bounds(item->shape);
    const double middle = (bounds.x0 + bounds.x1) / 2.0;
    const core::Point top = context.look.to_window({middle, static_cast<double>(bounds.y0)});
    const core::Point bottom = context.look.to_window({middle, static_cast<double>(bounds.y1)});
    const float above = static_cast<float>(top.y) - size.y - gap;
    const float below = std::min(static_cast<float>(bottom.y) + gap, area.bottom - size.y);
    y = above > area.top ? above : below;
    x = static_cast<float>(top.x) - size.x / 2;
  }
  x = std::max(area.left, std::min(x, area.right - size.x));
  const ui::Box plate = ui::Box::at(x, y, size.x, size.y);
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  const float round = std::min(size.y / 2, 18 * u);
  pen.fill(plate, ui::with_alpha(context.theme.panel, 0.94F), round);
  pen.frame(plate, context.theme.accent, 2 * u, round);
  pen.list().AddText(context.fonts.strong, context.fonts.size, {x + 16 * u, y + 9 * u},
                     ui::packed_colour(context.theme.text), words.c_str());
  note_box(context, "invitation", plate);
}

/// The greeting for a user who has never dragged anything: a handle, the shadow of a move, and a
/// sentence.
void draw_greeting(const FieldsView& context) {
  const auto greeting = greeting_for(context.snapshot.scene);
  if (!greeting) return draw_invitation(context, nullptr);
  const float part = part_of_way(ImGui::GetTime());
  const ShapePen shadow(context, ui::with_alpha(mark_colour(), 0.9F - 0.5F * part), 2.0F);
  const core::Point by{greeting->way.x * static_cast<double>(part),
                       greeting->way.y * static_cast<double>(part)};
  std::visit(shadow, scene::moved(greeting->item.shape, by));
  const ShapePen marked(context, mark_colour(), 3.0F);
  const core::Rect bounds = scene::bounds(greeting->item.shape);
  marked.handle({(bounds.x0 + bounds.x1) / 2.0, (bounds.y0 + bounds.y1) / 2.0}, kWhite);
  draw_invitation(context, &greeting->item);
}

/// Notes the place of the item that a first-time user is asked to drag.
void note_greeted_item(const FieldsView& context) {
  if (context.places == nullptr || !context.look.is_flat()) return;
  const auto greeting = greeting_for(context.snapshot.scene);
  if (!greeting) return;
  const core::Rect bounds = scene::bounds(greeting->item.shape);
  const core::Point a = context.look.to_window({1.0 * bounds.x0, 1.0 * bounds.y0});
  const core::Point b = context.look.to_window({1.0 * bounds.x1, 1.0 * bounds.y1});
  note_box(context, "greeted item",
           {static_cast<float>(std::min(a.x, b.x)), static_cast<float>(std::min(a.y, b.y)),
            static_cast<float>(std::max(a.x, b.x)), static_cast<float>(std::max(a.y, b.y))});
}

}  // namespace

void draw_item_marks(const FieldsView& context) {
  const PointerInput& pointer = context.model.pointer;
  const scene::Scene& scene = context.snapshot.scene;
  const ui::Box& area = context.mapping.shown();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float margin = 8 * context.unit;  // handles at the edge are drawn whole
  list.PushClipRect({area.left - margin, area.top - margin},
                    {area.right + margin, area.bottom + margin});
  const ShapePen marked(context, mark_colour(), 2.0F);
  const ShapePen light(context, kWhite, 1.5F);
  const int hovered = context.tools.hovered();
  if (const auto* item = find_item(scene, hovered);
      item != nullptr && hovered != context.tools.selected()) {
    std::visit(light, item->shape);
  }
  // An audience sees the marks of an item only while the pointer is on it.
  const bool is_marked = !context.presented || context.tools.busy() ||
                         (pointer.over_field && hovered == context.tools.selected());
  if (const auto* item = find_item(scene, context.tools.selected()); item && is_marked) {
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
  if (context.greets && !context.tools.busy()) draw_greeting(context);
  list.PopClipRect();
}

void draw_cuts(const FieldsView& context) {
  const std::vector<field::PartInfo>& parts = context.snapshot.backend.parts;
  if (!context.shows_cuts || parts.size() < 2 || scene::is_line(context.snapshot.scene)) return;
  const float u = context.unit;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  const ui::Box seen = context.look.seen();
  const double width = context.snapshot.scene.extent.width;
  pen.list().PushClipRect({seen.left, seen.top}, {seen.right, seen.bottom});
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double top = parts[i].first_row;
    if (i > 0) {
      const std::vector<ImVec2> path =
          path_in_window(context.look, {{0.0, top}, {width, top}}, false);
      ui::stroke(pen.list(), path, IM_COL32(0, 0, 0, 170), 4 * u);
      ui::stroke(pen.list(), path, IM_COL32(255, 255, 255, 255), 1.5F * u);
    }
    const core::Point from = context.look.to_window({0.0, top});
    const core::Point to = context.look.to_window({0.0, top + parts[i].rows});
    const std::string words = fmt::format("part {}", i + 1);
    const float high = pen.line() + 4 * u;
    if (std::abs(to.y - from.y) < static_cast<double>(2 * high)) continue;
    const ui::Box plate = ui::Box::at(static_cast<float>(from.x) + 6 * u,
                                      static_cast<float>((from.y + to.y) / 2) - high / 2,
                                      pen.width(words) + 12 * u, high);
    pen.fill(plate, ui::with_alpha(context.theme.panel, 0.85F), 4 * u);
    pen.text(plate.left + 6 * u, (plate.top + plate.bottom) / 2, words, context.theme.text);
  }
  pen.list().PopClipRect();
}

void draw_overlay(const FieldsView& context) {
  draw_cuts(context);
  draw_item_marks(context);
  draw_measure_marks(context);
  note_greeted_item(context);
}

}  // namespace heatwave::fields_room
