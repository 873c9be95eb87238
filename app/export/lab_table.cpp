// Formats measurements: figures in words, and tables as CSV and Markdown.
#include "app/export/lab_table.h"

#include <fmt/format.h>

#include <cmath>

#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "kernels/core/device.h"
#include "kernels/core/find_by_id.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::exporting {
namespace {

using lab::Measurement;

/// Operations per byte beyond which arithmetic is the bottleneck rather than memory.
constexpr double kArithmeticIntensity = 4.0;

const lab::Parameter* known_parameter(const std::string& experiment, const std::string& id) {
  const lab::Experiment* const known = core::with_id(lab::experiments(), experiment);
  return known == nullptr ? nullptr : core::with_id(known->parameters, id);
}

std::string device_text(const lab::Device& device) {
  std::string text = device.name;
  if (!device.detail.empty()) text += fmt::format(" ({})", device.detail);
  if (device.limits.bytes_per_second > 0) {
    text += fmt::format(", memory {}/s{}", core::in_bytes(device.limits.bytes_per_second),
                        device.limits.bandwidth_measured ? " as measured" : "");
  }
  return text;
}

/// Returns whether arithmetic, not bytes, should be reported.
bool is_arithmetic(const Measurement& measurement) {
  return measurement.work.operations > kArithmeticIntensity * measurement.work.bytes;
}

}  // namespace

std::string in_rate(const Measurement& measurement) {
  const lab::Work& work = measurement.work;
  // Increments, bits and locks are not floating-point arithmetic, and their bytes say nothing.
  if (!work.floats && is_arithmetic(measurement) && measurement.time.median > 0) {
    return words::with_prefix(work.operations / (measurement.time.median * 1e-3), "op/s");
  }
  if (work.cells > 0 && work.bytes <= 0 && work.operations <= 0) {
    return words::with_prefix(measurement.cells_per_second(), "cells/s");
  }
  const bool arithmetic = is_arithmetic(measurement);
  const double rate = arithmetic ? measurement.operations_per_second : measurement.bytes_per_second;
  return rate > 0 ? words::with_prefix(rate, arithmetic ? "FLOP/s" : "B/s") : std::string();
}

std::string in_percent(const Measurement& measurement, const lab::Machine& machine) {
  if (measurement.part_of_limit > 0) return words::percent(measurement.part_of_limit);
  if (measurement.in_cache) return "cache";
  const bool beats_copy = lab::utilisation_of(measurement, machine).beats_copy();
  return beats_copy ? "> " + words::percent(1.0) : "";
}

std::string value_text(const std::string& experiment, const std::string& parameter,
                       std::int64_t value) {
  const lab::Parameter* const known = known_parameter(experiment, parameter);
  const std::string name = known == nullptr ? "" : known->name_of(value);
  return name.empty() ? std::to_string(value) : name;
}

std::string value_data(const std::string& experiment, const std::string& parameter,
                       std::int64_t value) {
  const lab::Parameter* const known = known_parameter(experiment, parameter);
  const bool is_choice = known != nullptr && !known->choices.empty();
  return is_choice ? known->name_of(value) : std::to_string(value);
}

std::optional<std::int64_t> choice_value(const std::string& experiment,
                                         const std::string& parameter, const std::string& name) {
  const lab::Parameter* const known = known_parameter(experiment, parameter);
  if (known == nullptr) return std::nullopt;
  const auto at = std::find(known->choices.begin(), known->choices.end(), name);
  if (at == known->choices.end()) return std::nullopt;
  return at - known->choices.begin();
}

std::string settings_text(const std::string& experiment, const lab::Settings& settings,
                          const std::string& but) {
  std::string text;
  const auto add = [&](const std::string& id, std::int64_t value) {
    if (id != but) text += fmt::format("{} = {}, ", id, value_text(experiment, id, value));
  };
  // A known experiment's own order is used instead of the map's alphabetical one.
  const lab::Experiment* const known = core::with_id(lab::experiments(), experiment);
  if (known != nullptr) {
    for (const lab::Parameter& parameter : known->parameters) {
      const auto at = settings.values.find(parameter.id);
      if (at != settings.values.end()) add(at->first, at->second);
    }
  }
  for (const auto& [id, value] : settings.values) {
    if (known_parameter(experiment, id) == nullptr) add(id, value);
  }
  return text + fmt::format("seed = {}", settings.seed);
}

std::string title_of(const std::string& experiment) {
  const lab::Experiment* const known = core::with_id(lab::experiments(), experiment);
  return known == nullptr ? experiment : known->title;
}

std::string machine_text(const lab::Machine& machine) {
  return fmt::format("CPU: {}\nGPU: {}\n", device_text(machine.cpu),
                     machine.no_gpu.empty() ? device_text(machine.gpu) : "none; " + machine.no_gpu);
}

