// Checks scenes and their parts.
#include "app/scene/scene_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/scene/views/catalogue.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/solver_checks.h"

namespace heatwave::scene {
namespace {

void require(bool good, const std::string& what) {
  if (!good) throw core::Error(what);
}

void refuse(const std::string& subject, const Flaw& flaw) {
  if (flaw) throw core::Error(subject + " " + *flaw);
}

/// Cells are floats, where a finite double can still be infinite.
void check_finite(std::initializer_list<double> values, const char* what) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  require(
      std::all_of(values.begin(), values.end(), [](double v) { return std::abs(v) <= kLargest; }),
      std::string(what) + " must be made of finite numbers");
}

void check_places(std::initializer_list<double> values, const char* what) {
  require(
      std::all_of(values.begin(), values.end(), [](double v) { return std::abs(v) <= kFarthest; }),
      fmt::format("{} must lie within {:g} cells", what, kFarthest));
}

void check(const Disc& d) {
  check_places({d.centre.x, d.centre.y, d.radius}, "a disc");
  require(d.radius > 0.0, "a disc's radius must be positive");
}
void check(const Rectangle& r) {
  check_places({r.from.x, r.from.y, r.to.x, r.to.y}, "a rectangle");
}
void check(const Line& l) {
  check_places({l.from.x, l.from.y, l.to.x, l.to.y, l.thickness}, "a line");
  require(l.thickness > 0.0, "a line's thickness must be positive");
}
void check(const Stroke& s) { check_stroke(s); }
void check(const Stencil& s) {
  check_places({s.from.x, s.from.y, s.to.x, s.to.y}, "a stencil");
  const core::Extent places = s.places.extent();
  require(places.width <= kLongestSide && places.height <= kLongestSide,
          fmt::format("a stencil has at most {} places a side", kLongestSide));
}

void check(const Source& s) {
  check_finite({s.value}, "a source's value");
  if (!s.oscillation) return;
  const field::Oscillation& o = *s.oscillation;
  check_finite({o.amplitude, o.period, o.phase, o.offset, o.ramp}, "an oscillation");
  require(o.period > 0.0, "an oscillation's period must be positive");
  require(o.ramp >= 0.0, "an oscillation's ramp must not be negative");
}
void check(const Wall& /*wall*/) {}
void check(const Medium& m) {
  check_finite({m.factor}, "a medium's factor");
  require(m.factor > 0.0, "a medium's factor must be positive");
}

void check(const Fill& f) {
  check_finite({f.value}, "an initial value");
  std::visit([](const auto& s) { check(s); }, f.shape);
}
void check(const Gaussian& g) {
  check_places({g.centre.x, g.centre.y, g.radius}, "a Gaussian");
  check_finite({g.height}, "a Gaussian's height");
  require(g.radius > 0.0, "a Gaussian's radius must be positive");
}
void check(const Ridge& r) {
  check_places({r.centre.x, r.centre.y, r.radius}, "a ridge");
  check_finite({r.angle, r.height}, "a ridge");
  require(r.radius > 0.0, "a ridge's radius must be positive");
}
void check(const Mode& m) {
  check_finite({m.height}, "a mode");
  require(std::min(m.p, m.q) >= 0 && std::max(m.p, m.q) <= kHighestMode,
          fmt::format("a mode's p and q must be from 0 to {}", kHighestMode));
}

void check_rules(const Scene& scene, const field::EquationInfo& info) {
  require(scene.parameters.size() == info.parameters.size(),
          fmt::format("the {} equation takes {} parameters, not {}", info.id,
                      info.parameters.size(), scene.parameters.size()));
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    refuse(info.parameters[i].title, flaw_of_parameter(info.parameters[i], scene.parameters[i]));
  }
  const field::Edges& e = scene.edges;
  for (const field::EdgeKind kind : {e.left, e.right, e.top, e.bottom}) {
    refuse("an edge", flaw_of_edge(info, kind));
  }
  refuse("an edge", flaw_of_pairs(e));
  check_finite({e.value}, "the value of held edges");
}

}  // namespace

Flaw flaw_of_parameter(const field::ParameterInfo& info, double value) {
  if (std::isfinite(value) && value >= info.minimum && value <= info.maximum) return {};
  return fmt::format("must be from {} to {}, is {}", info.minimum, info.maximum, value);
}

Flaw flaw_of_edge(const field::EquationInfo& equation, field::EdgeKind kind) {
  if (std::find(equation.edges.begin(), equation.edges.end(), kind) != equation.edges.end()) {
    return {};
  }
  std::vector<std::string> known;
  for (const field::EdgeKind k : equation.edges) known.push_back(name_of(k, equation));
  return fmt::format("must be one of {} for the {} equation, is {}", words::joined(known),
                     equation.id, name_of(kind, equation));
}

Flaw flaw_of_pairs(const field::Edges& e) {
  using field::EdgeKind;
  if ((e.left == EdgeKind::periodic) == (e.right == EdgeKind::periodic) &&
      (e.top == EdgeKind::periodic) == (e.bottom == EdgeKind::periodic)) {
    return {};
  }
  return "must be periodic together with the opposite edge";
}

Flaw flaw_of_colormap(const std::string& id) {
  std::vector<std::string> known;
  for (const colour::ColourMap& map : colour::colour_maps()) {
    if (map.id == id) return {};
    known.push_back(map.id);
  }
  return fmt::format("must be one of {}, is \"{}\"", words::joined(known), id);
}

Flaw flaw_of_range(double low, double high) {
  constexpr double kLargest = std::numeric_limits<float>::max();
  if (low < high && std::abs(low) <= kLargest && std::abs(high) <= kLargest) return {};
  return "must go from a lower to a higher number";
}

