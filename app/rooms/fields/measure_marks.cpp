// Draws the marks of measures, and of theory, with labels that keep off each other.
#include "app/rooms/fields/measure_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "app/rooms/fields/compared_panes.h"
#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/overlay.h"
#include "app/scene/interference.h"
#include "app/session/field/theory.h"
#include "app/ui/box.h"
#include "app/ui/line_chart.h"
#include "app/ui/pen.h"

namespace heatwave::fields_room {
namespace {

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
    // The label keeps its width, and so its place, while the value changes its sign and its digits.
    const float usual = value ? pen_.width(context_.colours.legend.with_unit("−0.0000")) : 0.0F;
    if (label(centre, number, words, colour, usual)) return;
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
    if (!number.empty()) leader(place, *box, colour);
    pen_.list().AddRectFilled({box->left, box->top}, {box->right, box->bottom}, plate(), 4 * u);
    pen_.text(box->left + 6 * u, middle, number, colour, ui::Voice::strong);
    pen_.text(box->right - 6 * u, middle, words, context_.theme.text, ui::Voice::body,
              ui::Align::right);
    labels_.push_back(*box);
    return true;
  }

  /// Joins a mark to its label, where that has stepped aside from others.
  void leader(ImVec2 mark, const ui::Box& label, const ImVec4& colour) const {
    const float u = look_.unit;
    const ImVec2 end{std::clamp(mark.x, label.left, label.right),
                     std::clamp(mark.y, label.top, label.bottom)};
    if (std::hypot(end.x - mark.x, end.y - mark.y) < 18 * u) return;
    pen_.line(mark, end, ui::with_alpha(context_.theme.panel, 0.85F), 4 * u);
    pen_.line(mark, end, colour, 2 * u);
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
    constexpr std::array<std::array<float, 2>, 16> kAround{{{1, -1},
                                                            {1, 1},
                                                            {-1, -1},
                                                            {-1, 1},
                                                            {0, -2},
                                                            {0, 2},
                                                            {1, -3},
                                                            {1, 3},
                                                            {-1, -3},
                                                            {-1, 3},
                                                            {0, -4},
                                                            {0, 4},
                                                            {1, -5},
                                                            {1, 5},
                                                            {-1, -5},
                                                            {-1, 5}}};
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

}  // namespace heatwave::fields_room
