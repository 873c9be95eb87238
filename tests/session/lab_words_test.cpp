// Compares the statements on speed in the lab's texts with times recorded on a GPU.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "kernels/lab/experiment_catalogue.h"
#include "tests/session/recorded_times.h"

namespace heatwave::session {
namespace {

/// A variant that calls itself faster must be faster than the recorded variant before it.
TEST(LabWords, WhatIsCalledFasterWasRecordedAsFaster) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    if (!recorded().contains(experiment.id)) continue;
    const auto& medians = recorded().at(experiment.id).at(0);
    const lab::Variant* before = nullptr;
    for (const lab::Variant& variant : experiment.variants) {
      if (variant.wrong_on_purpose || !medians.contains(variant.id)) continue;
      const bool comparable = before != nullptr && before->processor == variant.processor &&
                              before->task == variant.task;
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

// "On an H200 it fell behind even the two launches of plain reads from 1920 rows on."
TEST(LabWords, SharedTilesOfTheStencilFallBehindWhereTheTextSaysSo) {
  for (const auto& [rows, medians] : swept().at("stencil")) {
    EXPECT_EQ(medians.at("shared") > medians.at("global"), rows >= 1920) << rows << " rows";
  }
}

// "In large products on an H200 that is no gain over the vector loads."
TEST(LabWords, AsynchronousCopiesAreNoGainInLargeProducts) {
  for (const auto& [n, medians] : swept().at("matmul")) {
    if (n < 2048 || !medians.contains("async-copies")) continue;
    EXPECT_GE(medians.at("async-copies"), 0.98 * medians.at("vector-loads")) << "n = " << n;
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

// "On the slides that saved 23 % of the kernel's time", the copies "cost far more than the
// kernel", and "from pageable memory a GPU may be hardly faster than all threads of a CPU".
TEST(LabWords, ConstantMemoryAndTheCopiesOfTheMeanDistance) {
  const lab::Experiment& distance = lab::find_experiment("distance");
  const auto lecture = [&](const char* id) {
    return lab::find_variant(distance, id).lecture.front().milliseconds;
  };
  EXPECT_EQ(std::round(100 * (1 - lecture("constant") / lecture("global"))), 23);
  for (const char* id : {"global", "constant"}) {
    const double with_copies = recorded_measurement("distance", id).at("with_copies_ms");
    EXPECT_GT(with_copies, 10 * median("distance", id)) << id;
    EXPECT_GT(with_copies, 0.75 * median("distance", "threads")) << id;
  }
}

// Every number that the lectures call recorded must be in the recorded files.
TEST(LabWords, WhatTheLecturesCallRecordedWasRecorded) {
  const auto times = all_times();
  std::size_t numbers = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HEATWAVE_ASSET_FOLDER) + "/lectures")) {
    if (entry.path().extension() != ".hwl") continue;
    std::ifstream in(entry.path());
    const Json lecture = Json::parse(in);
    for (const Json& step : lecture.at("steps")) {
      if (!step.contains("lab")) continue;
      const std::string experiment = step.at("lab").at("experiment");
      for (const char* part : {"text", "watch", "question", "answer"}) {
        for (const auto& number : recorded_numbers(step.value(part, ""))) {
          EXPECT_TRUE(was_recorded(times, experiment, number))
              << entry.path().filename() << ", " << step.at("title") << ": " << number.first;
          ++numbers;
        }
      }
    }
  }
  EXPECT_GT(numbers, 50U);
}

// Checks the table "On one H200" of kernels/lab/README.md.
TEST(LabWords, WhatTheReadmeCallsRecordedWasRecorded) {
  const std::map<std::string, std::string> rows{{"| histogram, ", "histogram"},
                                                {"| dot product, ", "dot"},
                                                {"| matrix product, ", "matmul"},
                                                {"| array reverse, ", "reverse"},
                                                {"| block counter, ", "lock"}};
  const auto times = all_times();
  std::ifstream readme(std::string(HEATWAVE_ASSET_FOLDER) + "/../kernels/lab/README.md");
  std::size_t found = 0;
  for (std::string line; std::getline(readme, line);) {
    for (const auto& [begin, experiment] : rows) {
      if (!line.starts_with(begin)) continue;
      ++found;
      for (const auto& number : numbers_in(line)) {
        EXPECT_TRUE(was_recorded(times, experiment, number)) << line << "\n" << number.first;
      }
    }
  }
  EXPECT_EQ(found, rows.size());
}

// "From pinned memory the GPU fetches them by itself, faster than from plain memory."
TEST(LabWords, PinnedMemoryIsFasterBothWays) {
  EXPECT_LT(median("transfer", "to-pinned"), median("transfer", "to-pageable"));
  EXPECT_LT(median("transfer", "from-pinned"), median("transfer", "from-pageable"));
}

}  // namespace
}  // namespace heatwave::session
