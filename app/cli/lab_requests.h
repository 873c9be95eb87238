// Turns the options of `heatwave lab` into measurement requests.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::cli {

/// Returns the named experiments, each once; for no name, all. Throws UsageError.
std::vector<const lab::Experiment*> chosen_experiments(const std::vector<std::string>& names);

/// Returns a request for each experiment that has one of the variants and the swept parameter.
/// Throws UsageError, with a suggestion, for a name that no experiment has and for a value out of
/// range.
std::vector<lab::Request> lab_requests(const LabOptions& options);

/// Removes values that do not fit this machine from an experiment's own sweep; returns a line for
/// each. If none fits, all stay.
std::vector<std::string> fit_own_sweep(lab::Request& request);

}  // namespace heatwave::cli
