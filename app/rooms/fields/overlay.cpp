// Draws over the field: the greeting, measures, outlines of tools.
#include "app/rooms/fields/overlay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <variant>

#include "app/rooms/fields/compared_panes.h"
#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/greeting.h"
#include "app/scene/interference.h"
#include "app/session/field/theory.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/line_chart.h"
#include "app/ui/pen.h"
#include "app/ui/text_lines.h"

namespace heatwave::fields_room {
namespace {

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

class MarkPen {
 public:
  /// `look`: the context's, or with smaller letters.
  MarkPen(const FieldsView& context, const ui::Look& look)
      : context_(context), look_(look), pen_(look, *ImGui::GetBackgroundDrawList()) {}

  void probe(const scene::Probe& probe, std::optional<float> value) {
    const float u = look_.unit;
    const ImVec2 centre = at(probe.at);
    const ImVec4 colour = probe_colour(context_, probe.number);
    const MeasurePick pick{.part = MeasurePick::Part::probe, .probe = probe.number};
    const float radius = is_marked(pick) ? 7 * u : 5 * u;
    pen_.list().AddCircleFilled(centre, radius + 2 * u, plate());
    pen_.list().AddCircleFilled(centre, radius, ui::packed_colour(colour));
    const std::string number = std::to_string(probe.number);
    // The values of all probes would cover a small field, whose chart has them.
    constexpr float kLeastLines = 16;
    const bool is_small = context_.look.seen().height() < kLeastLines * pen_.line();
    if (is_small && !is_marked(pick)) value.reset();
    const std::string words = value ? value_words(context_, static_cast<double>(*value)) : "";
    // The label keeps its width while the value changes its sign.
    const float negative = value ? pen_.width(value_words(context_, -std::abs(*value))) : 0.0F;
    if (label(centre, number, words, colour, negative)) return;
    // Without room beside it, the number stands on the probe.
    pen_.list().AddCircleFilled(centre, 10 * u, plate());
    pen_.text(centre.x, centre.y, number, colour, ui::Voice::strong, ui::Align::centre);
  }

  void line(scene::LineKind kind, const scene::Segment& line, const std::string& words) {
    const float u = look_.unit;
    const ImVec2 from = at(line.from);
    const ImVec2 to = at(line.to);
    const ImVec4 colour = context_.theme.text;
    const bool marked = is_marked({.part = MeasurePick::Part::whole, .line = kind}) ||
                        is_marked({.part = MeasurePick::Part::from, .line = kind}) ||
                        is_marked({.part = MeasurePick::Part::to, .line = kind});
    const std::vector<ImVec2> path = path_in_window(context_.look, {line.from, line.to}, false);
    ui::stroke(pen_.list(), path, plate(), (marked ? 8 : 6) * u);
    ui::stroke(pen_.list(), path, ui::packed_colour(colour), (marked ? 3 : 2) * u);
    note_line(path);
    if (kind == scene::LineKind::tape) ticks(from, to, colour);
    // The circles at the ends may extend beyond the field.
    push_clip(6 * u);
    for (const ImVec2 end : {from, to}) {
      pen_.list().AddCircleFilled(end, 6 * u, plate());
      pen_.list().AddCircleFilled(end, 4 * u, ui::packed_colour(colour));
    }
    pen_.list().PopClipRect();
    if (!words.empty()) label({(from.x + to.x) / 2, (from.y + to.y) / 2}, "", words, colour);
  }

  /// Records boxes along the line: contour labels keep off it; labels of measures may cover it.
  void note_line(const std::vector<ImVec2>& path) {
    const float half = 4 * look_.unit;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const ImVec2 way{path[i].x - path[i - 1].x, path[i].y - path[i - 1].y};
      const int parts = 1 + static_cast<int>(std::hypot(way.x, way.y) / (2 * half));
      for (int k = 0; k <= parts; ++k) {
        const float part = static_cast<float>(k) / static_cast<float>(parts);
        const ImVec2 at{path[i - 1].x + part * way.x, path[i - 1].y + part * way.y};
        lines_.push_back({at.x - half, at.y - half, at.x + half, at.y + half});
      }
    }
  }

