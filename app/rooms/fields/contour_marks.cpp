// At the colour bar's ticks; over hills cut where a hill hides them.
#include "app/rooms/fields/contour_marks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/lines/contours.h"
#include "app/rooms/fields/colour_bar.h"
#include "app/ui/pen.h"
#include "app/ui/stroke.h"

namespace heatwave::fields_room {
namespace {

/// Adds what is seen of a line, in the window.
void place(const lines::Contour& line, const view::FieldLook& look,
           std::vector<lines::Contour>& placed) {
  lines::Contour seen{.level = line.level, .closed = line.closed, .points = {}};
  seen.points.reserve(line.points.size());
  const auto end = [&](bool closed) {
    seen.closed = closed;
    if (seen.points.size() > 1) placed.push_back(std::move(seen));
    seen = {.level = line.level, .closed = false, .points = {}};
  };
  bool whole = true;
  for (const core::Point& point : line.points) {
    if (look.is_hidden(point)) {
      whole = false;
      end(false);
    } else {
      seen.points.push_back(look.to_window(point));
    }
  }
  if (line.closed && !whole && !seen.points.empty() && !look.is_hidden(line.points.front())) {
    seen.points.push_back(look.to_window(line.points.front()));
  }
  end(line.closed && whole);
}

ContourLine drawn_as(const FieldsView& context, const lines::Contour& line) {
  constexpr float kTolerance = 0.35F;  // window units; nobody sees it, and half the points go
  const bool on_light = colour::is_light(context.colours.colour(static_cast<float>(line.level)));
  ContourLine drawn{.colour = on_light ? IM_COL32(0, 0, 0, 190) : IM_COL32(255, 255, 255, 190),
                    .closed = line.closed,
                    .points = {}};
  drawn.points.reserve(line.points.size());
  for (const core::Point p : line.points) {
    drawn.points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  }
  ui::simplify(drawn.points, kTolerance);
  return drawn;
}

ContourKey key_of(const FieldsView& context, const MarkedField& field, const lines::Levels& levels,
                  bool labelled) {
  const core::Extent grid = field.scene.extent;
  const colour::ColourScale& colours = context.colours;
  return {.version = field.samples.version,
          .map = colours.map,
          .bands = colours.bands,
          .low = colours.low,
          .high = colours.high,
          .legend = colours.legend,
          .levels = levels.values,
          .labelled = labelled,
          .unit = context.unit,
          .seen = field.look.seen(),
          .corner = field.look.to_window({0, 0}),
          .across = field.look.to_window({static_cast<double>(grid.width), 0}),
          .down = field.look.to_window({0, static_cast<double>(grid.height)})};
}

lines::Levels levels_of(const FieldsView& context, const MarkedField& field,
                        const scene::ViewLayers& layers) {
  lines::Levels levels;
  if (layers.contours) levels = lines::inner_levels(context.colours, context.model.levels);
  if (!layers.range_outline) return levels;
  return lines::with_limits(std::move(levels), context.colours,
                            colour::limits_of(scene::shown_colours(field.scene), context.colours));
}

void find(const FieldsView& context, const MarkedField& field, const lines::Levels& levels,
          ContourCache& cache) {
  std::vector<lines::Contour> placed;
  for (const lines::Contour& line : lines::contours(field.samples, levels)) {
    place(line, field.look, placed);
  }
  cache.lines.clear();
  for (const lines::Contour& line : placed) cache.lines.push_back(drawn_as(context, line));
  cache.labels.clear();
  if (!cache.key.labelled) return;
  const ui::Box seen = field.look.seen();
  const lines::Frame area{static_cast<double>(seen.left), static_cast<double>(seen.top),
                          static_cast<double>(seen.right), static_cast<double>(seen.bottom)};
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  const auto size_of = [&](double level) {
    const float u = context.unit;
    const float width = pen.width(lines::level_words(context.colours, level, levels.step));
    return core::Point{static_cast<double>(width + 10 * u),
                       static_cast<double>(pen.line() + 2 * u)};
  };
  cache.labels = lines::place_labels(placed, area, size_of);
}

/// By a label or a line of what is measured, which says more.
bool is_covered(const FieldsView& context, const lines::Frame& place) {
  const std::vector<ui::Box>& marked = context.model.marked;
  return std::any_of(marked.begin(), marked.end(), [&](const ui::Box& box) {
    return place.meets({static_cast<double>(box.left), static_cast<double>(box.top),
                        static_cast<double>(box.right), static_cast<double>(box.bottom)});
  });
}

}  // namespace

void draw_contour_marks(const FieldsView& context, const MarkedField& field,
                        const scene::ViewLayers& layers, ContourCache& cache) {
  const lines::Levels levels = levels_of(context, field, layers);
  // An outline alone has no numbers: the colour bar's ends say what it stands for.
  const ContourKey key = key_of(context, field, levels, layers.contours);
  if (cache.key != key) {
    cache.key = key;
    find(context, field, levels, cache);
  }
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const ContourLine& line : cache.lines) {
    ui::stroke(list, line.points, line.colour, 1.5F * context.unit, line.closed);
  }
  const ui::ChartPen pen(context, list);
  for (const lines::LevelLabel& label : cache.labels) {
    if (is_covered(context, label.place)) continue;
    const auto left = static_cast<float>(label.place.left);
    const auto top = static_cast<float>(label.place.top);
    const auto bottom = static_cast<float>(label.place.bottom);
    list.AddRectFilled({left, top}, {static_cast<float>(label.place.right), bottom},
                       ui::packed(ui::with_alpha(context.theme.panel, 0.85F)), 4 * context.unit);
    pen.text(left + 5 * context.unit, (top + bottom) / 2,
             lines::level_words(context.colours, label.level, levels.step), context.theme.text);
  }
}

}  // namespace heatwave::fields_room
