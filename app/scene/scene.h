// A scene: the complete description of an experiment's start and its items. Plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/colour/colouring.h"
#include "app/json/described_fields.h"
#include "app/scene/gray_picture.h"
#include "app/scene/measures.h"
#include "app/scene/shape.h"
#include "app/scene/view_choice.h"
#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"
#include "kernels/field/edit.h"
#include "kernels/field/equation.h"
#include "kernels/field/field_state.h"
#include "kernels/field/formula/field_expression.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::scene {

/// Effects of an item on its cells. Where items overlap, walls take precedence over media and
/// sources over both; among equals, the later item wins.
struct Source {
  double value = 1.0;
  std::optional<field::Oscillation> oscillation;  ///< replaces the value
  /// The component that keeps it, while the others are held at rest; empty: the equation's main
  /// one.
  std::string component;
  static constexpr std::string_view kName = "source";
  static void fields(auto& self, auto&& visit) {
    visit.optional("component", self.component);
    if constexpr (requires { visit.in(); }) {
      if (visit.in().has("value") && visit.in().has("oscillation")) {
        visit.in().fail("oscillation", "a source has either a value or an oscillation");
      }
    }
    if (!self.oscillation) visit.optional("value", self.value);
    visit.object("oscillation", self.oscillation, [&self](auto& oscillation, auto&& inner) {
      inner.optional("amplitude", oscillation.amplitude);
      inner.optional("period", oscillation.period, json::kPositive);
      inner.optional("phase", oscillation.phase);
      inner.optional("offset", oscillation.offset);
      inner.changed("ramp", oscillation.ramp, field::Oscillation{}.ramp, [](double ramp) {
        return ramp < 0 ? std::optional<std::string>("must not be negative") : std::nullopt;
      });
      // The source keeps this value when it no longer oscillates.
      inner.changed("still", self.value, Source{}.value);
    });
  }
  friend bool operator==(const Source&, const Source&) = default;
};
struct Wall {
  static constexpr std::string_view kName = "wall";
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
  friend bool operator==(const Wall&, const Wall&) = default;
};
struct Medium {
  double factor = 0.5;  ///< multiplies the equation's coefficient
  static constexpr std::string_view kName = "medium";
  static void fields(auto& self, auto&& visit) {
    visit.optional("factor", self.factor, json::kPositive);
  }
  friend bool operator==(const Medium&, const Medium&) = default;
};
using Role = std::variant<Source, Wall, Medium>;

struct Item {
  int id = 0;  ///< assigned by the session; unique within a scene, never reused
  Role role;
  Shape shape;
  std::vector<Stroke> holes;  ///< strokes of the eraser, which move with the item
  /// Shows all fields except the number and the kind of role.
  static void fields(auto& self, auto&& visit) {
    visit.variant("shape", self.shape);
    std::visit([&visit](auto& role) { visit.inner(role); }, self.role);
    visit.optional("holes", self.holes);
  }
  friend bool operator==(const Item&, const Item&) = default;
};

/// Parts of the initial field, which are added to each component's value at rest. `component`: the
/// one they are added to; empty: the equation's main one.
struct Fill {
  Shape shape;
  double value = 1.0;
  std::string component;
  static constexpr std::string_view kName = "fill";
  static void fields(auto& self, auto&& visit) {
    visit.variant("shape", self.shape);
    visit.optional("value", self.value);
    visit.optional("component", self.component);
  }
  friend bool operator==(const Fill&, const Fill&) = default;
};
struct Gaussian {
  Point centre;
  double radius = 8.0;  ///< standard deviation
  double height = 1.0;
  std::string component;
  static constexpr std::string_view kName = "gaussian";
  static void fields(auto& self, auto&& visit) {
    visit("centre", self.centre);
    visit("radius", self.radius, json::kPositive);
    visit.optional("height", self.height);
    visit.optional("component", self.component);
  }
  friend bool operator==(const Gaussian&, const Gaussian&) = default;
};
/// A straight front: a Gaussian across the line through `centre` whose normal has this angle.
struct Ridge {
  Point centre;
  double angle = 0.0;  ///< degrees; 0: the front is vertical
  double radius = 8.0;
  double height = 1.0;
  std::string component;
  static constexpr std::string_view kName = "ridge";
  static void fields(auto& self, auto&& visit) {
    visit("centre", self.centre);
    visit.optional("angle", self.angle);
    visit("radius", self.radius, json::kPositive);
    visit.optional("height", self.height);
    visit.optional("component", self.component);
  }
  friend bool operator==(const Ridge&, const Ridge&) = default;
};
inline constexpr int kHighestMode = 100'000;
/// sin(π·p·x/(width−1))·sin(π·q·y/(height−1)): zero on held edges; p or q = 0 means constant.
struct Mode {
  int p = 1;
  int q = 1;
  double height = 1.0;
  std::string component;
  static constexpr std::string_view kName = "mode";
  static void fields(auto& self, auto&& visit) {
    visit.optional("p", self.p, json::Between{0, kHighestMode});
    visit.optional("q", self.q, json::Between{0, kHighestMode});
    visit.optional("height", self.height);
    visit.optional("component", self.component);
  }
  friend bool operator==(const Mode&, const Mode&) = default;
};
using Initial = std::variant<Fill, Gaussian, Ridge, Mode>;