  /// Clips to the field and a border of this width.
  void push_clip(float rim) {
    const ui::Box area = context_.look.seen();
    pen_.list().PushClipRect({area.left - rim, area.top - rim},
                             {area.right + rim, area.bottom + rim});
  }

  /// Keeps labels off a position.
  void keep_free(core::Point place) {
    const float half = 8 * look_.unit;
    const ImVec2 p = at(place);
    labels_.push_back({p.x - half, p.y - half, p.x + half, p.y + half});
  }

  void keep_free(const ui::Box& box) { labels_.push_back(box); }
  /// Returns the boxes of labels and lines, and the boxes kept free.
  [[nodiscard]] std::vector<ui::Box> marked() const {
    std::vector<ui::Box> all = labels_;
    all.insert(all.end(), lines_.begin(), lines_.end());
    return all;
  }

  /// Draws the directions in which waves add up, or cancel, from between their sources to the edge
  /// of the grid.
  void directions(const scene::Interference& found) {
    const core::Point along{-found.outward.y, found.outward.x};
    const int upwards = along.y > 0 ? -1 : 1;  // positive orders lie above m = 0, or at its right
    for (std::size_t i = 0; i < found.sines.size(); ++i) {
      const int order = found.first_order + static_cast<int>(i);
      if (found.is_dark && order == 0) continue;
      const double sine = std::clamp(found.sines[i], -1.0, 1.0);
      const double cosine = std::sqrt(1 - sine * sine);
      for (const double side : {1.0, -1.0}) {
        if (side < 0 && (!found.both_sides || cosine < 1e-9)) continue;
        const core::Point way{side * cosine * found.outward.x + sine * along.x,
                              side * cosine * found.outward.y + sine * along.y};
        direction(found, way, to_rim(found.middle, way), upwards * order);
      }
    }
    const std::string words = fmt::format(
        fmt::runtime(found.is_dark ? "dark: a sin θ = mλ; a = {}, λ = {}"
                                   : "d sin θ = mλ; d = {}, λ = {}"),
        length_words(context_, found.distance), length_words(context_, found.wavelength));
    // A small field has room for the formula alone.
    const std::string formula = words.substr(0, words.find(';'));
    const ui::Box seen = context_.look.seen();
    for (const std::string& each : {words, formula}) {
      for (const ImVec2 corner : {ImVec2{seen.left, seen.bottom}, ImVec2{seen.left, seen.top},
                                  ImVec2{seen.right, seen.bottom}, ImVec2{seen.right, seen.top}}) {
        if (label(corner, "", each, context_.theme.text)) return;
      }
    }
    label(at(found.middle), "", formula, context_.theme.text);
  }

  /// Draws a wave's direction before and behind a face, and the normal of the face.
  void refraction(const field::Refraction& found) {
    const ImVec2 from = at(found.at);
    const auto stroke = [&](core::Point way, double length, float width) {
      const ImVec2 to = at({found.at.x + length * way.x, found.at.y + length * way.y});
      pen_.dashed(from, to, ImVec4{0, 0, 0, 0.6F}, width + 2);
      pen_.dashed(from, to, ImVec4{1, 1, 1, 0.85F}, width);
    };
    stroke(found.normal, 60, 1.0F);
    stroke(found.normal, -60, 1.0F);
    stroke(found.from, -120, 2.0F);
    stroke(found.way, to_rim(found.at, found.way), 2.0F);
    label(from, "",
          fmt::format("Snell: {:.2f} · sin {:.1f}° = sin {:.1f}°", found.index, found.before,
                      found.behind),
          context_.theme.text);
  }

  /// Shows the stopwatch in the upper left corner.
  void stopwatch(const std::string& words) {
    const ui::Box seen = context_.look.seen();
    label({seen.left, seen.top}, "", words, context_.theme.text);
  }

 private:
  /// Returns the distance, in cells, from a position to the edge of the grid; on a surface the clip
  /// does not end a line there.
  [[nodiscard]] double to_rim(core::Point from, core::Point way) const {
    const core::Extent grid = context_.snapshot.scene.extent;
    const auto until = [](double at, double step, double end) {
      return step > 0 ? (end - at) / step : step < 0 ? -at / step : 1e9;
    };
    return std::min(until(from.x, way.x, grid.width), until(from.y, way.y, grid.height));
  }

