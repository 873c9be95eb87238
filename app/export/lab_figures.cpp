// Puts the figures of measurements into words.
#include "app/export/lab_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/words/numbers.h"
#include "app/words/printed_time.h"
#include "kernels/core/device.h"
#include "kernels/lab/catalogued.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::exporting {
namespace {

using lab::Measurement;

/// Beyond so many operations for a byte a device's arithmetic is busier than its memory.
constexpr double kArithmeticIntensity = 4.0;

template <typename Things>
const auto* found(const Things& things, const std::string& id) {
  const auto at =
      std::find_if(things.begin(), things.end(), [&](const auto& thing) { return thing.id == id; });
  return at == things.end() ? nullptr : &*at;
}

const lab::Parameter* known_parameter(const std::string& experiment, const std::string& id) {
  const lab::Experiment* const known = found(lab::experiments(), experiment);
  return known == nullptr ? nullptr : found(known->parameters, id);
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

}  // namespace

bool is_arithmetic(const Measurement& measurement) {
  return measurement.work.operations > kArithmeticIntensity * measurement.work.bytes;
}

std::string in_rate(const Measurement& measurement) {
  const lab::Work& work = measurement.work;
  // Increments, bits and locks are no arithmetic of floats, and have no bytes worth telling.
  if (!work.floats && is_arithmetic(measurement) && measurement.time.median > 0) {
    return words::with_prefix(work.operations / (measurement.time.median * 1e-3), "op/s");
  }
  const bool arithmetic = is_arithmetic(measurement);
  const double rate = arithmetic ? measurement.operations_per_second : measurement.bytes_per_second;
  return rate > 0 ? words::with_prefix(rate, arithmetic ? "FLOP/s" : "B/s") : std::string();
}

std::string in_percent(const Measurement& measurement) {
  if (measurement.part_of_limit <= 0) return measurement.in_cache ? "cache" : "";
  return words::percent(measurement.part_of_limit);
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
  // In the experiment's own order where it is known; the map's is the alphabet's.
  const lab::Experiment* const known = found(lab::experiments(), experiment);
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
  const lab::Experiment* const known = found(lab::experiments(), experiment);
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

}  // namespace heatwave::exporting
