// Measurements as a table for people, with bars.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/experiment.h"
#include "kernels/lab/measurement.h"

namespace heatwave::cli {

struct TableStyle {
  int columns = 100;    ///< width of the terminal; at least 80 are used
  bool colour = false;  ///< escape sequences may be written
  bool details = true;  ///< results are shown, beyond right or wrong
};

/// Returns the style for standard output: a terminal's width and colours (none with NO_COLOR), or
/// plain text.
TableStyle style_of_standard_output();

/// Returns a heading with the settings, a row for each variant, and remarks on single rows.
std::string lab_table(const lab::Report& report, const TableStyle& style);

/// Lists all experiments briefly, or the named ones in full. Throws UsageError for unknown names.
std::string lab_list(const std::vector<std::string>& names, const TableStyle& style);
std::string lab_list_json(const std::vector<std::string>& names);

}  // namespace heatwave::cli
