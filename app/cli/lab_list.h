// The experiments of the lab as a list: what there is to measure, and what can be set.
#pragma once

#include <string>
#include <vector>

#include "app/cli/lab_terminal.h"

namespace heatwave::cli {

/// All experiments in short, or the named ones in full. Throws UsageError for unknown names.
std::string lab_list(const std::vector<std::string>& names, const TableStyle& style);
std::string lab_list_json(const std::vector<std::string>& names);

}  // namespace heatwave::cli
