// Measurements as Markdown: a heading and a table per report.
#include <fmt/format.h>

#include "app/export/lab_figures.h"
#include "app/export/lab_table.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"

namespace heatwave::exporting {
namespace {

using lab::Measurement;

/// Text that cannot end a table's cell or begin anything else.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '<' || c == '`') safe += '\\';
    safe += c == '\n' || c == '\r' ? ' ' : c;
  }
  return safe;
}

std::string launch_of(const Measurement& m) {
  if (!m.shape) return {};
  return fmt::format(
      "{} × {}", m.shape->grid_text.empty() ? std::to_string(m.shape->grid) : m.shape->grid_text,
      m.shape->block_text.empty() ? std::to_string(m.shape->block) : m.shape->block_text);
}

std::string result_of(const Measurement& m) {
  const std::string said = remark(m);
  if (!said.empty()) return m.status == lab::Status::wrong ? "**" + cell(said) + "**" : cell(said);
  return cell(m.outcome.result);
}

std::string row(const lab::Report& report, const Measurement& m) {
  std::string text =
      fmt::format("| {}{} | ", cell(m.title), m.task.empty() ? "" : " (" + cell(m.task) + ")");
  if (!report.swept.empty()) {
    const auto at = m.settings.values.find(report.swept);
    if (at != m.settings.values.end()) {
      text += cell(value_text(m.experiment, at->first, at->second));
    }
    text += " | ";
  }
  const bool shown = m.ranked() || (m.status == lab::Status::measured && m.timed());
  const words::Speed speed = words::kernel_speed(report, m);
  const auto copied = [shown](double ms) {
    return shown && ms > 0 ? words::measured_time(ms) : std::string();
  };
  return text +
         fmt::format("{} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                     shown ? words::measured_time(m.time.median) : "",
                     words::faster_or_slower(speed.as_one_thread),
                     words::faster_or_slower(speed.as_all_threads), m.ranked() ? in_rate(m) : "",
                     m.ranked() ? in_percent(m) : "", copied(m.with_copies_ms),
                     copied(m.with_pinned_copies_ms), cell(launch_of(m)),
                     m.shape ? fmt::format("{:.0f}%", 100 * m.shape->occupancy) : "", result_of(m));
}

std::string table(const lab::Report& report) {
  std::string text = fmt::format("## {}\n\n", cell(title_of(report.experiment)));
  if (report.measurements.empty()) return text + "Nothing was measured.\n";
  text +=
      cell(settings_text(report.experiment, report.measurements.front().settings, report.swept)) +
      "  \n";
  const std::string machine = machine_text(report.machine);
  const std::size_t end = machine.find('\n');
  text += cell(machine.substr(0, end)) + "  \n" + cell(machine.substr(end + 1));
  text += "\n\n| variant |";
  if (!report.swept.empty()) text += fmt::format(" {} |", cell(report.swept));
  text += fmt::format(
      " kernel alone | against one thread | against {} | rate | of limit | with copies, "
      "pageable | with copies, pinned | launch | occupancy | result |\n|---|",
      words::all_threads(report.machine.cpu));
  if (!report.swept.empty()) text += "--:|";
  text += "--:|--:|--:|--:|--:|--:|--:|---|--:|---|\n";
  for (const Measurement& m : report.measurements) text += row(report, m);
  return text;
}

}  // namespace

std::string lab_markdown(const std::vector<lab::Report>& reports) {
  std::string text;
  for (const lab::Report& report : reports) text += (text.empty() ? "" : "\n") + table(report);
  return text;
}

}  // namespace heatwave::exporting
