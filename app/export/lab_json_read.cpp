// Reads a document of measurements back.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "app/export/json_object.h"
#include "app/export/lab_json_words.h"
#include "app/export/lab_table.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/catalogued.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::exporting {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the number; 0: the document comes from an earlier version, which lacks it.
double number_if_there(const JsonObject& json, const char* key) {
  return json.has(key) ? json.number(key) : 0.0;
}

/// Reads the multiprocessors' clocks. Earlier versions did not write them; with compute capability
/// 9 they follow from the peak of 128 multiply-adds per multiprocessor and clock.
double multiprocessor_clocks(const JsonObject& json) {
  constexpr const char* kKey = "multiprocessor_clocks";
  if (json.has(kKey)) return json.number(kKey);
  const bool known = json.visible_text("detail").starts_with("compute capability 9.");
  return known ? json.number("operations_per_second") / (2.0 * 128.0) : 0.0;
}

/// Reads the resources, which earlier versions did not write.
std::vector<std::pair<std::string, std::string>> resources_of(const JsonObject& json) {
  std::vector<std::pair<std::string, std::string>> all;
  if (!json.has("resources")) return all;
  const JsonObject resources = json.object("resources");
  for (const auto& item : resources.json().items()) {
    all.emplace_back(words::printable(item.key()), resources.visible_text(item.key().c_str()));
  }
  return all;
}

/// Reads the number of threads. Earlier versions gave it only in a CPU's description: "16 threads,
/// AVX-512".
int threads_of(const JsonObject& json) {
  if (json.has("threads")) return json.small("threads");
  int threads = 0;
  std::string word;
  std::istringstream words(json.text("detail"));
  return words >> threads >> word && word.starts_with("thread") ? threads : 0;
}

lab::Device device_of(const JsonObject& json) {
  return {.name = json.visible_text("name"),
          .detail = json.visible_text("detail"),
          .threads = threads_of(json),
          .limits = {.bytes_per_second = json.number("bytes_per_second"),
                     .bandwidth_measured = json.flag("bandwidth_measured"),
                     .operations_per_second = json.number("operations_per_second"),
                     .operations_measured =
                         json.has("operations_measured") && json.flag("operations_measured"),
                     .tensor_operations_per_second = json.number("tensor_operations_per_second"),
                     .cache_bytes = json.number("cache_bytes"),
                     .l2_bytes_per_second = number_if_there(json, "l2_bytes_per_second"),
                     .multiprocessor_clocks = multiprocessor_clocks(json)},
          .resources = resources_of(json)};
}

lab::Machine machine_of(const JsonObject& json) {
  return {.cpu = device_of(json.object("cpu")),
          .gpu = device_of(json.object("gpu")),
          .no_gpu = json.visible_text("no_gpu")};
}

lab::Settings settings_of(const JsonObject& json, const std::string& experiment) {
  lab::Settings settings{.seed = json.natural("seed")};
  const JsonObject values = json.object("settings");
  for (const auto& [id, value] : values.json().items()) {
    if (value.is_number()) {
      settings.values[id] = values.whole(id.c_str());
      continue;
    }
    const auto number = choice_value(experiment, id, values.visible_text(id.c_str()));
    if (!number) values.refuse(id, "a value that this version knows", value);
    settings.values[id] = *number;
  }
  return settings;
}

lab::Timing timing_of(const JsonObject& json) {
  return {.median = json.number("median"),
          .least = json.number("least"),
          .most = json.number("most"),
          .samples = json.small("samples"),
          .launches = json.small("launches"),
          .lower_quarter = number_if_there(json, "lower_quarter"),
          .upper_quarter = number_if_there(json, "upper_quarter")};
}

std::vector<std::pair<std::string, std::string>> facts_of(const JsonObject& json) {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const Json& fact : json.array("facts")) {
    if (!fact.is_array() || fact.size() != 2 || !fact[0].is_string() || !fact[1].is_string()) {
      json.refuse("facts", "pairs of texts", fact);
    }
    facts.emplace_back(words::printable(fact[0].get_ref<const std::string&>()),
                       words::printable(fact[1].get_ref<const std::string&>()));
  }
  return facts;
}

std::shared_ptr<const std::vector<std::int64_t>> counts_of(const JsonObject& json) {
  auto counts = std::make_shared<std::vector<std::int64_t>>();
  for (const Json& count : json.array("counts")) {
    if (!count.is_number_integer()) json.refuse("counts", "whole numbers", count);
    counts->push_back(count.get<std::int64_t>());
  }
  return counts;
}

lab::Outcome outcome_of(const JsonObject& json) {
  lab::Outcome outcome{.right = json.flag("right"),
                       .result = json.visible_text("result"),
                       .expected = json.visible_text("expected"),
                       .error = json.number("error"),
                       .note = json.visible_text("note")};
  if (json.has("facts")) outcome.facts = facts_of(json);
  if (json.has("counts")) outcome.counts = counts_of(json);
  return outcome;
}

