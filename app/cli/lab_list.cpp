// Writes the list of experiments.
#include "app/cli/lab_list.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/lab_requests.h"
#include "app/cli/text_columns.h"
#include "app/export/lab_figures.h"
#include "app/words/numbers.h"
#include "app/words/printed_time.h"
#include "app/words/word_lists.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::cli {
namespace {

using lab::Experiment;
using lab::Parameter;
using lab::Variant;
using Json = nlohmann::ordered_json;

constexpr int kIndent = 4;

std::string first_sentence(const std::string& text) { return text.substr(0, text.find(". ") + 1); }

const char* place_of(const Variant& variant) {
  return variant.processor == lab::Processor::cpu ? "CPU" : "GPU";
}

/// "from 1 to 1024, initially 256", or the names that can be chosen.
std::string range_of(const Experiment& experiment, const Parameter& parameter) {
  const std::string initial = exporting::value_text(experiment.id, parameter.id, parameter.initial);
  if (!parameter.choices.empty()) {
    return fmt::format("{} (unless set: {})", words::joined(parameter.choices), initial);
  }
  return fmt::format("{} to {} (unless set: {})", parameter.minimum, parameter.maximum, initial);
}

std::string in_short(const Experiment& experiment, int columns) {
  std::string text = wrapped(first_sentence(experiment.shows), kIndent, columns);
  for (const Parameter& parameter : experiment.parameters) {
    text += wrapped(fmt::format("{}: {}", parameter.id, range_of(experiment, parameter)), kIndent,
                    columns);
  }
  for (const lab::Processor place : {lab::Processor::cpu, lab::Processor::gpu}) {
    std::vector<std::string> ids;
    for (const Variant& variant : experiment.variants) {
      if (variant.processor == place) ids.push_back(variant.id);
    }
    if (ids.empty()) continue;
    const char* const where = place == lab::Processor::cpu ? "CPU" : "GPU";
    text += wrapped(fmt::format("{}: {}", where, words::joined(ids)), kIndent, columns);
  }
  return text;
}

std::string in_full(const Experiment& experiment, const Parameter& parameter, int columns) {
  std::string text = fmt::format("{}: {}. {} {}.", parameter.id, parameter.title, parameter.help,
                                 range_of(experiment, parameter));
  if (!parameter.sweep.empty()) {
    std::vector<std::string> values;
    for (const std::int64_t value : parameter.sweep) {
      values.push_back(exporting::value_text(experiment.id, parameter.id, value));
    }
    text += " Its sweep: " + words::joined(values) + ".";
  }
  return wrapped(text, kIndent, columns);
}

std::string in_full(const Experiment& experiment, const Variant& variant, int columns) {
  std::string text =
      fmt::format("{} ({}): {}. {}", variant.id, place_of(variant), variant.title, variant.what);
  if (variant.wrong_on_purpose) text += " It is wrong on purpose.";
  for (const lab::LectureFigure& figure : variant.lecture) {
    text += fmt::format(" In the lecture: {} ({}).",
                        words::printed_time(figure.milliseconds, figure.gflops), figure.where);
  }
  text += fmt::format(" [{}]", lab::source_file(experiment, variant));
  return wrapped(text, kIndent, columns);
}

std::string in_full(const Experiment& experiment, int columns) {
  std::string text = wrapped(experiment.shows, kIndent, columns) + "\n  Parameters\n";
  for (const Parameter& parameter : experiment.parameters) {
    text += in_full(experiment, parameter, columns);
  }
  text += "\n  Variants\n";
  for (const Variant& variant : experiment.variants) text += in_full(experiment, variant, columns);
  return text;
}

Json json_of(const Parameter& parameter) {
  return {{"id", parameter.id},           {"title", parameter.title},
          {"help", parameter.help},       {"minimum", parameter.minimum},
          {"maximum", parameter.maximum}, {"initial", parameter.initial},
          {"choices", parameter.choices}, {"sweep", parameter.sweep},
          {"zero", parameter.zero}};
}

Json json_of(const Experiment& experiment) {
  Json json{{"id", experiment.id}, {"title", experiment.title}, {"shows", experiment.shows}};
  json["parameters"] = Json::array();
  for (const Parameter& parameter : experiment.parameters) {
    json["parameters"].push_back(json_of(parameter));
  }
  json["variants"] = Json::array();
  for (const Variant& variant : experiment.variants) {
    json["variants"].push_back({{"id", variant.id},
                                {"title", variant.title},
                                {"what", variant.what},
                                {"place", variant.processor == lab::Processor::cpu ? "cpu" : "gpu"},
                                {"wrong_on_purpose", variant.wrong_on_purpose},
                                {"yardstick", variant.yardstick},
                                {"source", lab::source_file(experiment, variant)}});
  }
  return json;
}

}  // namespace

std::string lab_list(const std::vector<std::string>& names, const TableStyle& style) {
  const int columns = std::min(style.columns, kWidestText);
  std::string text;
  for (const Experiment* each : chosen_experiments(names)) {
    text += fmt::format("{}{} ({})\n", text.empty() ? "" : "\n", each->title, each->id);
    text += names.empty() ? in_short(*each, columns) : in_full(*each, columns);
  }
  return text;
}

std::string lab_list_json(const std::vector<std::string>& names) {
  Json document = Json::array();
  for (const Experiment* each : chosen_experiments(names)) document.push_back(json_of(*each));
  return document.dump(2) + "\n";
}

}  // namespace heatwave::cli
