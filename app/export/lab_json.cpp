// Measurements as one JSON document, by one description for writing and reading.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <type_traits>
#include <utility>

#include "app/export/lab_table.h"
#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/words/kernel_names.h"
#include "app/words/word_lists.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/measurement.h"

namespace heatwave::exporting {
namespace {

using json::FieldReader;
using json::FieldWriter;
using json::Json;
using json::JsonReader;
using json::Reads;

/// A longer histogram is left out.
constexpr std::size_t kMostCounts = 4096;

/// Documents of earlier versions do not tell it. With compute capability 9 it follows from the
/// arithmetic: 128 multiply-adds begin in each multiprocessor's clock.
double clocks_of_earlier_version(const lab::Device& device) {
  const bool known = device.detail.starts_with("compute capability 9.");
  return known ? device.limits.operations_per_second / (2.0 * 128.0) : 0.0;
}

/// Documents of earlier versions tell it of a CPU in words alone: "16 threads, AVX-512".
int threads_of_earlier_version(const lab::Device& device) {
  int threads = 0;
  std::string word;
  std::istringstream words(device.detail);
  return words >> threads >> word && word.starts_with("thread") ? threads : 0;
}

void resources_of(lab::Device& device, FieldReader& visit) {
  if (!visit.in().has("resources")) return;
  JsonReader resources = visit.in().object("resources");
  for (const std::string& name : resources.keys()) {
    device.resources.emplace_back(words::printable(name), resources.text(name));
  }
}
void resources_of(const lab::Device& device, const FieldWriter& visit) {
  Json resources = Json::object();
  for (const auto& [name, amount] : device.resources) resources[name] = amount;
  visit.out()["resources"] = std::move(resources);
}

/// Choices by their names, so that the document means the same when there are more of them.
void settings_of(const lab::Measurement& m, const FieldWriter& visit) {
  Json settings = Json::object();
  for (const auto& [id, value] : m.settings.values) {
    const std::string text = value_data(m.experiment, id, value);
    settings[id] = text == std::to_string(value) ? Json(value) : Json(text);
  }
  visit.out()["settings"] = std::move(settings);
}
void settings_of(lab::Measurement& m, FieldReader& visit) {
  JsonReader values = visit.in().object("settings");
  for (const std::string& id : values.keys()) {
    if (!values.is_text(id)) {
      m.settings.values[id] = values.whole(id);
      continue;
    }
    const std::string name = values.text(id);
    const auto value = choice_value(m.experiment, id, name);
    if (!value) {
      values.fail(id, fmt::format("must be a value that this version knows, is \"{}\"",
                                  words::excerpt(name)));
    }
    m.settings.values[id] = *value;
  }
}

void counts_of(const lab::Outcome& outcome, const FieldWriter& visit) {
  if (outcome.counts && outcome.counts->size() <= kMostCounts) visit("counts", *outcome.counts);
}
void counts_of(lab::Outcome& outcome, FieldReader& visit) {
  if (!visit.in().has("counts")) return;
  auto counts = std::make_shared<std::vector<std::int64_t>>();
  visit("counts", *counts);
  outcome.counts = std::move(counts);
}

/// Documents of earlier versions do not tell it; the catalogue does, where it knows the variant.
bool counts_floats(const lab::Measurement& m) {
  const lab::Variant* variant = lab::catalogued_variant(m);
  if (variant == nullptr || !variant->work) return true;
  return variant->work(lab::initial_settings(lab::find_experiment(m.experiment))).floats;
}

/// "2026-11-21"
std::optional<std::string> flaw_of_date(const std::string& date) {
  constexpr std::string_view kForm = "0000-00-00";
  bool good = date.size() == kForm.size();
  for (std::size_t i = 0; good && i < kForm.size(); ++i) {
    good = kForm[i] == '-' ? date[i] == '-' : date[i] >= '0' && date[i] <= '9';
  }
  if (good) return {};
  return fmt::format("must be a date, as in 2026-11-21, is \"{}\"", words::excerpt(date));
}

}  // namespace
}  // namespace heatwave::exporting

