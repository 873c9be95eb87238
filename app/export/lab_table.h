// Measurements as text for other programs: CSV, Markdown, and JSON that can be read back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::exporting {

/// A head line, then a line per measurement; first method, gputime, cputime, occupancy, times in
/// µs.
std::string lab_csv(const std::vector<lab::Report>& reports);
/// A heading and a table per report.
std::string lab_markdown(const std::vector<lab::Report>& reports);
/// One document with the machine, the date and everything measured, but for pictures and long
/// lists of counts. The program's version stands in it unless it is empty.
std::string lab_json(const std::vector<lab::Report>& reports, std::string_view version = {});

struct RecordedLab {
  std::string date;  ///< "2026-11-21"
  std::vector<lab::Report> reports;
};
/// Reads what lab_json() wrote. Throws core::Error that says what is wrong with it, with the line
/// or the key.
RecordedLab read_lab_json(std::string_view text);

}  // namespace heatwave::exporting
