// Decides what to sample, and draws contours at the colour bar's ticks and arrows on a lattice
// fixed to the field; on a surface without the parts that a hill hides.
#include "app/rooms/fields/view_marks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/lines/arrows.h"
#include "app/lines/contours.h"
#include "app/session/field/field_flux.h"
#include "app/ui/pen.h"

namespace heatwave::fields_room {
namespace {

/// A field with marks drawn over it.
struct MarkedField {
  const lines::Samples& samples;
  const view::FieldLook& look;
  const scene::Scene& scene;
};

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
  if (samples.right.empty() != field.scene.quantities.flow.empty()) return {};
  const core::Point last = samples.place(samples.extent.width - 1, samples.extent.height - 1);
  const core::Rect area{static_cast<int>(samples.first.x), static_cast<int>(samples.first.y),
                        static_cast<int>(last.x) + 1, static_cast<int>(last.y) + 1};
  return lines::arrows(samples, area, spacing(context, field),
                       session::coefficient_of(field.scene));
}

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

/// Adds the visible parts of a line, in window coordinates.
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
  constexpr float kTolerance = 0.35F;  // window units; invisible, and halves the number of points
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
  return {.version = field.samples.version,
          .scale = context.colours,
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
  if (layers.contours) levels = lines::inner_levels(context.colours, context.model.contours.levels);
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
    const float width = pen.width(lines::level_text(context.colours, level, levels.step));
    return core::Point{static_cast<double>(width + 10 * u),
                       static_cast<double>(pen.line() + 2 * u)};
  };
  cache.labels = lines::place_labels(placed, area, size_of);
}

/// True if a measure's label or line, which matters more, covers the position.
bool is_covered(const FieldsView& context, const lines::Frame& place) {
  const std::vector<ui::Box>& marked = context.model.marked;
  return std::any_of(marked.begin(), marked.end(), [&](const ui::Box& box) {
    return place.meets({static_cast<double>(box.left), static_cast<double>(box.top),
                        static_cast<double>(box.right), static_cast<double>(box.bottom)});
  });
}

void draw_contour_marks(const FieldsView& context, const MarkedField& field,
                        const scene::ViewLayers& layers, ContourCache& cache) {
  const lines::Levels levels = levels_of(context, field, layers);
  // An outline alone has no labels: the ends of the colour bar show its value.
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
                       ui::packed_colour(ui::with_alpha(context.theme.panel, 0.85F)),
                       4 * context.unit);
    pen.text(left + 5 * context.unit, (top + bottom) / 2,
             lines::level_text(context.colours, label.level, levels.step), context.theme.text);
  }
}

constexpr core::Extent kMostFlat{256, 192};
constexpr core::Extent kMostHills{160, 120};
constexpr core::Extent kMostFineHills{320, 240};

/// Limits the number of squares of a surface so that each is a few window units wide: software
/// OpenGL takes as long for a small square as for a larger one.
core::Extent as_seen(core::Extent most, core::Extent grid, const view::SurfaceCamera& camera) {
  constexpr double kLeastSquare = 4.5;
  constexpr double kFewest = 0.4;  // fraction of `most`
  constexpr double kSteps = 10;    // number of sizes; zooming changes the size only now and then
  const double scale = camera.scale_at({grid.width / 2.0, grid.height / 2.0, 0.0});
  const double seen = scale * std::max(grid.width, grid.height) / kLeastSquare;
  const double part = std::clamp(seen / std::max(most.width, most.height), kFewest, 1.0);
  const double kept = std::ceil(part * kSteps) / kSteps;
  return {static_cast<int>(most.width * kept), static_cast<int>(most.height * kept)};
}

bool has_lines(const scene::ViewLayers& layers) { return layers.contours || layers.range_outline; }

