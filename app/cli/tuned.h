// The measurements of `heatwave info --tune`, and solvers that use them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/files/tuning_file.h"
#include "app/session/session.h"

namespace heatwave::cli {

/// Returns the tuning file; none: the user has no folder for it.
std::optional<files::TuningFile> tuning_file();

/// Solvers with the settings of the tuning file.
struct TunedSolvers {
  session::SolverFactory make = field::make_solver;
  std::string message;  ///< why the tuning file is ignored, or parts of it; empty: nothing is wrong
};
TunedSolvers tuned_solvers();
/// Returns the factory of the tuned solvers; prints the message on standard error.
session::SolverFactory tuned_solvers_here();

/// Measures all devices of this machine, with progress, and saves the results. Throws core::Error
/// when they cannot be saved.
void tune_here();

/// Describes the saved results of this machine's devices, for `heatwave info`.
std::string tuning_text(const std::optional<files::TuningFile>& file);
nlohmann::ordered_json tuning_json(const std::optional<files::TuningFile>& file);

}  // namespace heatwave::cli
