// Times recorded on a GPU, and the numbers in a text, for comparison.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace heatwave::session {

using Json = nlohmann::json;

/// Medians in milliseconds by experiment, value of the swept parameter (0: none) and variant.
using Medians = std::map<std::string, std::map<std::int64_t, std::map<std::string, double>>>;

/// Runs of all variants on one H200, and of those of `halo` on two.
inline constexpr std::array kRecordedRuns = {"lab-h200.json", "lab-h200-course.json",
                                             "lab-h200-halo.json"};
inline constexpr std::array kRecordedSweeps = {
    "lab-h200-sweeps.json", "lab-h200-course-sweeps.json", "lab-h200-halo-sweeps.json"};
inline constexpr std::array kRecordedLabs = {kRecordedRuns[0],   kRecordedRuns[1],
                                             kRecordedRuns[2],   kRecordedSweeps[0],
                                             kRecordedSweeps[1], kRecordedSweeps[2]};

inline Json recorded_file(const std::string& file = "lab-h200.json") {
  std::ifstream in(std::string(HEATWAVE_ASSET_FOLDER) + "/measurements/" + file);
  return Json::parse(in);
}

inline Medians medians_of(std::span<const char* const> files) {
  Medians medians;
  for (const char* file : files) {
    const Json recorded = recorded_file(file);
    for (const Json& experiment : recorded.at("experiments")) {
      for (const Json& m : experiment.at("measurements")) {
        if (m.at("status") != "measured") continue;
        const Json& by = experiment.at("swept");
        const std::string swept = by.is_string() ? by.get<std::string>() : "";
        const Json value = swept.empty() ? Json(0) : m.at("settings").at(swept);
        medians[experiment.at("id")][value.is_number() ? value.get<std::int64_t>() : 0]
               [m.at("variant")] = m.at("time_ms").at("median");
      }
    }
  }
  return medians;
}

inline const Medians& recorded() {
  static const Medians medians = medians_of(kRecordedRuns);
  return medians;
}
inline const Medians& swept() {
  static const Medians medians = medians_of(kRecordedSweeps);
  return medians;
}

/// Returns every recorded time of each experiment: of kernels alone, and with copies from and to
/// pageable and pinned memory.
inline std::map<std::string, std::vector<double>> all_times() {
  std::map<std::string, std::vector<double>> times;
  for (const char* file : kRecordedLabs) {
    const Json recorded = recorded_file(file);
    for (const Json& experiment : recorded.at("experiments")) {
      for (const Json& m : experiment.at("measurements")) {
        auto& own = times[experiment.at("id")];
        if (m.at("time_ms").is_object() && m.at("time_ms").at("median").is_number()) {
          own.push_back(m.at("time_ms").at("median"));
        }
        for (const char* with_copies : {"with_copies_ms", "with_pinned_copies_ms"}) {
          if (m.contains(with_copies)) own.push_back(m.at(with_copies));
        }
      }
    }
  }
  return times;
}

/// Returns the decimal numbers in the text, each with its number of decimals.
inline std::vector<std::pair<double, int>> numbers_in(const std::string& rest) {
  std::vector<std::pair<double, int>> numbers;
  const auto end_of_digits = [&rest](std::size_t at) {
    while (at < rest.size() && std::isdigit(static_cast<unsigned char>(rest[at])) != 0) ++at;
    return at;
  };
  for (std::size_t at = 0; at < rest.size(); ++at) {
    const std::size_t point = end_of_digits(at);
    if (point == at) continue;
    const std::size_t end =
        point < rest.size() && rest[point] == '.' ? end_of_digits(point + 1) : 0;
    if (end > point + 1) {
      numbers.emplace_back(std::stod(rest.substr(at, end - at)), static_cast<int>(end - point - 1));
    }
    at = std::max(point, end);
  }
  return numbers;
}

/// Returns the decimal numbers after "Recorded on one H200".
inline std::vector<std::pair<double, int>> recorded_numbers(const std::string& text) {
  const auto at = text.find("Recorded on one H200");
  return numbers_in(at == std::string::npos ? std::string() : text.substr(at));
}

/// Returns whether one of these values rounds to that number.
inline bool is_one_of(const std::pair<double, int>& number, const std::vector<double>& values) {
  const double half = 0.5 * std::pow(10.0, -number.second) * (1 + 1e-9);
  return std::any_of(values.begin(), values.end(),
                     [&](double value) { return std::abs(value - number.first) <= half; });
}

/// Returns whether one of the experiment's times rounds to that number.
inline bool was_recorded(const std::map<std::string, std::vector<double>>& times,
                         const std::string& experiment, const std::pair<double, int>& number) {
  const auto known = times.find(experiment);
  return known != times.end() && is_one_of(number, known->second);
}

/// Returns one variant's measurement in the recordings; null: it was not recorded.
inline Json recorded_measurement(const std::string& experiment, const std::string& variant) {
  for (const char* file : kRecordedRuns) {
    const Json recorded = recorded_file(file);
    for (const Json& each : recorded.at("experiments")) {
      if (each.at("id") != experiment) continue;
      for (const Json& m : each.at("measurements")) {
        if (m.at("variant") == variant) return m;
      }
    }
  }
  return {};
}

inline double median(const std::string& experiment, const std::string& variant) {
  return recorded().at(experiment).at(0).at(variant);
}

}  // namespace heatwave::session