/// A field saved with its scene, shared by all copies of the scene; may be empty.
class GivenField {
 public:
  GivenField() = default;
  explicit GivenField(std::shared_ptr<const field::FieldState> state) : state_(std::move(state)) {}
  explicit operator bool() const { return state_ != nullptr; }
  const field::FieldState& operator*() const { return *state_; }
  const field::FieldState* operator->() const { return state_.get(); }
  friend bool operator==(const GivenField& a, const GivenField& b) {
    return a.state_ == b.state_ || (a && b && *a == *b);
  }

 private:
  std::shared_ptr<const field::FieldState> state_;
};

/// The formula of a scene and the picture that it reads, shared by all copies of the scene; may be
/// empty.
class SceneFormula {
 public:
  SceneFormula() = default;
  explicit SceneFormula(std::shared_ptr<const field::formula::Formula> formula,
                        ScenePicture picture = {})
      : formula_(std::move(formula)), picture_(std::move(picture)) {}
  explicit operator bool() const { return formula_ != nullptr; }
  const field::formula::Formula* operator->() const { return formula_.get(); }
  [[nodiscard]] const std::shared_ptr<const field::formula::Formula>& shared() const {
    return formula_;
  }
  /// Returns the picture; empty: it is 0 everywhere.
  [[nodiscard]] const ScenePicture& picture() const { return picture_; }
  /// Formulas are equal if their texts and pictures are.
  friend bool operator==(const SceneFormula& a, const SceneFormula& b);

 private:
  std::shared_ptr<const field::formula::Formula> formula_;
  ScenePicture picture_;
};

/// An expression of the components, such as u^2 + v^2, shared by all copies of the scene.
class SceneExpression {
 public:
  /// An empty name: the expression is called by its text. Throws core::Error with all mistakes.
  SceneExpression(std::string name, const field::EquationInfo& equation, std::string_view text);

  [[nodiscard]] bool is_named() const { return info_.id != text(); }
  [[nodiscard]] const std::string& text() const { return expression_->text(); }
  /// Describes the quantity; its id is the name.
  [[nodiscard]] const field::ComponentInfo& info() const { return info_; }
  const field::formula::FieldExpression& operator*() const { return *expression_; }
  /// Expressions are equal if their names and texts are.
  friend bool operator==(const SceneExpression& a, const SceneExpression& b) {
    return a.info_.id == b.info_.id && a.text() == b.text();
  }

 private:
  std::shared_ptr<const field::formula::FieldExpression> expression_;
  field::ComponentInfo info_;
};

/// The quantities that a scene shows: a component or an expression, and the vectors of arrows.
struct Quantities {
  /// Expressions that can be shown in place of a component. One without a name comes last, and only
  /// while it is shown.
  std::vector<SceneExpression> expressions;
  /// Displayed component, or the id of an expression; empty: the equation's main component.
  std::string shown;
  /// The components, to the right and upwards, of the vectors that arrows show; empty: they show
  /// the flux of heat or of the energy of waves.
  std::vector<SceneExpression> flow;
  /// A second quantity, shown beside the first one; none: the first one is alone.
  std::optional<SceneExpression> beside;
  friend bool operator==(const Quantities&, const Quantities&) = default;
};

/// The equation of scenes that have a formula.
inline constexpr std::string_view kFormulaEquation = "formula";

/// Steps per frame; 0: as many as fit in the frame.
struct Pace {
  int steps = 0;
  bool paused = false;  ///< a window that opens the scene does not play
  friend bool operator==(const Pace&, const Pace&) = default;
};

/// The file that a scene was read from or last saved to. It does not count in comparisons.
struct Origin {
  std::filesystem::path file;  ///< empty: none
  friend bool operator==(const Origin&, const Origin&) { return true; }
};

/// Words about a scene, each of which may be empty, and the moment of its picture.
struct SceneWords {
  std::string watch;     ///< one sentence: what to watch for
  std::string meaning;   ///< one sentence: what the equation means
  std::string textbook;  ///< where the equation stands: "Hecht, Optics, ch. 9: interference"
  int picture_step = 0;  ///< step of the field on the gallery's card; 0: the equation decides
  bool operator==(const SceneWords&) const = default;
};

