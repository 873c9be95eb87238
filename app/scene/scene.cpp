// Computes results from a scene's values: stability limits, scaled scenes, moved items.
#include "app/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/views/catalogue.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

/// Scaling factors; lengths without a direction use the mean of both.
struct Scale {
  double x = 1.0;
  double y = 1.0;

  [[nodiscard]] Point operator()(Point p) const { return {p.x * x, p.y * y}; }
  [[nodiscard]] double operator()(double l) const { return l * std::sqrt(x * y); }

  [[nodiscard]] Disc operator()(const Disc& d) const {
    return {(*this)(d.centre), (*this)(d.radius)};
  }
  [[nodiscard]] Rectangle operator()(const Rectangle& r) const {
    return {(*this)(r.from), (*this)(r.to)};
  }
  [[nodiscard]] Line operator()(const Line& l) const {
    return {(*this)(l.from), (*this)(l.to), (*this)(l.thickness)};
  }
  [[nodiscard]] Stroke operator()(const Stroke& s) const {
    Stroke result{{}, (*this)(s.radius)};
    for (const Point p : s.points) result.points.push_back((*this)(p));
    return result;
  }
  [[nodiscard]] Stencil operator()(const Stencil& s) const {
    return {(*this)(s.from), (*this)(s.to), s.places};
  }
  [[nodiscard]] Shape operator()(const Shape& shape) const {
    return std::visit([this](const auto& s) -> Shape { return (*this)(s); }, shape);
  }

  [[nodiscard]] Fill operator()(const Fill& f) const {
    return {(*this)(f.shape), f.value, f.component};
  }
  [[nodiscard]] Gaussian operator()(const Gaussian& g) const {
    return {(*this)(g.centre), (*this)(g.radius), g.height, g.component};
  }
  [[nodiscard]] Ridge operator()(const Ridge& r) const {
    return {(*this)(r.centre), r.angle, (*this)(r.radius), r.height, r.component};
  }
  [[nodiscard]] Mode operator()(const Mode& m) const { return m; }
};

}  // namespace

std::int64_t first_step(const Scene& scene) { return scene.given ? scene.given->step : 0; }

bool contains(const Item& item, Point p) {
  return contains(item.shape, p) &&
         std::none_of(item.holes.begin(), item.holes.end(),
                      [&](const Stroke& hole) { return contains(hole, p); });
}

Item moved(const Item& item, Point by) {
  Item result = item;
  result.shape = moved(item.shape, by);
  for (Stroke& hole : result.holes) {
    for (Point& p : hole.points) p = {p.x + by.x, p.y + by.y};
  }
  return result;
}

std::string_view name_of(const Role& role) {
  return std::visit([](const auto& held) { return held.kName; }, role);
}

std::vector<field::Oscillation> oscillations(const Scene& scene) {
  std::vector<field::Oscillation> table;
  for (const Item& item : scene.items) {
    const auto* source = std::get_if<Source>(&item.role);
    if (source != nullptr && source->oscillation) table.push_back(*source->oscillation);
  }
  return table;
}

std::vector<std::size_t> oscillating_components(const Scene& scene) {
  std::vector<std::size_t> components;
  for (const Item& item : scene.items) {
    const auto* source = std::get_if<Source>(&item.role);
    if (source == nullptr || !source->oscillation) continue;
    components.push_back(component_of(scene, source->component));
  }
  return components;
}

double largest_factor(const Scene& scene) {
  double largest = 1.0;
  for (const Item& item : scene.items) {
    if (const auto* medium = std::get_if<Medium>(&item.role)) {
      largest = std::max(largest, medium->factor);
    }
  }
  return largest;
}

double stable_limit(const Scene& scene, std::size_t parameter) {
  return field::stable_limit(scene::equation_of(scene), parameter, scene.parameters,
                             largest_factor(scene));
}