std::string lecture_text(const Measurement& m) {
  const lab::Variant* const variant = lab::catalogued_variant(m);
  if (variant == nullptr || variant->lecture.empty()) return {};
  std::string text;
  for (const lab::LectureFigure& figure : variant->lecture) {
    if (!figure.fits(m.settings)) continue;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ",
                        words::printed_time(figure.milliseconds, figure.gflops), figure.where);
  }
  return text;
}

std::string utilisation_text(const Measurement& m, const lab::Machine& machine) {
  const lab::Utilisation busy = lab::utilisation_of(m, machine);
  if (!busy.known()) return {};
  std::string parts;
  using enum lab::DevicePart;
  for (const lab::DevicePart part : {arithmetic, l1, l2, memory}) {
    if (busy.shown(part) <= 0) continue;
    parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", lab::name_of(part),
                         words::percent(busy.shown(part)));
  }
  const std::string limit = lab::limit_words(busy);
  return limit.empty() ? "busy: " + parts : fmt::format("limit: {}; busy: {}", limit, parts);
}

std::string remark(const Measurement& m) {
  switch (m.status) {
    case lab::Status::measured:
      if (!m.wrong_on_purpose) return {};
      return fmt::format("wrong on purpose: expected {}, got {}{}{}", m.outcome.expected,
                         m.outcome.result, m.outcome.note.empty() ? "" : "; ", m.outcome.note);
    case lab::Status::wrong:
      return fmt::format("wrong: expected {}, got {}{}{}", m.outcome.expected, m.outcome.result,
                         m.outcome.note.empty() ? "" : "; ", m.outcome.note);
    case lab::Status::needs_gpu:
    case lab::Status::cancelled:
      return lab::name_of(m.status);
    default:
      return fmt::format("{}{}{}", lab::name_of(m.status), m.note.empty() ? "" : ": ", m.note);
  }
}

namespace {

using lab::Measurement;

/// A line of CSV; values are quoted if necessary.
class Line {
 public:
  void add(const std::string& value) {
    if (!text_.empty() || begun_) text_ += ',';
    begun_ = true;
    if (value.find_first_of(",\"\r\n") == std::string::npos) {
      text_ += value;
      return;
    }
    text_ += '"';
    for (const char c : value) text_ += c == '"' ? std::string("\"\"") : std::string(1, c);
    text_ += '"';
  }
  void add(double value, bool known) { add(known ? fmt::format("{:.9g}", value) : ""); }
  void add_count(std::int64_t value, bool known) { add(known ? std::to_string(value) : ""); }

  [[nodiscard]] std::string text() const { return text_ + "\r\n"; }