struct Scene {
  std::string name;   ///< name in file names and for `--scene`
  std::string title;  ///< displayed title
  SceneWords words;
  std::string equation = "heat";  ///< id in the catalogue, or kFormulaEquation
  SceneFormula formula;           ///< empty: the equation is a built-in one
  core::Extent extent{640, 480};
  std::vector<double> parameters;  ///< in the catalogue's order
  bool guarded = true;             ///< parameters are kept within the stability limit
  field::Edges edges;
  std::vector<Item> items;
  std::vector<Initial> initial;
  /// The initial field and its step, in place of a field at rest; on another grid the nearest cells
  /// are used.
  GivenField given;
  Quantities quantities;
  /// Colours of each component, then of each expression.
  std::vector<colour::ColourChoice> colours = std::vector<colour::ColourChoice>(1);
  ViewChoice view;
  Viewpoint viewpoint;
  ViewLayers layers;  ///< layers in addition to the view's own
  Pace pace;
  Origin origin;
  Measures measures;

  friend bool operator==(const Scene&, const Scene&) = default;
};

/// Returns the description of the scene's formula or equation. Throws core::Error when no equation
/// has its id.
const field::EquationInfo& equation_of(const Scene& scene);
/// True if the field lies on a line: its grid has one row of cells, and y does not exist.
bool is_line(const Scene& scene);
/// Returns the edges that the cells meet: those of the scene, but none above or below a line.
field::Edges edges_in_use(const Scene& scene);
/// Returns whether both scenes have the same formula or equation.
bool have_same_equation(const Scene& a, const Scene& b);
/// Returns the step at which the scene begins.
std::int64_t first_step(const Scene& scene);
/// Returns whether the point is in the item's shape and not in a hole.
bool contains(const Item& item, Point p);
/// Returns the item moved with its holes.
Item moved(const Item& item, Point by);
/// Returns "source", "wall" or "medium".
std::string_view name_of(const Role& role);

/// Returns the scene's oscillations, in the order of its items.
std::vector<field::Oscillation> oscillations(const Scene& scene);
/// Returns the component of each oscillation.
std::vector<std::size_t> oscillating_components(const Scene& scene);

/// Returns the largest factor of the scene's media, at least 1.
double largest_factor(const Scene& scene);
/// Returns the largest stable value of a parameter in this scene while the others stay; infinity:
/// unlimited.
double stable_limit(const Scene& scene, std::size_t parameter);
/// Returns the rule of these limits in words.
const std::string& stability_rule(const Scene& scene);
/// Returns the index of a component in the scene's equation; an empty id is its main one. Throws
/// core::Error that lists the components.
std::size_t component_of(const Scene& scene, const std::string& id);
/// Returns the component that is shown, or its average over time; where an expression is shown, the
/// equation's main one.
std::size_t shown_component(const Scene& scene);
/// Returns the index in Scene::colours of the chosen component or expression, whatever the view
/// makes of it.
std::size_t chosen_quantity(const Scene& scene);
/// Returns the expression that is shown; null: a component is, or its average over time.
const SceneExpression* shown_expression(const Scene& scene);
/// Returns the ids of all quantities that can be shown: the components, then the expressions.
std::vector<std::string> quantity_ids(const Scene& scene);
/// Shows a component or an expression of the list by its id, or else an expression by its text.
/// Empty: the equation's main component. Throws core::Error with the expression's mistakes.
void show_quantity(Scene& scene, const std::string& what);
/// Returns what Quantities::beside has for a component or an expression of the list by its id, or
/// else for an expression by its text; empty: none. Throws core::Error with the mistakes.
std::optional<SceneExpression> quantity_beside(const Scene& scene, const std::string& what);
/// Returns whether a second quantity is drawn: fields on a line are shown as curves without one.
bool shows_beside(const Scene& scene);
/// Returns the scene as one that shows its second quantity alone. Precondition: shows_beside().
Scene scene_beside(const Scene& scene);
/// Returns the colours of the shown quantity.
const colour::ColourChoice& shown_colours(const Scene& scene);
/// Changes the colours of the shown quantity.
colour::ColourChoice& shown_colours(Scene& scene);
/// Returns all layers to draw, including those of the view itself. A range that follows the field
/// has no outline.
ViewLayers layers_of(const Scene& scene);
/// Returns an empty scene with the equation's defaults.
Scene blank_scene(const std::string& equation, core::Extent extent);
/// Returns the edges that the formula's text asks for: reflecting ones where it names none.
field::Edges edges_of(const field::formula::Formula& formula);
/// Returns a scene of a formula, with the edges that its text asks for.
Scene formula_scene(std::shared_ptr<const field::formula::Formula> formula, core::Extent extent);
/// Returns what Quantities::flow has for these texts: two, or none. Throws core::Error with the
/// mistakes.
std::vector<SceneExpression> flow_of(const field::EquationInfo& equation,
                                     const std::vector<std::string>& texts);
/// Returns the scene on another grid, with its shapes scaled.
Scene scaled(const Scene& scene, core::Extent extent);

}  // namespace heatwave::scene
