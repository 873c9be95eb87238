// Measurements as a table for people, with bars drawn in it.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/experiment.h"
#include "kernels/lab/measurement.h"

namespace heatwave::cli {

struct TableStyle {
  int columns = 100;    ///< of the terminal; at least 80 are used
  bool colour = false;  ///< escapes may be written
  bool details = true;  ///< what came out, beyond right or wrong
};

/// What standard output is: a terminal's width and colours (not with NO_COLOR), or plain text.
TableStyle style_of_standard_output();

/// A heading with the settings, a row per variant, and what is to be said of single rows.
std::string lab_table(const lab::Report& report, const TableStyle& style);

/// All experiments in short, or the named ones in full. Throws UsageError for unknown names.
std::string lab_list(const std::vector<std::string>& names, const TableStyle& style);
std::string lab_list_json(const std::vector<std::string>& names);

}  // namespace heatwave::cli
