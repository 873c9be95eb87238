// The field that is cut for devices: an equation of the catalogue or a typed formula, held at its
// edges, with a stripe that crosses all cuts.
#pragma once

#include <string>
#include <vector>

#include "kernels/field/field_solver.h"

namespace heatwave::lab::scaling_experiment {

/// An equation that the field can follow.
struct FieldEquation {
  std::string id;
  std::string formula;  ///< empty: the id is that of the catalogue
};

/// Returns heat, wave, Gray–Scott and two typed formulas.
const std::vector<FieldEquation>& field_equations();

/// Returns the request of a field on one device. Throws core::Error when no equation has this id.
field::SolverRequest request_of(const std::string& equation, core::Extent extent,
                                field::Backend backend);

/// Holds the outermost cells at zero and paints a stripe that crosses all cuts.
void begin(field::FieldSolver& solver, const field::SolverRequest& request);

}  // namespace heatwave::lab::scaling_experiment
