// At the colour bar's ticks.
#include "app/rooms/fields/contour_marks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/lines/contours.h"
#include "app/lines/level_labels.h"
#include "app/rooms/fields/colour_bar.h"
#include "app/ui/pen.h"

namespace heatwave::fields_room {
namespace {

/// In the window, in place of cells.
void place(lines::Contour& line, const view::FieldMapping& mapping) {
  constexpr double kTolerance = 0.35;  // window units; nobody sees it, and half the points go
  for (core::Point& point : line.points) point = mapping.to_window(point);
  lines::simplify(line.points, kTolerance);
}

void draw_line(const FieldsView& context, ImDrawList& list, const lines::Contour& line) {
  // As many points as one call may have where indices are short.
  constexpr std::size_t kMostAtOnce = 4000;
  std::vector<ImVec2> points;
  points.reserve(line.points.size() + 1);
  for (const core::Point p : line.points) {
    points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  }
  if (line.closed) points.push_back(points.front());
  const bool on_light = colour::is_light(context.colours.colour(static_cast<float>(line.level)));
  const ImU32 colour = on_light ? IM_COL32(0, 0, 0, 190) : IM_COL32(255, 255, 255, 190);
  for (std::size_t begin = 0; begin + 1 < points.size(); begin += kMostAtOnce - 1) {
    const std::size_t count = std::min(kMostAtOnce, points.size() - begin);
    list.AddPolyline(points.data() + begin, static_cast<int>(count), colour, 0,
                     1.5F * context.unit);
  }
}

}  // namespace

void draw_contour_marks(const FieldsView& context) {
  const lines::Levels levels = lines::inner_levels(context.colours, context.model.levels);
  std::vector<lines::Contour> found = lines::contours(*context.samples, levels);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (lines::Contour& line : found) {
    place(line, context.mapping);
    draw_line(context, list, line);
  }
  const ui::Box seen = context.mapping.seen();
  const lines::Frame area{static_cast<double>(seen.left), static_cast<double>(seen.top),
                          static_cast<double>(seen.right), static_cast<double>(seen.bottom)};
  const ui::ChartPen pen(context, list);
  const auto words = [&](double level) {
    return lines::level_words(context.colours, level, levels.step);
  };
  const auto size_of = [&](double level) {
    const float u = context.unit;
    return core::Point{static_cast<double>(pen.width(words(level)) + 10 * u),
                       static_cast<double>(pen.line() + 2 * u)};
  };
  for (const lines::LevelLabel& label : lines::place_labels(found, area, size_of)) {
    const auto left = static_cast<float>(label.place.left);
    const auto top = static_cast<float>(label.place.top);
    const auto bottom = static_cast<float>(label.place.bottom);
    list.AddRectFilled({left, top}, {static_cast<float>(label.place.right), bottom},
                       ui::packed(ui::with_alpha(context.theme.panel, 0.85F)), 4 * context.unit);
    pen.text(left + 5 * context.unit, (top + bottom) / 2, words(label.level), context.theme.text);
  }
}

}  // namespace heatwave::fields_room
