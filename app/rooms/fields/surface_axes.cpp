// Ticks stand beside the silhouette, where no hill hides them; all words are upright.
#include "app/rooms/fields/surface_axes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/lines/contours.h"
#include "app/rooms/fields/colour_bar.h"
#include "app/rooms/fields/field_words.h"
#include "app/scene/views/catalogue.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"

namespace heatwave::fields_room {
namespace {

// Lengths in design units.
constexpr float kAxisRoom = 64.0F;  ///< for ticks and labels at the left
constexpr float kAway = 6.0F;       ///< between the surface and its axis
constexpr float kTick = 6.0F;
constexpr float kLabelGap = 3.0F;  ///< between a tick and its label

ImVec2 in_window(const core::Point& at) {
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// Returns the colours with numbers that have no unit.
colour::ColourScale without_unit(colour::ColourScale scale) {
  scale.legend.unit.clear();
  return scale;
}

class Axis {
 public:
  Axis(const FieldsView& context, const UprightEdge& edge)
      : context_(context),
        pen_(context, *ImGui::GetBackgroundDrawList()),
        scale_(without_unit(context.colours)),
        low_(in_window(edge.low)),
        high_(in_window(edge.high)),
        is_left_(edge.is_left) {
    low_.x -= kAway * context.unit;
    high_.x -= kAway * context.unit;
  }

  void draw() {
    const float line = pen_.line();
    if (low_.y - high_.y < line) return;  // seen from above, it has no length
    pen_.line(low_, high_, context_.theme.text, 1.5F * context_.unit);
    const lines::Levels levels = lines::levels_of(scale_, context_.model.contours.levels);
    if (levels.values.empty()) return;
    const auto range = static_cast<double>(scale_.high) - static_cast<double>(scale_.low);
    every_ = labels_every((low_.y - high_.y) * static_cast<float>(levels.step / range), line);
    // A short axis has the labels of its ends, since one alone tells no scale.
    has_ends_ = std::count_if(levels.values.begin(), levels.values.end(),
                              [&](double value) { return is_labelled(value, levels.step); }) < 2;
    const std::array<double, 2> ends{levels.values.front(), levels.values.back()};
    const auto is_end = [&](double value) { return value == ends[0] || value == ends[1]; };
    float last = low_.y + 2 * line;  // the last label's place, from below
    const auto draw_tick = [&](double value) {
      const ImVec2 at = place_of(value);
      pen_.line({at.x - kTick * context_.unit, at.y}, at, context_.theme.text,
                1.5F * context_.unit);
      const bool wanted = is_labelled(value, levels.step) || (has_ends_ && is_end(value));
      if (last - at.y < 1.1F * line || !wanted) return;
      last = at.y;
      draw_label(at, lines::level_text(scale_, value, levels.step));
    };
    std::for_each(levels.values.begin(), levels.values.end(), draw_tick);
    draw_title();
    note_box(context_, "height axis", box_);
  }

 private:
  [[nodiscard]] double part_of(double value) const {
    const auto low = static_cast<double>(scale_.low);
    return (value - low) / (static_cast<double>(scale_.high) - low);
  }
  [[nodiscard]] ImVec2 place_of(double value) const {
    const auto part = static_cast<float>(part_of(value));
    return {low_.x + part * (high_.x - low_.x), low_.y + part * (high_.y - low_.y)};
  }
  /// Ticks of a softened scale are uneven: zero and the ends have labels.
  [[nodiscard]] bool is_labelled(double value, double step) const {
    if (scale_.kind == colour::ScaleKind::softened) return value == 0.0;
    return lines::steps_from_zero(scale_, value, step) % every_ == 0;
  }
  void draw_label(ImVec2 tick, const std::string& label) {
    const float right = tick.x - (kTick + kLabelGap) * context_.unit;
    if (is_left_) {
      pen_.text(right, tick.y, label, context_.theme.text, ui::Voice::body, ui::Align::right);
    } else {
      pen_.text_on_plate(right, tick.y, label, context_.theme.text, ui::Voice::body,
                         ui::Align::right);
    }
    const float half = pen_.line() / 2;
    box_ = box_.around({right - pen_.width(label), tick.y - half, tick.x, tick.y + half});
  }
  /// Draws the quantity and its unit above the axis.
  void draw_title() {
    const std::string title =
        context_.colours.legend.titled(scene::shown_quantity(context_.snapshot.scene).id);
    const ui::Box& area = context_.model.camera.area();
    const float width = pen_.width(title, ui::Voice::strong);
    const float least = area.left - kAxisRoom * context_.unit;
    const float left = std::max(least, high_.x - width);
    const float y = high_.y - 1.2F * pen_.line();
    pen_.text(left, y, title, context_.theme.text, ui::Voice::strong);
    box_ = box_.around(ui::Box::at(left, y - pen_.line() / 2, width, pen_.line()));
  }

  const FieldsView& context_;
  ui::ChartPen pen_;
  colour::ColourScale scale_;
  ImVec2 low_, high_;
  bool is_left_;
  ui::Box box_{low_.x, high_.y, low_.x, low_.y};
  int every_ = 1;          ///< every n-th tick has a label
  bool has_ends_ = false;  ///< the first and the last one have labels
};

/// Draws the length of a side beside the middle of its lower edge, if there is room.
void draw_length(const FieldsView& context, core::Point from, core::Point to,
                 const std::string& words) {
  const view::SurfaceCamera& camera = context.model.camera;
  const core::Extent grid = context.snapshot.scene.extent;
  const double base = context.relief->base;
  const ImVec2 edge = in_window(camera.to_window({(from.x + to.x) / 2, (from.y + to.y) / 2, base}));
  const ImVec2 middle = in_window(camera.to_window({grid.width / 2.0, grid.height / 2.0, base}));
  const ImVec2 out{edge.x - middle.x, edge.y - middle.y};
  const float length = std::hypot(out.x, out.y);
  if (length < 1) return;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  const ImVec2 half{pen.width(words) / 2, pen.line() / 2};
  const float gap = 8 * context.unit;
  const ImVec2 at{edge.x + out.x / length * (half.x + gap),
                  edge.y + out.y / length * (half.y + gap)};
  const ui::Box box{at.x - half.x, at.y - half.y, at.x + half.x, at.y + half.y};
  if (!camera.area().holds(box)) return;
  pen.text(at.x, at.y, words, context.theme.dim, ui::Voice::body, ui::Align::centre);
}

void draw_lengths(const FieldsView& context) {
  const core::Extent grid = context.snapshot.scene.extent;
  const auto width = static_cast<double>(grid.width);
  const auto height = static_cast<double>(grid.height);
  const view::Space eye = context.model.camera.ray(0, 0).from;
  const std::string x = "x: " + length_words(context, width);
  const std::string y = "y: " + length_words(context, height);
  if (eye.y < 0) draw_length(context, {0, 0}, {width, 0}, x);
  if (eye.y > height) draw_length(context, {0, height}, {width, height}, x);
  if (eye.x < 0) draw_length(context, {0, 0}, {0, height}, y);
  if (eye.x > width) draw_length(context, {width, 0}, {width, height}, y);
}

}  // namespace

ui::Box beside_axis(const ui::Box& area, float unit) {
  const float room = std::min(kAxisRoom * unit, area.width() / 4);
  return {area.left + room, area.top, area.right, area.bottom};
}

std::optional<UprightEdge> axis_edge(const view::SurfaceCamera& camera, double most) {
  const auto width = static_cast<double>(camera.grid().width);
  const auto height = static_cast<double>(camera.grid().height);
  std::array<UprightEdge, 4> edges;
  std::size_t count = 0;
  for (const double x : {0.0, width}) {
    for (const double y : {0.0, height}) {
      edges.at(count++) = {camera.to_window({x, y, 0}), camera.to_window({x, y, most})};
    }
  }
  // No hill lies beside the ends of the block, so that none hides these edges.
  const auto [left, right] = std::minmax_element(
      edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.low.x < b.low.x; });
  right->is_left = false;
  const ui::Box& area = camera.area();
  for (const UprightEdge& edge : {*left, *right}) {
    if (area.contains(edge.low) && area.contains(edge.high)) return edge;
  }
  return {};
}

void draw_surface_axes(const FieldsView& context) {
  if (context.relief == nullptr || context.relief->heights.empty()) return;
  draw_lengths(context);
  const auto edge = axis_edge(context.model.camera, context.relief->most);
  if (edge) Axis(context, *edge).draw();
}

}  // namespace heatwave::fields_room
