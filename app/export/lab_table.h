// Measurements as text for other programs: CSV, Markdown, and JSON that can be read back.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/names.h"
#include "kernels/lab/measurement.h"

namespace heatwave::exporting {

/// The forms in which another program can have them.
enum class TableFormat : std::uint8_t { csv, json, markdown };

struct TableFormatEntry {
  TableFormat format = TableFormat::csv;
  std::string_view id;         ///< as on the command line
  std::string_view extension;  ///< of a file
  std::string_view help;       ///< of the option that prints it
};
/// Every format, in the order in which help texts list them.
inline constexpr auto kTableFormats = std::to_array<TableFormatEntry>({
    {TableFormat::json, "json", ".json", "Print one JSON document instead of tables"},
    {TableFormat::csv, "csv", ".csv", "Print comma-separated values; times in µs"},
    {TableFormat::markdown, "markdown", ".md", "Print Markdown tables"},
});
constexpr auto names_of(TableFormat /*kind*/) {
  std::array<core::Name<TableFormat>, kTableFormats.size()> names{};
  std::transform(kTableFormats.begin(), kTableFormats.end(), names.begin(),
                 [](const TableFormatEntry& entry) {
                   return core::Name<TableFormat>{entry.format, entry.id};
                 });
  return names;
}
constexpr const TableFormatEntry& entry_of(TableFormat format) {
  return *std::find_if(kTableFormats.begin(), kTableFormats.end(),
                       [format](const TableFormatEntry& entry) { return entry.format == format; });
}

/// Writes the reports in this format. The program's version stands in a JSON document unless it is
/// empty.
std::string lab_text(TableFormat format, const std::vector<lab::Report>& reports,
                     std::string_view version = {});

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
