// `heatwave lab`: measures experiments on this machine and tells the figures.
#pragma once

#include <functional>
#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// Prints tables one by one as they are measured, or one document at the end. Throws UsageError,
/// and core::Error with one sentence when something could not be measured, was wrong or was stopped
/// by Ctrl-C; what has been measured is printed before.
void lab(const LabOptions& options, const std::function<void(const std::string&)>& print);

}  // namespace heatwave::cli
