// A Model is what a formula means: its components, parameters, boundary and initial conditions. A
// text without problems has one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/formula/document.h"

namespace heatwave::field::formula {

/// A formula has at most this many components, and at most this many planes with those that its
/// time stepping adds.
inline constexpr std::size_t kMostComponents = 4;
inline constexpr std::size_t kMostPlanes = 6;
inline constexpr std::size_t kMostParameters = 32;

struct Component {
  std::string name;
  int order = 1;             ///< 1: u', 2: u'', 0: algebraic, computed anew in every step
  int expression = kNone;    ///< the right side of its equation
  int initial = kNone;       ///< kNone: zero
  int initial_rate = kNone;  ///< second order only; kNone: zero
  bool is_picture = false;   ///< true: it begins as the picture, and steps do not change it
  Place place;
};

struct Parameter {
  std::string name;
  double initial = 0.0;
  double minimum = 0.0;
  double maximum = 1.0;
  Place place;
};

/// A condition of one component on one side.
struct Boundary {
  Side side = Side::left;
  bool is_slope = false;  ///< true: the derivative along the outward normal; false: the value
  int component = 0;
  int expression = kNone;
};

/// The kind of a whole side of the grid.
enum class SideKind : std::uint8_t { by_scene, periodic, absorbing, by_conditions };

/// The meaning of a name.
struct Meaning {
  enum class Kind : std::uint8_t {
    unknown,
    component,   ///< `index` counts components
    parameter,   ///< `index` counts parameters
    definition,  ///< `index` is the node of its expression
    x,
    y,
    time,
    width,
    height,
    pi,
    medium,
    noise,
    white,
    picture,
    dx,
    dt,
  };
  Kind kind = Kind::unknown;
  int index = kNone;
};

struct Model {
  Document document;
  std::vector<Meaning> meanings;  ///< one for each of the document's names
  std::vector<Component> components;
  std::vector<Parameter> parameters;
  std::vector<Boundary> boundaries;
  std::array<SideKind, 4> sides{};  ///< indexed by Side
  /// Indices of algebraic components, in the order in which they are computed.
  std::vector<int> algebraic;
  Stepping stepping = Stepping::euler;
  int dx = kNone;      ///< node of the grid's spacing; kNone: 1
  int dt = kNone;      ///< node of the time step; kNone: 1
  int inside = kNone;  ///< node of the region: elsewhere are walls; kNone: everywhere

  [[nodiscard]] const Meaning& meaning(const Node& node) const {
    return meanings[static_cast<std::size_t>(node.name)];
  }
};

/// Reads and checks a text. Returns nothing, and says why in `problems`, when the text is no
/// formula. Takes at most some milliseconds and 1 MB, whatever the text is.
std::optional<Model> read(std::string_view text, std::vector<Problem>& problems);

/// Reads a formula, and an expression of its names that is shown in place of a component. Returns
/// nothing, and says why in `problems`, where one of them has mistakes.
std::optional<Model> read(std::string_view text, std::string_view shown,
                          std::vector<Problem>& problems);

/// Returns whether an expression consists of numbers, parameters, dx, dt, W, H and definitions of
/// these.
bool is_constant(const Model& model, int node);

/// Computes constant expressions in double, each node once.
class ConstantValues {
 public:
  /// `extent` gives W and H; the model must outlive the values.
  ConstantValues(const Model& model, std::span<const double> parameters, core::Extent extent);

  /// Precondition: is_constant().
  double operator()(int node);
  [[nodiscard]] double spacing() { return model_.dx == kNone ? 1.0 : (*this)(model_.dx); }
  [[nodiscard]] double time_step() { return model_.dt == kNone ? 1.0 : (*this)(model_.dt); }

 private:
  double computed(const Node& node);
  double named(const Node& node);

  const Model& model_;
  std::vector<double> parameters_;
  core::Extent extent_;
  std::vector<double> values_;
  std::vector<bool> is_known_;
};

/// Returns the parameters' values that the text gives.
std::vector<double> initial_values(const Model& model);

}  // namespace heatwave::field::formula
