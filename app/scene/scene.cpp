// Computes results from a scene's values: stability limits, scaled scenes, moved items.
#include "app/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

bool is_line(const Scene& scene) { return scene.extent.height == 1 && scene.extent.width > 1; }

field::Edges edges_in_use(const Scene& scene) {
  field::Edges edges = scene.edges;
  if (is_line(scene)) edges.top = edges.bottom = field::EdgeKind::reflecting;
  return edges;
}

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
                             {.largest_factor = largest_factor(scene), .on_line = is_line(scene)});
}

const std::string& stability_rule(const Scene& scene) {
  const field::EquationInfo& info = scene::equation_of(scene);
  return is_line(scene) && !info.rule_on_line.empty() ? info.rule_on_line : info.stability_rule;
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

SceneExpression::SceneExpression(std::string name, const field::EquationInfo& equation,
                                 std::string_view text)
    : expression_(std::make_shared<const field::formula::FieldExpression>(equation, text)),
      info_{.id = name.empty() ? std::string(text) : std::move(name)} {
  info_.title = info_.id;
  info_.from_zero = expression_->is_never_negative();
  info_.colormap = info_.from_zero ? "inferno" : "viridis";
}

namespace {

/// Returns the index of the chosen expression in its list; none: a component is chosen.
std::optional<std::size_t> chosen_expression(const Scene& scene) {
  for (std::size_t i = 0; i < scene.quantities.expressions.size(); ++i) {
    if (scene.quantities.expressions[i].info().id == scene.quantities.shown) return i;
  }
  return {};
}

/// True for text that can only be a name: letters of any kind, digits and underscores.
bool is_name(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_';
  });
}

}  // namespace

std::size_t chosen_quantity(const Scene& scene) {
  const auto expression = chosen_expression(scene);
  if (!expression) return shown_component(scene);
  return scene::equation_of(scene).components.size() + *expression;
}

std::size_t shown_component(const Scene& scene) {
  return component_of(scene, chosen_expression(scene) ? std::string() : scene.quantities.shown);
}

const SceneExpression* shown_expression(const Scene& scene) {
  if (view_of(scene).averaged) return nullptr;
  const auto chosen = chosen_expression(scene);
  return chosen ? &scene.quantities.expressions[*chosen] : nullptr;
}

std::vector<std::string> quantity_ids(const Scene& scene) {
  std::vector<std::string> ids = words::ids_of(scene::equation_of(scene).components);
  for (const SceneExpression& expression : scene.quantities.expressions)
    ids.push_back(expression.info().id);
  return ids;
}

namespace {

bool is_listed(const Scene& scene, const std::string& id) {
  const std::vector<std::string> ids = quantity_ids(scene);
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Returns an expression by its text. Throws core::Error with the mistakes; text that can only be a
/// name is taken for a component's.
SceneExpression typed_expression(const Scene& scene, const std::string& text) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  if (is_name(text) && !field::formula::problems_of(equation, text).empty()) {
    throw core::Error(fmt::format("the {} equation has no component '{}' (there are: {})",
                                  equation.id, text, words::joined(quantity_ids(scene))));
  }
  return {"", equation, text};
}

}  // namespace

void show_quantity(Scene& scene, const std::string& what) {
  if (what == scene.quantities.shown) return;
  // Made first: the scene stays as it is where the text has mistakes.
  std::optional<SceneExpression> typed;
  if (!what.empty() && !is_listed(scene, what)) typed = typed_expression(scene, what);
  colour::ColourChoice colours;
  if (!scene.quantities.expressions.empty() && !scene.quantities.expressions.back().is_named()) {
    colours.colormap = scene.colours.back().colormap;
    scene.quantities.expressions.pop_back();
    scene.colours.pop_back();
  }
  if (typed) {
    scene.quantities.expressions.push_back(*std::move(typed));
    scene.colours.push_back(colours);
  }
  scene.quantities.shown = what;
}

std::optional<SceneExpression> quantity_beside(const Scene& scene, const std::string& what) {
  if (what.empty()) return {};
  for (const SceneExpression& expression : scene.quantities.expressions) {
    if (expression.is_named() && expression.info().id == what) return expression;
  }
  return typed_expression(scene, what);
}

bool shows_beside(const Scene& scene) {
  return scene.quantities.beside.has_value() && !is_line(scene);
}

Scene scene_beside(const Scene& scene) {
  Scene other = scene;
  const SceneExpression& beside = *scene.quantities.beside;
  if (!is_listed(scene, beside.info().id)) {
    other.quantities.expressions.push_back(beside);
    other.colours.emplace_back();
  }
  other.quantities.shown = beside.info().id;
  other.quantities.beside.reset();
  if (view_of(scene).averaged) other.view = {};
  return other;
}

std::vector<SceneExpression> flow_of(const field::EquationInfo& equation,
                                     const std::vector<std::string>& texts) {
  if (!texts.empty() && texts.size() != 2) {
    throw core::Error("a flow has two expressions: to the right, and upwards");
  }
  std::vector<SceneExpression> flow;
  for (const std::string& text : texts) flow.emplace_back("", equation, text);
  return flow;
}

const colour::ColourChoice& shown_colours(const Scene& scene) {
  return view_of(scene).averaged ? scene.view.colours : scene.colours[chosen_quantity(scene)];
}

colour::ColourChoice& shown_colours(Scene& scene) {
  return view_of(scene).averaged ? scene.view.colours : scene.colours[chosen_quantity(scene)];
}

ViewLayers layers_of(const Scene& scene) {
  if (is_line(scene)) return {};
  const ViewLayers& more = scene.layers;
  const ViewLayers& own = view_of(scene).draws;
  return {.contours = more.contours || own.contours,
          .arrows = more.arrows || own.arrows,
          .raised = more.raised || own.raised,
          .relief = more.relief,
          .range_outline = more.range_outline && !shown_colours(scene).automatic};
}

bool operator==(const SceneFormula& a, const SceneFormula& b) {
  const bool same_text = a.formula_ == b.formula_ || (a && b && *a.formula_ == *b.formula_);
  return same_text && a.picture_ == b.picture_;
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
