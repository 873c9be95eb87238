// EquationInfo describes an equation to the program: names, components, parameters and limits. The
// cell update is separate.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/field/cells.h"

namespace heatwave::field {

/// One of the fields that make up an equation's state, such as the height of a wave or a
/// concentration.
struct ComponentInfo {
  std::string id;          ///< the component's name in scene files and for `--show`
  std::string title;       ///< the component's name on the panel
  std::string colormap;    ///< id of the component's colour map
  bool is_signed = false;  ///< true: the values swing about zero
  double rest = 0.0;       ///< the value before anything happens, and in walls
  bool from_zero = false;  ///< true: colours that follow the values begin at 0
};

struct ParameterInfo {
  std::string id;     ///< the parameter's name in scene files and for `--set`
  std::string title;  ///< the parameter's name on the panel
  std::string unit;   ///< empty: the parameter is a pure number
  std::string help;   ///< one line of text
  double minimum = 0.0;
  double maximum = 1.0;
  double initial = 0.0;
};

/// The properties of a grid and its media on which stable parameters depend.
struct Stiffness {
  double largest_factor = 1.0;  ///< largest factor of any medium
  bool on_line = false;         ///< true: the grid has one row of cells

  /// Returns by how much the Laplacian of the finest wave, times the largest factor, exceeds that
  /// on a plane without media. On a line it is half, since such waves alternate along x alone.
  [[nodiscard]] double ratio() const { return on_line ? largest_factor / 2.0 : largest_factor; }
  friend bool operator==(const Stiffness&, const Stiffness&) = default;
};

/// Returns the largest value of one parameter with which steps stay stable, given the other
/// parameters. kNoLimit: the rule does not bound the parameter.
using StableLimit = std::function<double(std::size_t parameter, std::span<const double> parameters,
                                         const Stiffness& stiffness)>;

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// One row of the catalogue, or the description of a formula.
struct EquationInfo {
  std::string id;
  std::string title;
  std::string pde;      ///< the differential equation as people type it, a line for each component
  std::string formula;  ///< one step as the program computes it
  /// The equation as the text of a formula (formula/README.md), which gives the same bits.
  std::string text;
  std::vector<ComponentInfo> components;
  /// The component that is shown by default, and that sources, paint and held edges act on by
  /// default.
  std::size_t main_component = 0;
  /// The number of earlier time levels that a step reads besides the newest: 0 or, for the wave, 1.
  int steps_back = 0;
  /// True: totals are the energy of waves, and the first parameter is c²; false: they are sums.
  bool has_energy = false;
  std::string stability_rule;  ///< in words
  std::string rule_on_line;    ///< stability rule on a line; empty: as on a plane
  StableLimit stable_limit;    ///< null: steps are stable with any parameters
  std::vector<ParameterInfo> parameters;
  std::string default_scene;
  std::vector<EdgeKind> edges;   ///< kinds of edges that the equation supports
  std::string reflecting_title;  ///< name of a reflecting edge or wall in this equation
};

/// Returns the number of planes in a state: one for each component and, if the equation looks back,
/// one more for each component's previous time level.
std::size_t plane_count(const EquationInfo& equation);

/// Returns the bytes for each cell that one step must move through memory.
double bytes_per_cell(const EquationInfo& equation);

/// Returns the index of the component with this id; the number of components if there is none.
std::size_t component_index(const EquationInfo& equation, std::string_view id);

/// Returns the parameters' default values.
std::vector<double> initial_parameters(const EquationInfo& equation);

/// Calls EquationInfo::stable_limit; returns kNoLimit for equations without a rule.
double stable_limit(const EquationInfo& equation, std::size_t parameter,
                    std::span<const double> parameters, const Stiffness& stiffness);

}  // namespace heatwave::field
