// Measurements as comma-separated values (RFC 4180), one line each.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/export/lab_figures.h"
#include "app/export/lab_table.h"
#include "app/words/speed_words.h"
#include "kernels/lab/catalogued.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::exporting {
namespace {

using lab::Measurement;

/// One line; a value is quoted where it must be.
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

/// Every parameter that one of the measurements has: each is a column.
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
                           "with copies (µs)",
                           "with pinned copies (µs)",
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
                           "lecture (ms)",
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

/// A wrong result's time counts for nothing.
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

/// What it was held up by, and how busy it kept each part of the device, in percent.
void add_utilisation(Line& line, const lab::Machine& machine, const Measurement& m) {
  const lab::Utilisation busy = has_time(m) ? lab::utilisation_of(m, machine) : lab::Utilisation{};
  line.add(lab::limit_words(busy));
  using enum lab::DevicePart;
  for (const lab::DevicePart part : {arithmetic, l1, l2, memory}) {
    line.add(100.0 * busy.shown(part), busy.shown(part) > 0);
  }
}

/// The lecture's figures for this problem.
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

}  // namespace heatwave::exporting