namespace heatwave::lab {

static void fields_of(json::Is<Device> auto& self, auto&& visit) {
  auto& limits = self.limits;
  visit("name", self.name);
  visit("detail", self.detail);
  if constexpr (json::Reads<decltype(visit)>) {
    self.threads = exporting::threads_of_earlier_version(self);
  }
  visit.later("threads", self.threads);
  visit("bytes_per_second", limits.bytes_per_second);
  visit("bandwidth_measured", limits.bandwidth_measured);
  visit("operations_per_second", limits.operations_per_second);
  visit.later("operations_measured", limits.operations_measured);
  visit("tensor_operations_per_second", limits.tensor_operations_per_second);
  visit("cache_bytes", limits.cache_bytes);
  visit.later("l2_bytes_per_second", limits.l2_bytes_per_second);
  if constexpr (json::Reads<decltype(visit)>) {
    limits.multiprocessor_clocks = exporting::clocks_of_earlier_version(self);
  }
  visit.later("multiprocessor_clocks", limits.multiprocessor_clocks);
  exporting::resources_of(self, visit);
}

static void fields_of(json::Is<Machine> auto& self, auto&& visit) {
  visit("cpu", self.cpu);
  visit("gpu", self.gpu);
  visit("no_gpu", self.no_gpu);
}

static void fields_of(json::Is<Timing> auto& self, auto&& visit) {
  visit("median", self.median);
  visit("least", self.least);
  visit("most", self.most);
  visit.later("lower_quarter", self.lower_quarter);
  visit.later("upper_quarter", self.upper_quarter);
  visit("samples", self.samples);
  visit("launches", self.launches);
}

static void fields_of(json::Is<Work> auto& self, auto&& visit) {
  visit("bytes", self.bytes);
  visit("operations", self.operations);
  visit("tensor_cores", self.tensor_cores);
  visit.later("floats", self.floats);
  visit.later("cells", self.cells);
}

static void fields_of(json::Is<Outcome> auto& self, auto&& visit) {
  visit("right", self.right);
  visit("result", self.result);
  visit("expected", self.expected);
  visit("error", self.error);
  visit("note", self.note);
  visit.optional("facts", self.facts);
  exporting::counts_of(self, visit);
}

static void fields_of(json::Is<LaunchShape> auto& self, auto&& visit) {
  visit("grid", self.grid);
  visit("block", self.block);
  visit("grid_text", self.grid_text);
  visit("block_text", self.block_text);
  visit("registers", self.registers);
  visit("shared_bytes", self.shared_bytes);
  visit("local_bytes", self.local_bytes);
  visit("occupancy", self.occupancy);
}

/// The experiment is known before.
static void fields_of(json::Is<Measurement> auto& self, auto&& visit) {
  constexpr bool kReads = !std::is_const_v<std::remove_reference_t<decltype(self)>>;
  visit("variant", self.variant);
  visit("title", self.title);
  visit("place", self.processor);
  visit("wrong_on_purpose", self.wrong_on_purpose);
  visit("yardstick", self.yardstick);
  visit.later("task", self.task);
  exporting::settings_of(self, visit);
  visit("seed", self.settings.seed);
  visit("status", self.status);
  visit("note", self.note);
  visit("time_ms", self.time);
  visit("host_ms", self.host_ms);
  visit("with_copies_ms", self.with_copies_ms);
  visit.later("with_pinned_copies_ms", self.with_pinned_copies_ms);
  visit.later("to_device_ms", self.copies.to_device_ms);
  visit.later("to_host_ms", self.copies.to_host_ms);
  visit.member("work", [&](auto&& inner) {
    if constexpr (kReads) {
      if (!inner.in().has("floats")) self.work.floats = exporting::counts_floats(self);
    }
    inner.inner(self.work);
  });
  visit.later("devices", self.devices, json::Between{1, 1024});
  visit("bytes_per_second", self.bytes_per_second);
  visit("operations_per_second", self.operations_per_second);
  visit.later("part_of_limit", self.part_of_limit);
  visit.later("limit_is_memory", self.limit_is_memory);
  visit("in_cache", self.in_cache);
  visit("outcome", self.outcome);
  visit.optional("launch", self.shape);
}

}  // namespace heatwave::lab

namespace heatwave::exporting {
namespace {

struct Document {
  std::string date;
  lab::Machine machine;  ///< the machine of all reports
  std::vector<lab::Report> reports;
};

/// The share of the limit is computed again: earlier versions wrote shares above 100 %.
void settle(lab::Measurement& m, const lab::Machine& machine) {
  if (!m.work.floats) m.operations_per_second = 0.0;
  lab::find_limit(m, m.processor == lab::Processor::cpu ? machine.cpu.limits : machine.gpu.limits);
}

void report_fields(auto& report, auto&& visit) {
  visit("id", report.experiment);
  if constexpr (!Reads<decltype(visit)>) visit("title", title_of(report.experiment));
  visit("swept", report.swept);
  visit.rows("measurements", report.measurements, {.experiment = report.experiment},
             [&](auto& measurement, auto&& inner) {
               inner.inner(measurement);
               if constexpr (Reads<decltype(inner)>) settle(measurement, report.machine);
             });
}

void document_fields(auto& document, auto&& visit) {
  visit("date", document.date, flaw_of_date);
  visit("machine", document.machine);
  visit.rows("experiments", document.reports, {.machine = document.machine},
             [](auto& report, auto&& inner) { report_fields(report, inner); });
}

std::string today() {
  const auto days = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(days);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace

std::string lab_json(const std::vector<lab::Report>& reports, std::string_view version) {
  const Document document{.date = today(),
                          .machine = reports.empty() ? lab::Machine{} : reports.front().machine,
                          .reports = reports};
  Json out;
  if (!version.empty()) out["heatwave"] = version;
  document_fields(document, FieldWriter(out, FieldWriter::Numbers::figures));
  // Device names and messages are a driver's words: whatever they are, the document is UTF-8.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string lab_text(TableFormat format, const std::vector<lab::Report>& reports,
                     std::string_view version) {
  switch (format) {
    case TableFormat::csv:
      return lab_csv(reports);
    case TableFormat::json:
      return lab_json(reports, version);
    case TableFormat::markdown:
      break;
  }
  return lab_markdown(reports);
}

RecordedLab read_lab_json(std::string_view text) {
  JsonReader in(json::parse_json(text, {}, 1, json::kMeasurementsBudget), "", {}, "the document",
                json::kMeasurementRules);
  Document document;
  document_fields(document, FieldReader(in));
  return {.date = std::move(document.date), .reports = std::move(document.reports)};
}

}  // namespace heatwave::exporting
