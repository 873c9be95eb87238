// What the program knows of an equation besides its cell update: names, components, parameters,
// limits.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/field/cells.h"

namespace heatwave::field {

/// One of the fields that make up an equation's state, as the wave's height or a concentration.
struct ComponentInfo {
  std::string id;          ///< as in scene files and `--show`
  std::string title;       ///< as on the panel
  std::string colormap;    ///< the map that suits it
  bool is_signed = false;  ///< its values swing about zero
  double rest = 0.0;       ///< its value where nothing has happened yet, and in walls
};

struct ParameterInfo {
  std::string id;     ///< as in scene files and `--set`
  std::string title;  ///< as on the panel
  std::string unit;   ///< empty when the parameter is a pure number
  std::string help;   ///< one line
  double minimum = 0.0;
  double maximum = 1.0;
  double initial = 0.0;
};

/// The largest value of one parameter with which steps stay stable, the others being as they are
/// and no medium's factor larger than this; kNoLimit where the rule does not bound it.
using StableLimit = double (*)(std::size_t parameter, std::span<const double> parameters,
                               double largest_factor);

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// One row of the catalogue.
struct EquationInfo {
  std::string id;
  std::string title;
  std::string formula;
  std::vector<ComponentInfo> components;
  /// The component that is shown, and that sources, paint and held edges act on, where nothing
  /// else is said.
  std::size_t main_component = 0;
  /// How many earlier fields a step looks back at besides the newest: 0, or 1 as in the wave.
  int steps_back = 0;
  std::string stability_rule;          ///< in words
  StableLimit stable_limit = nullptr;  ///< null: stable whatever the parameters
  std::vector<ParameterInfo> parameters;
  std::string default_scene;     ///< shown where nothing else is asked for; empty: a blank one
  std::vector<EdgeKind> edges;   ///< the kinds of edge it knows
  std::string reflecting_title;  ///< what a reflecting edge or wall is called here
};

/// Arrays of cells that make up a state: each component's newest, then each one's of the step
/// before, where the equation looks back.
std::size_t plane_count(const EquationInfo& equation);

/// Moved through memory by one step at the least, for each cell.
double bytes_per_cell(const EquationInfo& equation);

/// The place of a component in the list; as many as there are when there is none with this id.
std::size_t component_index(const EquationInfo& equation, std::string_view id);

/// What the parameters are until somebody sets them.
std::vector<double> initial_parameters(const EquationInfo& equation);

/// As EquationInfo::stable_limit, for equations without a rule too.
double stable_limit(const EquationInfo& equation, std::size_t parameter,
                    std::span<const double> parameters, double largest_factor);

}  // namespace heatwave::field