Flaw flaw_of_expression_name(const Scene& scene, const std::string& name) {
  constexpr std::size_t kLongest = 40;  // bytes
  constexpr std::size_t kMost = 16;
  if (scene.quantities.expressions.size() >= kMost)
    return fmt::format("a scene lists at most {} views", kMost);
  if (name.empty() || name.size() > kLongest || !words::is_visible(name)) {
    return fmt::format("a view needs a name of at most {} visible bytes", kLongest);
  }
  const std::vector<std::string> ids = quantity_ids(scene);
  if (std::find(ids.begin(), ids.end(), name) == ids.end()) return {};
  return "this name belongs to a component or to another view";
}

std::string name_of(field::EdgeKind kind, const field::EquationInfo& equation) {
  switch (kind) {
    case field::EdgeKind::held:
      return "held";
    case field::EdgeKind::reflecting:
      return equation.reflecting_title;
    case field::EdgeKind::periodic:
      return "periodic";
    case field::EdgeKind::absorbing:
      break;
  }
  return "absorbing";
}

void check_extent(core::Extent extent) {
  require(extent.width >= 1 && extent.height >= 1 && extent.width <= kLongestSide &&
              extent.height <= kLongestSide,
          fmt::format("a grid's sides must be from 1 to {} cells, not {} × {}", kLongestSide,
                      extent.width, extent.height));
}

void check_stroke(const Stroke& stroke) {
  check_places({stroke.radius}, "a stroke's radius");
  require(stroke.radius > 0.0, "a stroke's radius must be positive");
  require(!stroke.points.empty(), "a stroke needs at least one point");
  for (const Point p : stroke.points) check_places({p.x, p.y}, "a stroke");
}

void check_item(const Item& item) {
  std::visit([](const auto& s) { check(s); }, item.shape);
  std::visit([](const auto& r) { check(r); }, item.role);
  for (const Stroke& hole : item.holes) check_stroke(hole);
}

void check_initial(const Initial& initial) {
  std::visit([](const auto& part) { check(part); }, initial);
}

void check_colours(const colour::ColourChoice& colours) {
  if (!colours.colormap.empty()) refuse("the colour map", flaw_of_colormap(colours.colormap));
  require(colours.bands >= 0 && colours.bands <= kMostBands,
          fmt::format("there can be 0 to {} bands, not {}", kMostBands, colours.bands));
  if (!colours.automatic) refuse("the range", flaw_of_range(colours.low, colours.high));
}

void check_pace(Pace pace) {
  require(
      pace.steps >= 0 && pace.steps <= kLargestPace,
      fmt::format("a pace must be from 0 to {} steps a frame, not {}", kLargestPace, pace.steps));
}

void check_value(double value, const char* what) { check_finite({value}, what); }

void check_given(const field::FieldState& given, const field::EquationInfo& equation) {
  check_extent(given.extent);
  require(given.step >= 0, "the step that a scene begins at must not be negative");
  require(!given.planes.empty(), "the field that a scene begins with has no cells");
  field::check_state(given, given.extent, equation);
  const auto is_finite = [](float v) { return std::isfinite(v); };
  const auto are_finite = [&](const std::vector<float>& values) {
    return std::all_of(values.begin(), values.end(), is_finite);
  };
  require(
      std::all_of(given.planes.begin(), given.planes.end(), are_finite) && are_finite(given.rim),
      "the field that a scene begins with holds values that are not finite numbers");
}

void check_scene(const Scene& scene) {
  check_extent(scene.extent);
  check_rules(scene, scene::equation_of(scene));
  for (const Item& item : scene.items) {
    check_item(item);
    const auto* source = std::get_if<Source>(&item.role);
    if (source != nullptr) (void)component_of(scene, source->component);
  }
  for (const Initial& initial : scene.initial) {
    check_initial(initial);
    std::visit([&](const auto& part) { (void)component_of(scene, part.component); }, initial);
  }
  if (scene.given) check_given(*scene.given, scene::equation_of(scene));
  (void)shown_component(scene);
  require(scene.colours.size() ==
              scene::equation_of(scene).components.size() + scene.quantities.expressions.size(),
          "a scene needs colours for each component and each expression");
  for (const colour::ColourChoice& colours : scene.colours) check_colours(colours);
  check_view(scene.view, equation_of(scene));
  check_viewpoint(scene.viewpoint);
  check_pace(scene.pace);
  check_measures(scene.measures, scene.extent);
  check_description({scene.title, scene.words.watch, scene.words.meaning, scene.words.textbook});
}

void check_view(const ViewChoice& view, const field::EquationInfo& equation) {
  if (const Flaw flaw = flaw_of_view(view, equation)) throw core::Error(*flaw);
  check_colours(view.colours);
}

void check_description(std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    require(words::is_visible(text),
            "a scene's title and words must be UTF-8 without control or invisible characters");
  }
}

std::optional<std::size_t> unstable_parameter(const Scene& scene) {
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    if (scene.parameters[i] > stable_limit(scene, i)) return i;
  }
  return {};
}

std::optional<std::string> broken_stability_rule(const Scene& scene) {
  const std::optional<std::size_t> index = unstable_parameter(scene);
  if (!index) return {};
  const field::EquationInfo& info = scene::equation_of(scene);
  const double value = scene.parameters[*index];
  const double factor = largest_factor(scene);
  const std::string& title = info.parameters[*index].title;
  if (factor > 1.0) {
    return fmt::format("{} = {:.6g}, times {:.6g} in a medium, breaks the stability rule {}", title,
                       value, factor, stability_rule(scene));
  }
  return fmt::format("{} = {:.6g} breaks the stability rule {}", title, value,
                     stability_rule(scene));
}

}  // namespace heatwave::scene
