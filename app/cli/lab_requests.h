// From the options of `heatwave lab` to what is to be measured.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::cli {

/// The named experiments, each once; all of them for no name. Throws UsageError.
std::vector<const lab::Experiment*> chosen_experiments(const std::vector<std::string>& names);

/// A request for each experiment that knows one of the variants and the swept parameter. Throws
/// UsageError, with what was perhaps meant, for a name that none of the experiments knows and for a
/// value out of range.
std::vector<lab::Request> lab_requests(const LabOptions& options);

/// Takes values that do not fit this machine out of an experiment's own sweep, and gives a line for
/// each. Where none fits, all stay.
std::vector<std::string> fit_own_sweep(lab::Request& request);

}  // namespace heatwave::cli
