// A PartsSolver cuts a field into bands of rows, each with a solver of its own. All of them advance
// at once and exchange the rows beside the cuts every few steps; the bits are those of one solver.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/field/field_solver.h"
#include "kernels/field/parts/round.h"

namespace heatwave::field {

/// Returns whether the request wants more than one part on this backend.
bool wants_parts(const SolverRequest& request, Backend backend);

/// Makes the solver that the request's division describes, on this backend, or that of one device
/// where the division finds too few rows for more. `reason` says why the backend was chosen.
std::unique_ptr<FieldSolver> make_parts_solver(const SolverRequest& request, Backend backend,
                                               const std::string& reason);

/// Makes the parts of a solver that lie in this process keep their next rounds, at most `most`.
void record_rounds(FieldSolver& solver, std::size_t most);
/// Waits for all pending steps and returns the rounds that each part of this process has kept;
/// empty: the solver has no parts.
std::vector<std::vector<Round>> recorded_rounds(FieldSolver& solver);

}  // namespace heatwave::field
