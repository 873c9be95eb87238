// What the lab's texts say of speed, held against what was recorded on a GPU.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

using Json = nlohmann::json;

/// Medians in milliseconds by experiment, value of the swept parameter (0: none) and variant.
using Medians = std::map<std::string, std::map<std::int64_t, std::map<std::string, double>>>;

Medians medians_of(const std::string& file) {
  std::ifstream in(std::string(HEATWAVE_ASSET_FOLDER) + "/measurements/" + file);
  Medians medians;
  const Json recorded = Json::parse(in);
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
  return medians;
}

const Medians& recorded() {
  static const Medians medians = medians_of("lab-h200.json");
  return medians;
}
const Medians& swept() {
  static const Medians medians = medians_of("lab-h200-sweeps.json");
  return medians;
}

double median(const std::string& experiment, const std::string& variant) {
  return recorded().at(experiment).at(0).at(variant);
}

/// A rung that calls itself faster must be so beside the recorded rung before it.
TEST(LabWords, WhatIsCalledFasterWasRecordedAsFaster) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    if (!recorded().contains(experiment.id)) continue;
    const auto& medians = recorded().at(experiment.id).at(0);
    const lab::Variant* before = nullptr;
    for (const lab::Variant& variant : experiment.variants) {
      if (variant.wrong_on_purpose || !medians.contains(variant.id)) continue;
      const bool comparable =
          before != nullptr && before->place == variant.place && before->task == variant.task;
      if (comparable && variant.what.find("faster") != std::string::npos) {
        EXPECT_LT(medians.at(variant.id), medians.at(before->id))
            << experiment.id << " " << variant.id << ": " << variant.what;
      }
      before = &variant;
    }
  }
}

// "With 4 bytes a thread neither reaches the speed of a copy; 16 bytes a thread do."
TEST(LabWords, ReverseReachesTheCopyWithSixteenBytesOnly) {
  const double copy = median("reverse", "copy");
  EXPECT_GT(median("reverse", "direct"), 1.2 * copy);
  EXPECT_GT(median("reverse", "shared"), 1.2 * copy);
  EXPECT_LT(median("reverse", "vectors"), 1.05 * copy);
  EXPECT_GE(median("reverse", "shared"), median("reverse", "direct")) << "shared gains nothing";
}

// "On an H200 it fell behind even the two launches of plain reads from 1,920 rows on."
TEST(LabWords, SharedTilesOfTheStencilFallBehindWhereTheTextSaysSo) {
  for (const auto& [rows, medians] : swept().at("stencil")) {
    EXPECT_EQ(medians.at("shared") > medians.at("global"), rows >= 1920) << rows << " rows";
  }
}

// "On an H200 that is no gain over the vector loads."
TEST(LabWords, AsynchronousCopiesAreNoGainAtAnySize) {
  for (const auto& [n, medians] : swept().at("matmul")) {
    if (!medians.contains("async-copies") || !medians.contains("vector-loads")) continue;
    EXPECT_GE(medians.at("async-copies"), medians.at("vector-loads")) << "n = " << n;
  }
}

// "On an H200 that takes longer than plain spinning."
TEST(LabWords, PausesMakeTheLockSlower) {
  EXPECT_GT(median("lock", "backoff"), median("lock", "spin"));
}

// "Where the values differ anyway it costs more than it saves."
TEST(LabWords, ACopyPerLaneCostsMoreThanItSavesOnUniformValues) {
  EXPECT_GT(median("histogram", "striped"), median("histogram", "shared"));
}

// "From pinned memory the GPU fetches them by itself, faster than from plain memory."
TEST(LabWords, PinnedMemoryIsFasterBothWays) {
  EXPECT_LT(median("transfer", "to-pinned"), median("transfer", "to-pageable"));
  EXPECT_LT(median("transfer", "from-pinned"), median("transfer", "from-pageable"));
}

}  // namespace
}  // namespace heatwave::session