 private:
  std::string text_;
  bool begun_ = false;
};

/// Returns the parameters of all measurements; each becomes a column.
std::vector<std::string> parameters_of(const std::vector<lab::Report>& reports) {
  std::vector<std::string> ids;
  for (const lab::Report& report : reports) {
    for (const Measurement& m : report.measurements) {
      for (const auto& [id, value] : m.settings.values) {
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
      }
    }
  }
  return ids;
}

std::string head(const std::vector<std::string>& parameters) {
  Line line;
  for (const char* name : {"method", "gputime", "cputime", "occupancy", "experiment", "title",
                           "task", "place", "device", "status"}) {
    line.add(name);
  }
  for (const std::string& id : parameters) line.add(id);
  for (const char* name : {"seed",
                           "median (µs)",
                           "min (µs)",
                           "max (µs)",
                           "samples",
                           "launches",
                           "kernel + copies (µs)",
                           "kernel + pinned copies (µs)",
                           "times as fast as one thread",
                           "times as fast as all threads",
                           "speed",
                           "GB/s",
                           "GFLOP/s",
                           "of limit (%)",
                           "limit",
                           "arithmetic (%)",
                           "L1 and shared (%)",
                           "L2 (%)",
                           "memory (%)",
                           "slides (ms)",
                           "grid",
                           "block",
                           "registers",
                           "shared (B)",
                           "local (B)",
                           "result",
                           "expected",
                           "error",
                           "note",
                           "wrongonpurpose",
                           "yardstick"}) {
    line.add(name);
  }
  return line.text();
}

/// Returns whether the time is valid; a wrong result's time is not.
bool has_time(const Measurement& m) { return m.timed() && m.status == lab::Status::measured; }

void add_times(Line& line, const lab::Report& report, const Measurement& m) {
  const bool timed = has_time(m);
  line.add(1e3 * m.time.median, timed);
  line.add(1e3 * m.time.least, timed);
  line.add(1e3 * m.time.most, timed);
  line.add_count(m.time.samples, timed);
  line.add_count(m.time.launches, timed);
  line.add(1e3 * m.with_copies_ms, timed && m.with_copies_ms > 0);
  line.add(1e3 * m.with_pinned_copies_ms, timed && m.with_pinned_copies_ms > 0);
  const words::Speed kernel = words::kernel_speed(report, m);
  line.add(kernel.as_one_thread, kernel.as_one_thread > 0);
  line.add(kernel.as_all_threads, kernel.as_all_threads > 0);
  std::string speed;
  for (const words::Speed& each : words::speeds_of(report, m)) {
    speed += (speed.empty() ? "" : "; ") + words::in_words(each, report.machine.cpu);
  }
  line.add(speed);
  line.add(1e-9 * m.bytes_per_second, timed && m.bytes_per_second > 0);
  line.add(1e-9 * m.operations_per_second, timed && m.operations_per_second > 0);
  line.add(100.0 * m.part_of_limit, timed && m.part_of_limit > 0);
}

/// Adds the limiting factor, and the utilisation of each part of the device in percent.
void add_utilisation(Line& line, const lab::Machine& machine, const Measurement& m) {
  const lab::Utilisation busy = has_time(m) ? lab::utilisation_of(m, machine) : lab::Utilisation{};
  line.add(lab::limit_words(busy));
  using enum lab::DevicePart;
  for (const lab::DevicePart part : {arithmetic, l1, l2, memory}) {
    line.add(100.0 * busy.shown(part), busy.shown(part) > 0);
  }
}

/// Adds the lecture's figures for this problem.
void add_lecture(Line& line, const Measurement& m) {
  std::string text;
  for (const double milliseconds : lab::kernel_times_of_lecture(m)) {
    text += fmt::format("{}{:.9g}", text.empty() ? "" : " ", milliseconds);
  }
  line.add(text);
}

void add_shape(Line& line, const Measurement& m) {
  const lab::LaunchShape shape = m.shape.value_or(lab::LaunchShape{});
  line.add(shape.grid_text.empty() && m.shape ? std::to_string(shape.grid) : shape.grid_text);
  line.add(shape.block_text.empty() && m.shape ? std::to_string(shape.block) : shape.block_text);
  line.add_count(shape.registers, m.shape.has_value());
  line.add_count(shape.shared_bytes, m.shape.has_value());
  line.add_count(shape.local_bytes, m.shape.has_value());
}

std::string line_of(const lab::Report& report, const Measurement& m,
                    const std::vector<std::string>& parameters) {
  const bool on_gpu = m.processor == lab::Processor::gpu;
  const bool came_out = m.status == lab::Status::measured || m.status == lab::Status::wrong;
  Line line;
  line.add(m.variant);
  line.add(1e3 * m.time.median, on_gpu && has_time(m));
  line.add(1e3 * m.host_ms, has_time(m));
  line.add(m.shape ? m.shape->occupancy : 0.0, m.shape.has_value());
  line.add(m.experiment);
  line.add(m.title);
  line.add(m.task);
  line.add(on_gpu ? "gpu" : "cpu");
  line.add(on_gpu ? report.machine.gpu.name : report.machine.cpu.name);
  line.add(lab::name_of(m.status));
  for (const std::string& id : parameters) {
    const auto at = m.settings.values.find(id);
    line.add(at == m.settings.values.end() ? "" : value_data(m.experiment, id, at->second));
  }
  line.add(std::to_string(m.settings.seed));
  add_times(line, report, m);
  add_utilisation(line, report.machine, m);
  add_lecture(line, m);
  add_shape(line, m);
  line.add(m.outcome.result);
  line.add(m.outcome.expected);
  line.add(m.outcome.error, came_out);
  line.add(m.note.empty() ? m.outcome.note : m.note);
  line.add(m.wrong_on_purpose ? "yes" : "no");
  line.add(m.yardstick ? "yes" : "no");
  return line.text();
}

}  // namespace

std::string lab_csv(const std::vector<lab::Report>& reports) {
  const std::vector<std::string> parameters = parameters_of(reports);
  std::string text = head(parameters);
  for (const lab::Report& report : reports) {
    for (const Measurement& m : report.measurements) text += line_of(report, m, parameters);
  }
  return text;
}

namespace {

using lab::Measurement;

/// Escapes text so that it cannot end a table's cell or start other markup.
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
                     m.ranked() ? in_percent(m, report.machine) : "", copied(m.with_copies_ms),
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
      " kernel alone | against one CPU thread | against {} | rate | of limit | kernel + copies, "
      "pageable | kernel + copies, pinned | launch | occupancy | result |\n|---|",
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
