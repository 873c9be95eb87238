// Measurements as text: the figures in words, and tables as CSV, Markdown, and JSON that can be
// read back.
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

/// "12.3 GB/s", or "51.2 TFLOP/s" for arithmetic; empty: nothing was counted.
std::string in_rate(const lab::Measurement& measurement);
/// "87 %" of the device's nearer limit; "cache" where memory is none, since a cache holds all data;
/// empty: none is known.
std::string in_percent(const lab::Measurement& measurement);

/// A value by its name where it has one, else as it can be typed again.
std::string value_text(const std::string& experiment, const std::string& parameter,
                       std::int64_t value);
/// The same for another program: choices by their names, amounts always as numbers.
std::string value_data(const std::string& experiment, const std::string& parameter,
                       std::int64_t value);
/// The value of a choice's name; nothing where this version has no such choice.
std::optional<std::int64_t> choice_value(const std::string& experiment,
                                         const std::string& parameter, const std::string& name);
/// "n = 1024, input = bell, seed = 1", without the parameter `but`.
std::string settings_text(const std::string& experiment, const lab::Settings& settings,
                          const std::string& but = {});
/// Its title in the catalogue; for an experiment of another version its id.
std::string title_of(const std::string& experiment);
/// "CPU: …" and "GPU: …", or why there is none; two lines.
std::string machine_text(const lab::Machine& machine);

/// "2.05 ms, 1050 GFLOP/s (GTX 1080, N = 1024)": what the lecture printed of this very problem;
/// empty: nothing.
std::string lecture_text(const lab::Measurement& measurement);
/// "limit: latency; busy: arithmetic 24 %, L1 and shared memory 9.1 %": by what its warps ask for;
/// empty where that is not known.
std::string utilisation_text(const lab::Measurement& measurement, const lab::Machine& machine);
/// What is to be said of a measurement beside its figures: why it has none, or how wrong it is.
std::string remark(const lab::Measurement& measurement);

}  // namespace heatwave::exporting