/// Smooths the largest flux. As a field dies down, the arrows shrink with it and then grow again
/// slowly enough to be noticed.
double followed(const FieldsView& context, double flux) {
  view::SteadyRange& range = context.model.arrows.range;
  const scene::Scene& scene = context.snapshot.scene;
  std::string of = scene.name + '/' + scene.quantities.shown;
  for (const scene::SceneExpression& expression : scene.quantities.flow)
    of += '/' + expression.text();
  if (std::exchange(context.model.arrows.of, of) != of) range.forget();
  range.follow(0.0F, static_cast<float>(flux), static_cast<double>(ImGui::GetIO().DeltaTime));
  return static_cast<double>(range.maximum());
}

void draw_marks(const FieldsView& context, const MarkedField& field, ContourCache& cache,
                scene::ViewLayers layers, double most) {
  const ui::Box seen = field.look.seen();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({seen.left, seen.top}, {seen.right, seen.bottom});
  if (layers.arrows) draw_arrow_marks(context, field, most);
  if (has_lines(layers)) draw_contour_marks(context, field, layers, cache);
  list.PopClipRect();
}

}  // namespace

std::optional<view::SampleRequest> samples_wanted(const scene::Scene& scene, core::Extent grid,
                                                  const view::FieldMapping& mapping) {
  const scene::ViewLayers layers = scene::layers_of(scene);
  if (!has_lines(layers) && !layers.arrows) return {};
  const ui::Box seen = mapping.seen();
  const core::Point from =
      mapping.to_cells(static_cast<double>(seen.left), static_cast<double>(seen.top));
  const core::Point to =
      mapping.to_cells(static_cast<double>(seen.right), static_cast<double>(seen.bottom));
  // Two more cells, so that lines reach the edge of the visible part.
  const core::Rect area{
      static_cast<int>(std::floor(from.x)) - 2, static_cast<int>(std::floor(from.y)) - 2,
      static_cast<int>(std::ceil(to.x)) + 2, static_cast<int>(std::ceil(to.y)) + 2};
  return view::SampleRequest{.area = core::intersection(area, core::whole(grid)),
                             .most = kMostFlat,
                             .before = layers.arrows && session::is_energy_shown(scene),
                             .vectors = layers.arrows && !scene.quantities.flow.empty()};
}

view::SampleRequest surface_wanted(const scene::Scene& scene, const view::SurfaceCamera& camera,
                                   Detail detail) {
  const scene::ViewLayers layers = scene::layers_of(scene);
  return {
      .area = core::whole(scene.extent),
      .most = as_seen(detail == Detail::fine ? kMostFineHills : kMostHills, scene.extent, camera),
      .before = layers.arrows && session::is_energy_shown(scene),
      .vectors = layers.arrows && !scene.quantities.flow.empty()};
}

void draw_view_marks(const FieldsView& context, const rooms::Panes* panes) {
  const scene::Scene& scene = context.snapshot.scene;
  const scene::ViewLayers layers = scene::layers_of(scene);
  if (!has_lines(layers)) context.model.contours.now = context.model.contours.before = {};
  if (!has_lines(layers) && !layers.arrows) return;
  if (context.samples == nullptr || context.samples->empty()) return;
  const MarkedField now{*context.samples, context.look, scene};
  const rooms::Comparison* beside = panes != nullptr ? context.comparison : nullptr;
  const bool both = beside != nullptr && beside->scene != nullptr && beside->samples != nullptr &&
                    !beside->samples->empty();
  const view::FlatLook look_before(both ? panes->before : context.mapping);
  const MarkedField before{both ? *beside->samples : *context.samples, look_before,
                           both ? *beside->scene : scene};
  double most = 0.0;
  if (layers.arrows) {
    most = greatest_flux(context, now);
    if (both) most = std::max(most, greatest_flux(context, before));
    most = followed(context, most);
  }
  draw_marks(context, now, context.model.contours.now, layers, most);
  if (both) draw_marks(context, before, context.model.contours.before, layers, most);
}

void draw_contours(const FieldsView& context, const scene::Scene& scene,
                   const lines::Samples& samples) {
  scene::ViewLayers layers = scene::layers_of(scene);
  layers.arrows = false;
  if (samples.empty() || !has_lines(layers)) return;
  draw_marks(context, {samples, context.look, scene}, context.model.contours.before, layers, 0.0);
}

}  // namespace heatwave::fields_room
