// Finds experiments, variants and parameters by name, and parses their values.
#include "app/cli/lab_requests.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "app/words/word_lists.h"
#include "kernels/core/find_by_id.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::cli {
namespace {

using lab::Experiment;
using lab::Parameter;
using Chosen = std::vector<const Experiment*>;
using Words = std::vector<std::string>;

// The quick set runs all experiments within a few seconds.
constexpr int kQuickRepeats = 5;
constexpr double kQuickSeconds = 0.05;
constexpr double kQuickLongest = 0.1;

/// Returns "; there are: …" for one experiment, or a hint where to find them for several.
std::string what_there_is(const Chosen& chosen, const Words& ids) {
  if (chosen.size() > 1) return "; 'heatwave lab --list' shows what each has";
  return "; there are: " + words::joined(ids);
}

[[noreturn]] void refuse(const Chosen& chosen, const std::string& kind, const std::string& id,
                         const Words& ids) {
  const std::string who = chosen.size() == 1
                              ? fmt::format("the experiment '{}' has no", chosen.front()->id)
                              : std::string("none of the experiments has a");
  throw UsageError(fmt::format("{} {} '{}'{}{}", who, kind, id, suggestion(id, ids),
                               what_there_is(chosen, ids)));
}

void need_variant(const Chosen& chosen, const std::string& id) {
  Words ids;
  for (const Experiment* each : chosen) {
    for (std::string& known : words::ids_of(each->variants)) ids.push_back(std::move(known));
  }
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) refuse(chosen, "variant", id, ids);
}

void need_parameter(const Chosen& chosen, const std::string& id) {
  Words ids;
  for (const Experiment* each : chosen) {
    for (std::string& known : words::ids_of(each->parameters)) ids.push_back(std::move(known));
  }
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) refuse(chosen, "parameter", id, ids);
}

/// Parses "1000", "-3", "32K".
std::optional<std::int64_t> scaled_number(std::string_view text) {
  std::int64_t unit = 1;
  for (const auto& [letter, value] : {std::pair{'K', std::int64_t{1} << 10},
                                      {'M', std::int64_t{1} << 20},
                                      {'G', std::int64_t{1} << 30}}) {
    if (text.empty() || text.back() != letter) continue;
    unit = value;
    text.remove_suffix(1);
  }
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / unit;
  if (error != std::errc{} || stop != end || number > most || number < -most) return std::nullopt;
  return number * unit;
}

std::int64_t value_of(const Parameter& parameter, const std::string& option,
                      const std::string& text) {
  if (!parameter.choices.empty()) {
    const std::string name = choice(option, text, parameter.choices);
    return std::find(parameter.choices.begin(), parameter.choices.end(), name) -
           parameter.choices.begin();
  }
  if (!parameter.zero.empty() && text == parameter.zero) return 0;
  const auto value = scaled_number(text);
  if (!value) {
    throw UsageError(
        fmt::format("{} needs a whole number, as in 1000 or 32K, not '{}'", option, text));
  }
  if (*value < parameter.minimum || *value > parameter.maximum) {
    throw UsageError(fmt::format("{} must lie between {} and {}, not {}", option, parameter.minimum,
                                 parameter.maximum, *value));
  }
  return *value;
}

std::vector<std::int64_t> values_of(const Experiment& experiment, const Parameter& parameter,
                                    const LabValue& sweep) {
  if (sweep.text.empty()) {
    if (parameter.sweep.empty()) {
      throw UsageError(fmt::format("{} needs values here, as in {}=1,2,3: '{}' has none of its own",
                                   sweep.option, sweep.id, experiment.id));
    }
    return parameter.sweep;
  }
  std::vector<std::int64_t> values;
  for (const std::string& part : parts_of(sweep.text)) {
    values.push_back(value_of(parameter, sweep.option, part));
  }
  return values;
}

/// Returns none if the experiment has none of the variants, or lacks the swept parameter.
std::optional<lab::Request> request_of(const Experiment& experiment, const LabOptions& options) {
  const bool quick = options.quick || options.experiments.empty();
  lab::Request request{
      .experiment = experiment.id,
      .settings = quick ? lab::quick_settings(experiment) : lab::initial_settings(experiment)};
  request.settings.seed = options.seed;
  if (quick) {
    request.repeats = kQuickRepeats;
    request.seconds = kQuickSeconds;
    request.longest_sample = kQuickLongest;
  }
  if (options.repeats > 0) {
    request.repeats = options.repeats;
    request.seconds = request.longest_sample = std::numeric_limits<double>::infinity();
  }
  for (const std::string& id : options.variants) {
    if (core::with_id(experiment.variants, id) != nullptr) request.variants.push_back(id);
  }
  if (request.variants.empty() && !options.variants.empty()) return std::nullopt;
  for (const LabValue& value : options.values) {
    const Parameter* parameter = core::with_id(experiment.parameters, value.id);
    if (parameter == nullptr) continue;
    request.settings.values[value.id] = value_of(*parameter, value.option, value.text);
  }
  if (options.sweep) {
    const Parameter* parameter = core::with_id(experiment.parameters, options.sweep->id);
    if (parameter == nullptr) return std::nullopt;
    request.sweep = {parameter->id, values_of(experiment, *parameter, *options.sweep)};
  }
  return request;
}

}  // namespace

std::vector<const Experiment*> chosen_experiments(const Words& names) {
  Chosen chosen;
  for (const Experiment& each : lab::experiments()) {
    if (names.empty()) chosen.push_back(&each);
  }
  const Words known = words::ids_of(lab::experiments());
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw UsageError(fmt::format("there is no experiment '{}'{}; there are: {}", name,
                                   suggestion(name, known), words::joined(known)));
    }
    const Experiment* found = &lab::find_experiment(name);
    if (std::find(chosen.begin(), chosen.end(), found) == chosen.end()) chosen.push_back(found);
  }
  return chosen;
}

std::vector<lab::Request> lab_requests(const LabOptions& options) {
  const Chosen chosen = chosen_experiments(options.experiments);
  for (const std::string& id : options.variants) need_variant(chosen, id);
  for (const LabValue& value : options.values) need_parameter(chosen, value.id);
  if (options.sweep) need_parameter(chosen, options.sweep->id);
  std::vector<lab::Request> requests;
  for (const Experiment* each : chosen) {
    if (auto request = request_of(*each, options)) requests.push_back(std::move(*request));
  }
  if (requests.empty()) {
    throw UsageError(fmt::format("no experiment has both these variants and the parameter '{}'",
                                 options.sweep->id));
  }
  return requests;
}

std::vector<std::string> fit_own_sweep(lab::Request& request) {
  std::vector<std::string> lines;
  std::vector<std::int64_t> fitting;
  for (const std::int64_t value : request.sweep.values) {
    lab::Request one = request;
    one.sweep = {};
    one.settings.values[request.sweep.parameter] = value;
    try {
      lab::check(one);
      fitting.push_back(value);
    } catch (const core::OutOfMemory& error) {
      lines.push_back(fmt::format("{} = {} is left out of the sweep: {}", request.sweep.parameter,
                                  value, error.what()));
    }
  }
  if (fitting.empty()) return {};  // the whole request is then refused with the same message
  request.sweep.values = std::move(fitting);
  return lines;
}

}  // namespace heatwave::cli