std::size_t component_of(const Scene& scene, const std::string& id) {
  const field::EquationInfo& info = scene::equation_of(scene);
  if (id.empty()) return info.main_component;
  const std::size_t index = field::component_index(info, id);
  if (index < info.components.size()) return index;
  std::vector<std::string> known;
  for (const field::ComponentInfo& component : info.components) known.push_back(component.id);
  throw core::Error(fmt::format("the {} equation has no component '{}' (there are: {})", info.id,
                                id, words::joined(known)));
}

std::size_t shown_component(const Scene& scene) { return component_of(scene, scene.shown); }

const colour::ColourChoice& shown_colours(const Scene& scene) {
  return view_of(scene).averaged ? scene.view.colours : scene.colours[shown_component(scene)];
}

colour::ColourChoice& shown_colours(Scene& scene) {
  return view_of(scene).averaged ? scene.view.colours : scene.colours[shown_component(scene)];
}

ViewLayers layers_of(const Scene& scene) {
  const ViewLayers& more = scene.layers;
  const ViewLayers& own = view_of(scene).draws;
  return {.contours = more.contours || own.contours,
          .arrows = more.arrows || own.arrows,
          .raised = more.raised || own.raised,
          .relief = more.relief,
          .range_outline = more.range_outline && !shown_colours(scene).automatic};
}

bool operator==(const SceneFormula& a, const SceneFormula& b) {
  return a.formula_ == b.formula_ || (a && b && *a.formula_ == *b.formula_);
}

const field::EquationInfo& equation_of(const Scene& scene) {
  return scene.formula ? scene.formula->info() : field::find_equation(scene.equation);
}

bool have_same_equation(const Scene& a, const Scene& b) {
  return a.equation == b.equation && a.formula == b.formula;
}

field::Edges edges_of(const field::formula::Formula& formula) {
  using field::EdgeKind;
  using field::formula::Side;
  using field::formula::SideKind;
  const auto edge = [&](Side side) {
    switch (formula.model().sides[static_cast<std::size_t>(side)]) {
      case SideKind::periodic:
        return EdgeKind::periodic;
      case SideKind::absorbing:
        return EdgeKind::absorbing;
      case SideKind::by_scene:
      case SideKind::by_conditions:
        break;
    }
    return EdgeKind::reflecting;
  };
  return {.left = edge(Side::left),
          .right = edge(Side::right),
          .top = edge(Side::top),
          .bottom = edge(Side::bottom)};
}

Scene formula_scene(std::shared_ptr<const field::formula::Formula> formula, core::Extent extent) {
  const field::EquationInfo& info = formula->info();
  Scene scene;
  scene.name = kFormulaEquation;
  scene.title = info.title;
  scene.equation = kFormulaEquation;
  scene.extent = extent;
  scene.parameters = field::initial_parameters(info);
  scene.colours.resize(info.components.size());
  scene.edges = edges_of(*formula);
  scene.formula = SceneFormula(std::move(formula));
  // The text's own numbers stand, even where steps with them are not stable.
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    scene.guarded = scene.guarded && scene.parameters[i] <= stable_limit(scene, i);
  }
  return scene;
}

Scene blank_scene(const std::string& equation, core::Extent extent) {
  const field::EquationInfo& info = field::find_equation(equation);
  Scene scene;
  scene.name = "blank";
  scene.title = "Blank " + info.title;
  scene.equation = info.id;
  scene.extent = extent;
  scene.parameters = field::initial_parameters(info);
  scene.colours.resize(info.components.size());
  return scene;
}

Scene scaled(const Scene& scene, core::Extent extent) {
  const Scale scale{static_cast<double>(extent.width) / scene.extent.width,
                    static_cast<double>(extent.height) / scene.extent.height};
  Scene result = scene;
  result.extent = extent;
  result.measures = scaled(scene.measures, scene.extent, extent);
  for (Item& item : result.items) {
    item.shape = scale(item.shape);
    for (Stroke& hole : item.holes) hole = scale(hole);
  }
  for (Initial& initial : result.initial) {
    initial = std::visit([&](const auto& part) -> Initial { return scale(part); }, initial);
  }
  return result;
}

}  // namespace heatwave::scene
