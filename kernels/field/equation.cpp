// These functions derive figures from an equation's catalogue row.
#include "kernels/field/equation.h"

#include <algorithm>

namespace heatwave::field {

std::size_t plane_count(const EquationInfo& equation) {
  return equation.components.size() * static_cast<std::size_t>(1 + equation.steps_back);
}

double bytes_per_cell(const EquationInfo& equation) {
  // A step reads each plane once and writes each component once.
  return static_cast<double>((plane_count(equation) + equation.components.size()) * sizeof(float));
}

std::size_t component_index(const EquationInfo& equation, std::string_view id) {
  const auto& all = equation.components;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.id == id; });
  return static_cast<std::size_t>(found - all.begin());
}

std::vector<double> initial_parameters(const EquationInfo& equation) {
  std::vector<double> values;
  for (const ParameterInfo& parameter : equation.parameters) values.push_back(parameter.initial);
  return values;
}

double stable_limit(const EquationInfo& equation, std::size_t parameter,
                    std::span<const double> parameters, const Stiffness& stiffness) {
  if (!equation.stable_limit) return kNoLimit;
  return equation.stable_limit(parameter, parameters, stiffness);
}

}  // namespace heatwave::field
