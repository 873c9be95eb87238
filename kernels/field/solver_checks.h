// All solvers check their inputs by these functions, so that they report errors with equal
// messages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/edit.h"
#include "kernels/field/equation.h"
#include "kernels/field/field_state.h"
#include "kernels/field/sampling.h"

namespace heatwave::field {

/// Each function throws core::Error when a value does not fit the grid or the equation.
void check_extent(core::Extent extent);
void check_state(const FieldState& state, core::Extent extent, const EquationInfo& equation);
void check_rules(const SetRules& rules, const EquationInfo& equation);
void check_cells(const SetCells& cells, core::Extent extent, const SetRules& rules,
                 const EquationInfo& equation);
void check_paint(const PaintCells& paint, core::Extent extent, const EquationInfo& equation);
void check_put(const PutCells& put, core::Extent extent, const EquationInfo& equation);
void check_restore(const RestoreCells& restore, core::Extent extent, const EquationInfo& equation);
void check_area(core::Rect area, core::Extent extent);
void check_component(std::size_t component, const EquationInfo& equation);
void check_steps(std::int64_t steps);
void check_sampling(const Sampling& sampling, core::Extent extent, const EquationInfo& equation);

}  // namespace heatwave::field
