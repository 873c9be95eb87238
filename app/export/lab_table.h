// Measurements as text: figures in words, and tables as CSV, Markdown, and JSON that can be read
// back.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/names.h"
#include "kernels/lab/measurement.h"

namespace heatwave::exporting {

/// Formats that other programs read.
enum class TableFormat : std::uint8_t { csv, json, markdown };

struct TableFormatEntry {
  TableFormat format = TableFormat::csv;
  std::string_view id;         ///< name on the command line
  std::string_view extension;  ///< extension of a file
  std::string_view help;       ///< help of the option that prints it
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

/// Returns the reports in this format. `version` is the program's, for JSON; empty: left out.
std::string lab_text(TableFormat format, const std::vector<lab::Report>& reports,
                     std::string_view version = {});

/// Returns a header and a line for each measurement; the first columns are method, gputime, cputime
/// and occupancy, times in µs.
std::string lab_csv(const std::vector<lab::Report>& reports);
/// Returns a heading and a table for each report.
std::string lab_markdown(const std::vector<lab::Report>& reports);
/// Returns one document with the machine, the date and all measurements, except pictures and long
/// lists of counts. `version` is the program's; empty: left out.
std::string lab_json(const std::vector<lab::Report>& reports, std::string_view version = {});

struct RecordedLab {
  std::string date;  ///< "2026-11-21"
  std::vector<lab::Report> reports;
};
/// Reads a document written by lab_json(). Throws core::Error that names the mistake, with its line
/// or key.
RecordedLab read_lab_json(std::string_view text);

/// Returns a rate such as "12.3 GB/s", or "51.2 TFLOP/s" for arithmetic; empty: nothing was
/// counted.
std::string in_rate(const lab::Measurement& measurement);
/// Returns "87 %" of the device's nearer limit; "cache" if memory is not the limit, because a cache
/// holds all data; "> 100 %" if it is faster than the copy that measured the limit; empty: unknown.
std::string in_percent(const lab::Measurement& measurement, const lab::Machine& machine);

/// Returns a value's name if it has one, otherwise a number that can be typed.
std::string value_text(const std::string& experiment, const std::string& parameter,
                       std::int64_t value);
/// Returns a value for other programs: choices by their names, amounts always as numbers.
std::string value_data(const std::string& experiment, const std::string& parameter,
                       std::int64_t value);
/// Returns the value of a choice's name; none: this version has no such choice.
std::optional<std::int64_t> choice_value(const std::string& experiment,
                                         const std::string& parameter, const std::string& name);
/// Returns settings such as "n = 1024, input = bell, seed = 1", without the parameter `but`.
std::string settings_text(const std::string& experiment, const lab::Settings& settings,
                          const std::string& but = {});
/// Returns the experiment's title in the catalogue, or its id if this version does not know it.
std::string title_of(const std::string& experiment);
/// Returns two lines, "CPU: …" and "GPU: …", or why there is no GPU.
std::string machine_text(const lab::Machine& machine);

/// Returns the lecture's figures for the same problem, such as "2.05 ms, 1050 GFLOP/s (GTX 1080, N
/// = 1024)"; empty: none.
std::string lecture_text(const lab::Measurement& measurement);
/// Returns the utilisation by the warps' requests, such as "limit: latency; busy: arithmetic 24 %,
/// L1 and shared memory 9.1 %"; empty: unknown.
std::string utilisation_text(const lab::Measurement& measurement, const lab::Machine& machine);
/// Returns a remark on a measurement: why it has no figures, or how wrong it is.
std::string remark(const lab::Measurement& measurement);

}  // namespace heatwave::exporting
