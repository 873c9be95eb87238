// Writes measurements as one JSON document.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/export/lab_json_words.h"
#include "app/export/lab_table.h"

namespace heatwave::exporting {
namespace {

using Json = nlohmann::ordered_json;
using lab::Measurement;

/// JSON knows finite numbers only: null stands for what is not a number, a word for the infinite.
Json number(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return nullptr;
  return value > 0 ? kInfinite : kMinusInfinite;
}

Json json_of(const lab::Device& device) {
  const lab::Limits& limits = device.limits;
  Json resources = Json::object();
  for (const auto& [name, amount] : device.resources) resources[name] = amount;
  return {{"name", device.name},
          {"detail", device.detail},
          {"threads", device.threads},
          {"bytes_per_second", number(limits.bytes_per_second)},
          {"bandwidth_measured", limits.bandwidth_measured},
          {"operations_per_second", number(limits.operations_per_second)},
          {"operations_measured", limits.operations_measured},
          {"tensor_operations_per_second", number(limits.tensor_operations_per_second)},
          {"cache_bytes", number(limits.cache_bytes)},
          {"l2_bytes_per_second", number(limits.l2_bytes_per_second)},
          {"multiprocessor_clocks", number(limits.multiprocessor_clocks)},
          {"resources", resources}};
}

Json json_of(const lab::Machine& machine) {
  return {{"cpu", json_of(machine.cpu)}, {"gpu", json_of(machine.gpu)}, {"no_gpu", machine.no_gpu}};
}

/// Choices by their names, so that the document means the same when there are more of them.
Json settings_of(const Measurement& m) {
  Json settings = Json::object();
  for (const auto& [id, value] : m.settings.values) {
    const std::string text = value_data(m.experiment, id, value);
    settings[id] = text == std::to_string(value) ? Json(value) : Json(text);
  }
  return settings;
}

Json json_of(const lab::Timing& time) {
  return {{"median", number(time.median)},
          {"least", number(time.least)},
          {"most", number(time.most)},
          {"lower_quarter", number(time.lower_quarter)},
          {"upper_quarter", number(time.upper_quarter)},
          {"samples", time.samples},
          {"launches", time.launches}};
}

Json json_of(const lab::Outcome& outcome) {
  Json json{{"right", outcome.right},
            {"result", outcome.result},
            {"expected", outcome.expected},
            {"error", number(outcome.error)},
            {"note", outcome.note}};
  if (!outcome.facts.empty()) {
    json["facts"] = Json::array();
    for (const auto& [name, value] : outcome.facts) {
      json["facts"].push_back(Json::array({name, value}));
    }
  }
  if (outcome.counts && outcome.counts->size() <= kMostCounts) json["counts"] = *outcome.counts;
  return json;
}

Json json_of(const lab::LaunchShape& shape) {
  return {{"grid", shape.grid},
          {"block", shape.block},
          {"grid_text", shape.grid_text},
          {"block_text", shape.block_text},
          {"registers", shape.registers},
          {"shared_bytes", shape.shared_bytes},
          {"local_bytes", shape.local_bytes},
          {"occupancy", number(shape.occupancy)}};
}

Json json_of(const Measurement& m) {
  Json json{{"variant", m.variant},
            {"title", m.title},
            {"place", m.processor == lab::Processor::cpu ? "cpu" : "gpu"},
            {"wrong_on_purpose", m.wrong_on_purpose},
            {"yardstick", m.yardstick},
            {"task", m.task},
            {"settings", settings_of(m)},
            {"seed", m.settings.seed},
            {"status", word_of(m.status)},
            {"note", m.note},
            {"time_ms", json_of(m.time)},
            {"host_ms", number(m.host_ms)},
            {"with_copies_ms", number(m.with_copies_ms)},
            {"with_pinned_copies_ms", number(m.with_pinned_copies_ms)},
            {"to_device_ms", number(m.copies.to_device_ms)},
            {"to_host_ms", number(m.copies.to_host_ms)},
            {"work",
             {{"bytes", number(m.work.bytes)},
              {"operations", number(m.work.operations)},
              {"tensor_cores", m.work.tensor_cores},
              {"floats", m.work.floats}}},
            {"bytes_per_second", number(m.bytes_per_second)},
            {"operations_per_second", number(m.operations_per_second)},
            {"part_of_limit", number(m.part_of_limit)},
            {"limit_is_memory", m.limit_is_memory},
            {"in_cache", m.in_cache},
            {"outcome", json_of(m.outcome)}};
  if (m.shape) json["launch"] = json_of(*m.shape);
  return json;
}

std::string today() {
  const auto days = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(days);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace

std::string lab_json(const std::vector<lab::Report>& reports, std::string_view version) {
  Json document;
  if (!version.empty()) document["heatwave"] = version;
  document["date"] = today();
  document["machine"] = json_of(reports.empty() ? lab::Machine{} : reports.front().machine);
  document["experiments"] = Json::array();
  for (const lab::Report& report : reports) {
    Json experiment{{"id", report.experiment},
                    {"title", title_of(report.experiment)},
                    {"swept", report.swept},
                    {"measurements", Json::array()}};
    for (const Measurement& m : report.measurements) {
      experiment["measurements"].push_back(json_of(m));
    }
    document["experiments"].push_back(std::move(experiment));
  }
  // Device names and messages are a driver's words: whatever they are, the document is UTF-8.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heatwave::exporting
