// What `heatwave info --tune` measures on this machine, and solvers that keep to it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/files/tuning_file.h"
#include "app/session/session.h"

namespace heatwave::cli {

/// None where no folder of this person's is known.
std::optional<files::TuningFile> tuning_file();

/// What a session makes its solvers with, and what there was to say of the file; empty: nothing.
struct TunedSolvers {
  session::SolverFactory make = field::make_solver;
  std::string told;
};
TunedSolvers tuned_solvers();
/// The same for who has only standard error to say it on.
session::SolverFactory tuned_solvers_here();

/// Measures all devices of this machine, with progress, and keeps it. Throws core::Error where it
/// cannot be kept.
void tune_here();

/// What is kept of this machine's devices, for `heatwave info`.
std::string tuning_text(const std::optional<files::TuningFile>& file);
nlohmann::ordered_json tuning_json(const std::optional<files::TuningFile>& file);

}  // namespace heatwave::cli
