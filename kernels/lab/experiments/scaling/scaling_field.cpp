// The field's equations and its start are made here.
#include "kernels/lab/experiments/scaling/scaling_field.h"

#include <cstddef>
#include <cstdint>

#include "kernels/core/find_by_id.h"
#include "kernels/field/cells.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::lab::scaling_experiment {

const std::vector<FieldEquation>& field_equations() {
  static const std::vector<FieldEquation> all{
      {"heat", ""},
      {"wave", ""},
      {"gray-scott", ""},
      {"typed-allen-cahn", "u' = 0.2*lap(u) + 0.1*(u - u^3)"},
      {"typed-schnakenberg",
       "u' = 0.05*lap(u) + 0.1*(0.1 - u + u^2*v)\nv' = 0.2*lap(v) + 0.1*(0.9 - u^2*v)"}};
  return all;
}

field::SolverRequest request_of(const std::string& equation, core::Extent extent,
                                field::Backend backend) {
  const FieldEquation& found = core::find_by_id(
      field_equations(), equation, [&] { return "there is no equation '" + equation + "'"; });
  field::SolverRequest request{
      .equation = found.id, .extent = extent, .backend = backend, .joins_edges = false};
  if (!found.formula.empty()) request.formula = field::formula::make_formula(found.formula);
  return request;
}

void begin(field::FieldSolver& solver, const field::SolverRequest& request) {
  const field::EquationInfo& info = field::equation_of(request);
  const core::Extent e = request.extent;
  solver.apply(field::SetRules{
      .parameters = field::initial_parameters(info), .edges = {}, .oscillations = {}});
  solver.load({.extent = e});
  const auto hold = [&](core::Rect area, int missing) {
    const auto count = static_cast<std::size_t>(area.cells());
    solver.apply(field::SetCells{.area = area,
                                 .flags = std::vector<std::uint8_t>(
                                     count, static_cast<std::uint8_t>(field::kHeld | missing)),
                                 .held_values = std::vector<float>(count * info.components.size()),
                                 .factors = {},
                                 .oscillating = {}});
  };
  hold({0, 0, e.width, 1}, field::kNoNorth);
  hold({0, e.height - 1, e.width, e.height}, field::kNoSouth);
  hold({0, 1, 1, e.height - 1}, field::kNoWest);
  hold({e.width - 1, 1, e.width, e.height - 1}, field::kNoEast);
  const core::Rect stripe{e.width / 2 - 8, 1, e.width / 2 + 8, e.height - 1};
  solver.apply(field::PaintCells{
      .area = stripe,
      .mask = std::vector<std::uint8_t>(static_cast<std::size_t>(stripe.cells()), 1),
      .value = 0.5F,
      .component = info.main_component});
}

}  // namespace heatwave::lab::scaling_experiment
