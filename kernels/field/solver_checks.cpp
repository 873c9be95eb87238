// States, edits and extents are checked here.
#include "kernels/field/solver_checks.h"

#include <algorithm>
#include <string>

#include "kernels/core/error.h"
#include "kernels/field/cell_step.h"

namespace heatwave::field {
namespace {

std::string size_text(core::Extent e) {
  return std::to_string(e.width) + " × " + std::to_string(e.height);
}

void check_count(std::size_t count, core::Rect area, const char* what, std::size_t components = 1) {
  if (count != components * static_cast<std::size_t>(area.cells())) {
    throw core::Error("an edit of " + std::to_string(area.cells()) + " cells has " +
                      std::to_string(count) + ' ' + what);
  }
}

void check_planes(const std::vector<std::vector<float>>& planes, core::Rect area,
                  const EquationInfo& equation) {
  if (planes.size() != plane_count(equation)) {
    throw core::Error("an edit's planes do not fit the " + equation.id + " equation");
  }
  for (const auto& plane : planes) check_count(plane.size(), area, "values");
}

}  // namespace

void check_area(core::Rect area, core::Extent extent) {
  if (area.empty() || area.x0 < 0 || area.y0 < 0 || area.x1 > extent.width ||
      area.y1 > extent.height) {
    throw core::Error("an area reaches beyond the grid of " + size_text(extent) + " cells");
  }
}

void check_extent(core::Extent extent) {
  if (extent.width < 1 || extent.height < 1) {
    throw core::Error("a grid needs at least one cell, not " + size_text(extent));
  }
}

void check_state(const FieldState& state, core::Extent extent, const EquationInfo& equation) {
  if (state.extent != extent) {
    throw core::Error("the field has " + size_text(state.extent) + " cells, the grid " +
                      size_text(extent));
  }
  const auto cells = static_cast<std::size_t>(extent.cells());
  const bool fits =
      state.planes.empty() ||
      (state.planes.size() == plane_count(equation) &&
       std::all_of(state.planes.begin(), state.planes.end(),
                   [&](const std::vector<float>& plane) { return plane.size() == cells; }));
  if (!fits) throw core::Error("the field's arrays do not fit the " + equation.id + " equation");
  const auto rim = static_cast<std::size_t>(rim_size(extent.width, extent.height));
  if (!state.rim.empty() && state.rim.size() != rim * equation.components.size()) {
    throw core::Error("the memory of the field's absorbing edges does not fit the grid");
  }
}

void check_rules(const SetRules& rules, const EquationInfo& equation) {
  if (rules.parameters.size() != equation.parameters.size()) {
    throw core::Error("the " + equation.id + " equation takes " +
                      std::to_string(equation.parameters.size()) + " parameters, not " +
                      std::to_string(rules.parameters.size()));
  }
  const Edges& edges = rules.edges;
  for (const EdgeKind kind : {edges.left, edges.right, edges.top, edges.bottom}) {
    if (std::find(equation.edges.begin(), equation.edges.end(), kind) == equation.edges.end()) {
      throw core::Error("the " + equation.id + " equation does not support this kind of edge");
    }
  }
  if ((edges.left == EdgeKind::periodic) != (edges.right == EdgeKind::periodic) ||
      (edges.top == EdgeKind::periodic) != (edges.bottom == EdgeKind::periodic)) {
    throw core::Error("periodic edges come in pairs: both sides or neither");
  }
  for (const Oscillation& oscillation : rules.oscillations) {
    if (!(oscillation.period > 0.0)) throw core::Error("an oscillation's period must be positive");
    if (!(oscillation.ramp >= 0.0)) throw core::Error("an oscillation's ramp must not be negative");
  }
}

void check_cells(const SetCells& cells, core::Extent extent, const SetRules& rules,
                 const EquationInfo& equation) {
  check_area(cells.area, extent);
  check_count(cells.flags.size(), cells.area, "flags");
  check_count(cells.held_values.size(), cells.area, "held values", equation.components.size());
  if (!cells.factors.empty()) check_count(cells.factors.size(), cells.area, "factors");
  for (const OscillatingCell& c : cells.oscillating) {
    check_component(c.component, equation);
    if (!cells.area.contains(c.cell) || c.oscillation < 0 ||
        static_cast<std::size_t>(c.oscillation) >= rules.oscillations.size()) {
      throw core::Error("an oscillating cell refers to no oscillation of this scene");
    }
  }
}

void check_paint(const PaintCells& paint, core::Extent extent, const EquationInfo& equation) {
  check_area(paint.area, extent);
  check_component(paint.component, equation);
  check_count(paint.mask.size(), paint.area, "mask cells");
}

void check_put(const PutCells& put, core::Extent extent, const EquationInfo& equation) {
  check_area(put.area, extent);
  check_count(put.mask.size(), put.area, "mask cells");
  check_planes(put.planes, put.area, equation);
}

void check_restore(const RestoreCells& restore, core::Extent extent, const EquationInfo& equation) {
  check_area(restore.area, extent);
  check_planes(restore.planes, restore.area, equation);
}

void check_component(std::size_t component, const EquationInfo& equation) {
  if (component < equation.components.size()) return;
  throw core::Error("the " + equation.id + " equation has no component " +
                    std::to_string(component));
}

void check_steps(std::int64_t steps) {
  if (steps < 0) throw core::Error("a field cannot step back:" + std::to_string(steps) + " steps");
}

void check_sampling(const Sampling& sampling, core::Extent extent, const EquationInfo& equation) {
  check_component(sampling.component, equation);
  if (sampling.every < 0) {
    throw core::Error("samples cannot be " + std::to_string(sampling.every) + " steps apart");
  }
  for (const core::Cell& cell : sampling.cells) {
    if (extent.contains(cell)) continue;
    throw core::Error("a sampled cell lies outside the grid of " + size_text(extent) + " cells");
  }
}

}  // namespace heatwave::field