  void direction(const scene::Interference& found, core::Point way, double reach, int order) {
    const float u = look_.unit;
    const ui::Box seen = context_.look.seen();
    const ImVec2 from = at(found.middle);
    const ImVec2 to = at({found.middle.x + reach * way.x, found.middle.y + reach * way.y});
    const ImVec4 colour{1, 1, 1, 0.85F};
    pen_.line(from, to, ImVec4{0, 0, 0, 0.35F}, 5 * u);
    pen_.dashed(from, to, colour, 2.5F);
    // The order, m, stands just inside the visible grid.
    const auto inside = [](float begin, float way_there, float low, float high) {
      if (std::abs(way_there) < 1e-3F) return 1e9F;
      return ((way_there > 0 ? high : low) - begin) / way_there;
    };
    const ImVec2 step{to.x - from.x, to.y - from.y};
    const float part = std::min(inside(from.x, step.x, seen.left, seen.right),
                                inside(from.y, step.y, seen.top, seen.bottom));
    if (!(part > 0)) return;
    const float length = std::hypot(step.x, step.y);
    const std::string words = fmt::format("m = {}{}", order < 0 ? "−" : "", std::abs(order));
    const ImVec2 size{pen_.width(words, ui::Voice::strong) + 8 * u, pen_.line()};
    const auto box_at = [&](float near) {
      return ui::Box::at(from.x + near * step.x - size.x / 2, from.y + near * step.y - size.y / 2,
                         size.x, size.y);
    };
    // Further inside it keeps off the probes.
    float near = std::min(1.0F, part) - 36 * u / length;
    for (int i = 0; i < 8 && is_taken(box_at(near)); ++i) near -= 12 * u / length;
    if (near <= 0) return;
    const ui::Box box = box_at(near);
    keep_free(pen_.text_on_plate(box.left + 4 * u, box.top + size.y / 2, words, context_.theme.text,
                                 ui::Voice::strong));
  }

  [[nodiscard]] bool is_taken(const ui::Box& box) const {
    return std::ranges::any_of(labels_, [&](const ui::Box& other) { return box.meets(other); });
  }

  [[nodiscard]] ImU32 plate() const {
    return ui::packed_colour(ui::with_alpha(context_.theme.panel, 0.85F));
  }
  [[nodiscard]] ImVec2 at(core::Point cells) const {
    const core::Point p = context_.look.to_window(cells);
    return {static_cast<float>(p.x), static_cast<float>(p.y)};
  }
  [[nodiscard]] bool is_marked(const MeasurePick& pick) const {
    return context_.measures.selected() == pick || context_.measures.hovered() == pick;
  }

  void ticks(ImVec2 from, ImVec2 to, const ImVec4& colour) const {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1.0F) return;
    const float u = look_.unit;
    const ImVec2 across{-(to.y - from.y) / length * 6 * u, (to.x - from.x) / length * 6 * u};
    for (const ImVec2 end : {from, to}) {
      pen_.line({end.x - across.x, end.y - across.y}, {end.x + across.x, end.y + across.y}, colour,
                2.0F);
    }
  }

  /// Places a label beside a position where no other label is; only the number if there is not room
  /// for both. `least_width`: of the words, which stand at the right of it. Returns false if there
  /// is no room at all.
  bool label(ImVec2 place, const std::string& number, std::string words, const ImVec4& colour,
             float least_width = 0.0F) {
    const float u = look_.unit;
    const float first = pen_.width(number, ui::Voice::strong);
    const float height = pen_.line() + 6 * u;
    const float gap = number.empty() ? 0 : 8 * u;
    auto box =
        free_box(place, first + gap + std::max(least_width, pen_.width(words)) + 12 * u, height);
    if (!box) {
      if (number.empty()) return false;
      words.clear();
      box = free_box(place, first + 12 * u, height);
    }
    if (!box) return false;
    const float middle = (box->top + box->bottom) / 2;
    pen_.list().AddRectFilled({box->left, box->top}, {box->right, box->bottom}, plate(), 4 * u);
    pen_.text(box->left + 6 * u, middle, number, colour, ui::Voice::strong);
    pen_.text(box->right - 6 * u, middle, words, context_.theme.text, ui::Voice::body,
              ui::Align::right);
    labels_.push_back(*box);
    return true;
  }

