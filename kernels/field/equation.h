// What the program knows of an equation besides its cell update: names, parameters, limits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/field/cells.h"

namespace heatwave::field {

struct ParameterInfo {
  std::string id;     ///< as in scene files and `--set`
  std::string title;  ///< as on the panel
  std::string unit;   ///< empty when the parameter is a pure number
  std::string help;   ///< one line
  double minimum = 0.0;
  double maximum = 1.0;
  double initial = 0.0;
};

/// One row of the catalogue. Parameter 0 is the coefficient that media scale and that the stability
/// rule bounds: coefficient × largest medium factor ≤ stability_limit.
struct EquationInfo {
  std::string id;
  std::string title;
  std::string formula;
  std::string stability_rule;
  double stability_limit = 0.0;
  std::vector<ParameterInfo> parameters;
  std::string colormap;          ///< the map that suits it
  std::string default_scene;     ///< shown where nothing else is asked for; empty: a blank one
  bool is_signed = false;        ///< values swing about zero
  std::vector<EdgeKind> edges;   ///< the kinds of edge it knows
  std::string reflecting_title;  ///< what a reflecting edge or wall is called here
  int planes = 1;                ///< arrays of cells that make up its state
  double bytes_per_cell = 8.0;   ///< moved through memory by one step at the least
};

/// What the parameters are until somebody sets them.
inline std::vector<double> initial_parameters(const EquationInfo& equation) {
  std::vector<double> values;
  for (const ParameterInfo& parameter : equation.parameters) values.push_back(parameter.initial);
  return values;
}

}  // namespace heatwave::field
