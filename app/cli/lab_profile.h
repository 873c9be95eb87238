// `heatwave lab reverse --profile`: the old text profiler's report, as the lecture has it and of
// today.
#pragma once

#include <functional>
#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// Measures the two rungs that the lecture profiled, and prints their report beside the lecture's,
/// what today's rule makes of their accesses, and the commands of today's tools. Throws UsageError
/// for another experiment.
void lab_profile(const LabOptions& options, const std::function<void(const std::string&)>& print);

/// `heatwave lab reverse --ptx`, `--sass`: what became of the variants' kernels, or why there is
/// nothing.
void lab_compiled(const LabOptions& options, const std::function<void(const std::string&)>& print);

}  // namespace heatwave::cli