  /// Returns the box to the right or left, above or below a position.
  [[nodiscard]] ui::Box box_beside(ImVec2 place, float x, float y, float width,
                                   float height) const {
    const float u = look_.unit;
    const float left = place.x + x * 12 * u - (x < 0 ? width : x == 0 ? width / 2 : 0);
    const float top = place.y + y * (height / 2 + 6 * u) - height / 2;
    return {left, top, left + width, top + height};
  }

  /// Returns the first box around a position that lies on the field and covers no other label.
  [[nodiscard]] std::optional<ui::Box> free_box(ImVec2 place, float width, float height) const {
    const ui::Box field = context_.look.seen();
    constexpr std::array<std::array<float, 2>, 8> kAround{
        {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -3}, {1, 3}}};
    for (const auto& [x, y] : kAround) {
      const ui::Box box = box_beside(place, x, y, width, height);
      if (field.holds(box) && !is_taken(box)) return box;
    }
    return {};
  }

  const FieldsView& context_;
  const ui::Look& look_;
  ui::ChartPen pen_;
  std::vector<ui::Box> labels_;
  std::vector<ui::Box> lines_;
};

}  // namespace

ImVec4 probe_colour(const FieldsView& context, int number) {
  return ui::curve_colour(context.theme.dark, static_cast<std::size_t>(std::max(1, number) - 1));
}

namespace {

void draw_measure_marks(const FieldsView& context) {
  const scene::Measures& measures = context.snapshot.scene.measures;
  const Stopwatch& stopwatch = context.model.stopwatch;
  context.model.marked.clear();
  if (measures.none() && !context.model.show_theory && !stopwatch.used()) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  // Marks cover the field: their letters do not grow beyond what the last row reads.
  const ui::SizedLook sized(context, context.last_row_letters());
  MarkPen pen(context, sized.look);
  pen.push_clip(0);
  if (const auto words = place_of_now(context)) pen.keep_free(*words);
  for (const scene::Probe& probe : measures.probes) pen.keep_free(probe.at);
  if (measures.profile) pen.line(scene::LineKind::profile, *measures.profile, "");
  if (measures.tape) {
    pen.line(scene::LineKind::tape, *measures.tape, tape_words(context, *measures.tape));
  }
  // Drawn after the lines, so that its labels cover them.
  if (context.model.show_theory) {
    if (const auto found = scene::interference_of(context.snapshot.scene)) {
      pen.directions(*found);
    }
    if (const auto found = session::refraction_of(context.snapshot.scene)) pen.refraction(*found);
  }
  const auto& readings = context.snapshot.readings;
  pen.push_clip(12 * sized.look.unit);  // probes at the field's edge are drawn whole
  for (std::size_t i = 0; i < measures.probes.size(); ++i) {
    std::optional<float> value;
    if (i < readings.probes.size()) value = readings.probes[i];
    pen.probe(measures.probes[i], value);
  }
  list.PopClipRect();
  if (stopwatch.used()) {
    pen.stopwatch(stopwatch_words(context, stopwatch.steps(context.snapshot.step)));
  }
  list.PopClipRect();
  context.model.marked = pen.marked();
}

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

/// Draws the sentence above the item, below it, or over an item that fills the field's height; in a
/// narrow field with line breaks.
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
  list.AddRectFilled({x, y}, {x + size.x, y + size.y}, ui::packed_colour(context.theme.panel),
                     6 * u);
  list.AddRect({x, y}, {x + size.x, y + size.y}, ui::packed_colour(context.theme.accent), 6 * u,
               1.5F * u);
  list.AddText(context.fonts.strong, context.fonts.size, {x + 12 * u, y + 8 * u},
               ui::packed_colour(context.theme.text), words.c_str());
}

/// The greeting for a user who has never dragged anything: a handle, the shadow of a move, and a
/// sentence.
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
