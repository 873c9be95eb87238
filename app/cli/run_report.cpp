// Puts the figures of a run into words and into JSON.
#include "app/cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/words/word_lists.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

double cells_per_second(const RunReport& report, const session::Snapshot& snapshot) {
  if (report.seconds <= 0.0) return 0.0;
  const auto cells = static_cast<double>(snapshot.scene.extent.cells());
  return cells * static_cast<double>(report.steps) / report.seconds;
}

/// 12400 as "12 400".
std::string grouped(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ' ');
  }
  return digits;
}

std::string in_millions(double value) {
  const double millions = value / 1e6;
  if (millions < 100.0) return fmt::format("{:.3g} million", millions);
  return fmt::format("{} million", grouped(std::llround(millions)));
}

std::string backend_line(const field::BackendInfo& backend) {
  std::string line = fmt::format("{}: {}", field::name_of(backend.backend), backend.device);
  if (backend.threads > 0) {
    line += fmt::format(", {} thread{}", backend.threads, backend.threads == 1 ? "" : "s");
  }
  return fmt::format("{} ({})\n", line, backend.reason);
}

}  // namespace

Statistics statistics(std::span<const float> cells) {
  Statistics result{.minimum = cells.front(), .maximum = cells.front()};
  double sum = 0.0;
  for (const float value : cells) {
    result.minimum = std::min(result.minimum, value);
    result.maximum = std::max(result.maximum, value);
    sum += double{value};
  }
  result.mean = sum / static_cast<double>(cells.size());
  return result;
}

std::string summary(const RunReport& report, const session::Snapshot& snapshot) {
  const scene::Scene& scene = snapshot.scene;
  std::string text = fmt::format("{}: {} step{} of the {} equation on {} × {} cells\n",
                                 scene.name.empty() ? "field" : words::printable(scene.name),
                                 grouped(report.steps), report.steps == 1 ? "" : "s",
                                 scene.equation, scene.extent.width, scene.extent.height);
  if (report.replayed) {
    text += fmt::format("as recorded: {} check sum{} of {} the same\n", report.replayed->keyframes,
                        report.replayed->keyframes == 1 ? "" : "s",
                        words::printable(report.replayed->file));
  }
  text += backend_line(snapshot.backend);
  text += fmt::format("{:.3g} s, {} cells/s\n", report.seconds,
                      in_millions(cells_per_second(report, snapshot)));
  text += fmt::format("min {:.6g}, max {:.6g}, mean {:.6g}\n", report.field.minimum,
                      report.field.maximum, report.field.mean);
  if (report.png.size() > 1) {
    text += fmt::format("wrote {} pictures, the last one {}\n", report.png.size(),
                        words::printable(report.png.back().string()));
  } else if (!report.png.empty()) {
    text += fmt::format("wrote {}\n", words::printable(report.png.back().string()));
  }
  if (!report.dump.empty())
    text += fmt::format("wrote {}\n", words::printable(report.dump.string()));
  if (!report.csv.empty()) text += fmt::format("wrote {}\n", words::printable(report.csv.string()));
  if (!report.recording.empty())
    text += fmt::format("wrote {}\n", words::printable(report.recording.string()));
  return text;
}

void warn(const session::Snapshot& snapshot) {
  for (const session::Notice& notice : snapshot.notices) {
    if (notice.kind == session::Notice::Kind::error) continue;  // headless, errors are thrown
    fmt::print(stderr, "heatwave: {}\n", words::printable(notice.text));
  }
}

std::string json(const RunReport& report, const session::Snapshot& snapshot) {
  const scene::Scene& scene = snapshot.scene;
  nlohmann::ordered_json document;
  document["equation"] = scene.equation;
  document["scene"] = scene.name;
  document["width"] = scene.extent.width;
  document["height"] = scene.extent.height;
  document["steps"] = report.steps;
  document["step"] = snapshot.step;
  document["backend"] = field::name_of(snapshot.backend.backend);
  document["device"] = snapshot.backend.device;
  document["reason"] = snapshot.backend.reason;
  document["threads"] = snapshot.backend.threads;
  document["way"] = snapshot.report.method;
  document["seconds"] = report.seconds;
  document["cells_per_second"] = cells_per_second(report, snapshot);
  document["component"] =
      field::find_equation(scene.equation).components[scene::shown_component(scene)].id;
  document["min"] = report.field.minimum;
  document["max"] = report.field.maximum;
  document["mean"] = report.field.mean;
  document["png"] = nlohmann::ordered_json::array();
  for (const auto& path : report.png) document["png"].push_back(path.string());
  document["dump"] = nullptr;
  if (!report.dump.empty()) document["dump"] = report.dump.string();
  if (!report.csv.empty()) document["csv"] = report.csv.string();
  if (!report.recording.empty()) document["recording"] = report.recording.string();
  if (report.replayed) {
    document["replayed"] = {{"file", report.replayed->file},
                            {"program", report.replayed->program},
                            {"keyframes", report.replayed->keyframes},
                            {"breaks_off_after", nullptr}};
    const auto& line = report.replayed->breaks_off_after;
    if (line) document["replayed"]["breaks_off_after"] = *line;
  }
  // Paths need not be UTF-8; whatever they are, the document is.
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heatwave::cli