lab::LaunchShape shape_of(const JsonObject& json) {
  return {.grid = json.whole("grid"),
          .block = json.whole("block"),
          .grid_text = json.visible_text("grid_text"),
          .block_text = json.visible_text("block_text"),
          .registers = json.small("registers"),
          .shared_bytes = json.whole("shared_bytes"),
          .local_bytes = json.whole("local_bytes"),
          .occupancy = json.number("occupancy")};
}

lab::Processor processor_of(const JsonObject& json) {
  const std::string word = json.visible_text("place");
  if (word != "cpu" && word != "gpu") json.refuse("place", "\"cpu\" or \"gpu\"", Json(word));
  return word == "cpu" ? lab::Processor::cpu : lab::Processor::gpu;
}

lab::Status status_of(const JsonObject& json) {
  const std::string word = json.visible_text("status");
  const auto* const found =
      std::find_if(kStatuses.begin(), kStatuses.end(),
                   [&](const lab::Status status) { return word == word_of(status); });
  if (found == kStatuses.end()) json.refuse("status", "one that this version knows", Json(word));
  return *found;
}

/// Reads whether the work is in floats. Earlier versions did not write it; the catalogue has it for
/// known variants.
bool counts_floats(const lab::Measurement& m, const JsonObject& work) {
  if (work.has("floats")) return work.flag("floats");
  const lab::Variant* variant = lab::catalogued_variant(m);
  if (variant == nullptr || !variant->work) return true;
  return variant->work(lab::initial_settings(lab::find_experiment(m.experiment))).floats;
}

/// Reads the copies' times, which earlier versions did not write.
lab::CopyTimes copies_of(const JsonObject& json) {
  if (!json.has("to_device_ms") || !json.has("to_host_ms")) return {};
  return {json.number("to_device_ms"), json.number("to_host_ms")};
}

/// Reads a measurement. Its share of the limit is computed again, because earlier versions wrote
/// shares above 100 %.
lab::Measurement measurement_of(const JsonObject& json, const std::string& experiment,
                                const lab::Machine& machine) {
  const JsonObject work = json.object("work");
  lab::Measurement m{.experiment = experiment,
                     .variant = json.visible_text("variant"),
                     .title = json.visible_text("title"),
                     .processor = processor_of(json),
                     .wrong_on_purpose = json.flag("wrong_on_purpose"),
                     .yardstick = json.flag("yardstick"),
                     .task = json.has("task") ? json.visible_text("task") : "",
                     .settings = settings_of(json, experiment),
                     .status = status_of(json),
                     .note = json.visible_text("note"),
                     .time = timing_of(json.object("time_ms")),
                     .host_ms = json.number("host_ms"),
                     .with_copies_ms = json.number("with_copies_ms"),
                     .with_pinned_copies_ms = number_if_there(json, "with_pinned_copies_ms"),
                     .copies = copies_of(json),
                     .work = {.bytes = work.number("bytes"),
                              .operations = work.number("operations"),
                              .tensor_cores = work.flag("tensor_cores")},
                     .bytes_per_second = json.number("bytes_per_second"),
                     .operations_per_second = json.number("operations_per_second"),
                     .in_cache = json.flag("in_cache"),
                     .outcome = outcome_of(json.object("outcome"))};
  m.work.floats = counts_floats(m, work);
  if (!m.work.floats) m.operations_per_second = 0.0;
  lab::find_limit(m, m.processor == lab::Processor::cpu ? machine.cpu.limits : machine.gpu.limits);
  if (json.has("launch")) m.shape = shape_of(json.object("launch"));
  return m;
}

lab::Report report_of(const JsonObject& json, const lab::Machine& machine) {
  lab::Report report{.machine = machine,
                     .experiment = json.visible_text("id"),
                     .swept = json.visible_text("swept")};
  for (const JsonObject& each : json.objects("measurements")) {
    report.measurements.push_back(measurement_of(each, report.experiment, machine));
  }
  return report;
}

/// Reads a date such as "2026-11-21".
std::string date_of(const JsonObject& json) {
  constexpr std::string_view kForm = "0000-00-00";
  std::string date = json.visible_text("date");
  bool good = date.size() == kForm.size();
  for (std::size_t i = 0; good && i < kForm.size(); ++i) {
    good = kForm[i] == '-' ? date[i] == '-' : date[i] >= '0' && date[i] <= '9';
  }
  if (!good) json.refuse("date", "a date, as in 2026-11-21", Json(date));
  return date;
}

}  // namespace

RecordedLab read_lab_json(std::string_view text) {
  const Json document = parsed_json(text, {}, kMeasurementsBudget);
  const JsonObject json(document, {});
  RecordedLab recorded{.date = date_of(json), .reports = {}};
  const lab::Machine machine = machine_of(json.object("machine"));
  for (const JsonObject& each : json.objects("experiments")) {
    recorded.reports.push_back(report_of(each, machine));
  }
  return recorded;
}

}  // namespace heatwave::exporting
