// Tests that each number in the course's texts can be computed or is in a recording.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <optional>

#include "app/words/numbers.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/experiments/pairwise_sum/pairwise_sum_experiment.h"
#include "kernels/lab/profile.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/session/recorded_times.h"

namespace heatwave::session {
namespace {

/// Returns every step of the lectures with the lecture's file name.
std::vector<std::pair<std::string, Json>> lecture_steps() {
  std::vector<std::pair<std::string, Json>> steps;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(HEATWAVE_ASSET_FOLDER) + "/lectures")) {
    if (entry.path().extension() != ".hwl") continue;
    std::ifstream in(entry.path());
    const Json lecture = Json::parse(in);
    for (const Json& step : lecture.at("steps")) steps.emplace_back(entry.path().filename(), step);
  }
  return steps;
}

std::string words_of(const Json& step) {
  std::string words;
  for (const char* part : {"text", "watch", "question", "answer", "notes"})
    words += step.value(part, "") + "\n";
  return words;
}

/// Returns the words of the step with this title; `lecture`: the name of its file, empty: any.
std::string words_of_step(const std::string& title, const std::string& lecture = {}) {
  for (const auto& [file, step] : lecture_steps()) {
    if (step.at("title") == title && (lecture.empty() || file == lecture)) return words_of(step);
  }
  ADD_FAILURE() << "no step " << title;
  return {};
}

/// Computes 2·Σi² over the first n numbers.
double lecture_dot(double n) { return n * (n - 1) * (2 * n - 1) / 3; }

/// Returns the numbers that the lecture itself printed, and the results of its inputs.
std::vector<double> printed_by_the_lecture() {
  std::vector<double> values;
  for (const lab::Experiment& experiment : lab::experiments()) {
    for (const lab::Variant& variant : experiment.variants) {
      for (const lab::LectureFigure& figure : variant.lecture) {
        values.insert(values.end(),
                      {figure.milliseconds, 1e3 * figure.milliseconds, figure.gflops});
      }
    }
  }
  for (const lab::OldReportLine& line : lab::lecture_report())
    values.push_back(line.gpu_microseconds);
  const std::vector<float> numbers = lab::pairwise_sum_experiment::lecture_numbers(1024);
  values.push_back(std::accumulate(numbers.begin(), numbers.end(), 0.0));
  values.push_back(lecture_dot(32 << 10) * 1e-13);  // the digits before e13
  values.push_back(lecture_dot(33 << 10) * 1e-13);
  return values;
}

/// Adds all numbers in the commands of a step.
void add_numbers_of(const Json& json, std::vector<double>& values) {
  if (json.is_number()) values.push_back(json);
  if (!json.is_structured()) return;
  for (const Json& part : json) add_numbers_of(part, values);
}

void expect_known(const std::string& text, const std::vector<double>& values,
                  const std::string& where) {
  for (const auto& number : numbers_in(text)) {
    EXPECT_TRUE(is_one_of(number, values)) << where << ": " << number.first << "\n" << text;
  }
}

TEST(CourseNumbers, EveryNumberWithAPointInTheLecturesIsKnown) {
  const auto times = all_times();
  std::size_t numbers = 0;
  for (const auto& [file, step] : lecture_steps()) {
    std::vector<double> values = printed_by_the_lecture();
    if (step.contains("lab")) {
      const auto& own = times.at(step.at("lab").at("experiment"));
      values.insert(values.end(), own.begin(), own.end());
    }
    if (step.contains("commands")) add_numbers_of(step.at("commands"), values);
    values.push_back(std::log2(1e6));  // number of rounds of a sum
    values.push_back(0.5);             // least argument of the functions in `integers`
    values.push_back(0.1);             // each of the equal numbers in `numerics`
    values.push_back(1e3 * swept().at("occupancy").at(4096).at("one") / 128);  // µs for a load
    values.push_back(10 * median("stencil", "one-launch"));  // µs for one of 100 steps
    values.push_back(10 * median("stencil", "global"));
    expect_known(words_of(step), values, file + ", " + step.at("title").get<std::string>());
    numbers += numbers_in(words_of(step)).size();
  }
  EXPECT_GT(numbers, 80U);
}

TEST(CourseNumbers, EveryNumberWithAPointInTheLabsAndTheStagesTextsIsKnown) {
  std::vector<double> values = printed_by_the_lecture();
  // These are limits of inputs, equal inputs of 0.1, the first TFLOP/s of the matrix product, and
  // compute capabilities.
  values.insert(values.end(), {0.1, 0.5, 6.0, 8.0, 9.0});
  values.push_back(100 *
                   (median("coalescing", "some-lanes") / median("coalescing", "adjacent") - 1));
  for (const lab::Experiment& experiment : lab::experiments()) {
    expect_known(experiment.shows, values, experiment.id);
    for (const lab::Parameter& each : experiment.parameters)
      expect_known(each.help, values, experiment.id);
    for (const lab::Variant& each : experiment.variants)
      expect_known(each.title + ". " + each.what, values, experiment.id);
  }
  for (const stage::Lesson& lesson : stage::lessons()) {
    expect_known(lesson.shows + lesson.question + lesson.answer + lesson.lecture, values,
                 lesson.id);
    for (const stage::Version& each : lesson.versions) expect_known(each.what, values, lesson.id);
  }
}

TEST(CourseNumbers, RecordingsCallTheVariantsByTheTitlesOfTheLab) {
  for (const char* const file : kRecordedLabs) {
    const Json recorded = recorded_file(file);
    for (const Json& experiment : recorded.at("experiments")) {
      const lab::Experiment& own = lab::find_experiment(experiment.at("id"));
      for (const Json& m : experiment.at("measurements")) {
        EXPECT_EQ(m.at("title"), lab::find_variant(own, m.at("variant")).title) << file;
      }
    }
  }
}

// "Thirteen times as fast, and not one operation fewer."
TEST(CourseNumbers, TheMappingOfThreadsIsWorthThirteenTimes) {
  ASSERT_NE(words_of_step("The same, measured").find("Thirteen times"), std::string::npos);
  EXPECT_EQ(std::round(median("matmul", "wrong-way") / median("matmul", "coalesced")), 13);
}

// "Recorded on one H200, 3 of 512 were counted", here and in kernels/lab/README.md.
TEST(CourseNumbers, WhatWasCountedWithoutALockIsTheRecordings) {
  const std::string counted =
      recorded_measurement("lock", "unlocked").at("outcome").at("result").get<std::string>();
  const std::string said = counted + " of 512";
  EXPECT_NE(words_of_step("Blocks count themselves").find(said + " were counted"),
            std::string::npos)
      << said;
  std::ifstream readme(std::string(HEATWAVE_ASSET_FOLDER) + "/../kernels/lab/README.md");
  bool found = false;
  for (std::string line; std::getline(readme, line);)
    found = found || (line.starts_with("| block counter") && line.find(said) != std::string::npos);
  EXPECT_TRUE(found) << said;
}

/// Returns the recorded error of a variant's result, relative to the expected one.
double error_of(const std::string& experiment, const std::string& variant) {
  return recorded_measurement(experiment, variant).at("outcome").at("error");
}

// "about eight times as fast", "only 3 % longer", "up to 1 MiB one piece is faster",
// "right to four digits, the pairwise one to seven", "four times as long as global memory"
TEST(CourseNumbers, RoundNumbersOfTheLaterLecturesHold) {
  EXPECT_EQ(std::round(median("dot", "lecture") / median("dot", "more-blocks")), 8);
  EXPECT_EQ(std::round(100 * median("coalescing", "offset") / median("coalescing", "adjacent")),
            103);
  constexpr std::int64_t kMebibyte = 1 << 20;
  for (const auto& [bytes, medians] : swept().at("transfer")) {
    if (!medians.contains("serial")) continue;
    EXPECT_EQ(medians.at("serial") < medians.at("overlapped"), bytes <= kMebibyte) << bytes;
  }
  EXPECT_NEAR(-std::log10(error_of("pairwise-sum", "linear")), 4, 0.5);
  EXPECT_NEAR(-std::log10(error_of("pairwise-sum", "pairwise")), 7, 0.5);
  EXPECT_NEAR(error_of("matmul", "vector-loads"), 1e-6, 0.5e-6);
  EXPECT_NEAR(error_of("matmul", "tensor-wgmma"), 4e-4, 0.5e-4);
  EXPECT_EQ(std::round(median("memory-spaces", "texture") / median("memory-spaces", "global")), 4);
}

// "0.441 ms for 60 × 80 cells, and 0.385 ms for 480 × 640", and "the time hardly depends on the
// number of cells": both are of one sweep.
TEST(CourseNumbers, ShortLaunchesTakeAsLongForFewCells) {
  const std::string words = words_of_step("Many short kernels");
  const auto said = [](std::int64_t rows) {
    return fmt::format("{:.3f} ms for {} × {}", swept().at("stencil").at(rows).at("one-launch"),
                       rows, rows * 4 / 3);
  };
  for (const std::int64_t rows : {60, 480}) {
    EXPECT_NE(words.find(said(rows)), std::string::npos) << said(rows);
  }
  for (const auto& [rows, medians] : swept().at("stencil")) {
    if (rows > 480) continue;
    EXPECT_NEAR(medians.at("one-launch"), 0.4, 0.05) << rows;
  }
}

// "here from 3 passes on with pinned memory, from 18 on with pageable memory"
TEST(CourseNumbers, TheGpuPaysOffAfterAsManyPassesAsIsSaid) {
  const std::string words = words_of_step("Two questions, two answers");
  const Json on_gpu = recorded_measurement("dot", "vectors");
  const double pass = median("dot", "vectors");
  const double on_cpu = median("dot", "threads");
  const auto passes = [&](const char* with_copies) {
    const double copies = on_gpu.at(with_copies).get<double>() - pass;
    return std::to_string(static_cast<int>(std::floor(copies / (on_cpu - pass))) + 1);
  };
  const std::string said = "from " + passes("with_pinned_copies_ms") +
                           " passes on with pinned memory, from " + passes("with_copies_ms") +
                           " on with pageable memory";
  EXPECT_NE(words.find(said), std::string::npos) << said;
}

// "With copies from pageable memory over 55 ms each, from pinned memory over 9 ms", the largest
// whole numbers that are true.
TEST(CourseNumbers, TheHistogramsWithCopiesTakeWhatIsSaid) {
  const auto over = [](const char* with_copies) {
    double least = 1e9;
    for (const lab::Variant& variant : lab::find_experiment("histogram").variants) {
      if (variant.processor != lab::Processor::gpu) continue;
      const Json m = recorded_measurement("histogram", variant.id);
      if (!m.is_null()) least = std::min(least, m.at(with_copies).get<double>());
    }
    return "over " + std::to_string(static_cast<int>(least)) + " ms";
  };
  const std::string pageable = over("with_copies_ms");
  const std::string pinned = over("with_pinned_copies_ms");
  const std::string words = words_of_step("Hibbeler's ladder");
  for (const std::string& said :
       {"pageable memory " + pageable + " each, from pinned memory " + pinned,
        "take " + pageable + ", or " + pinned + " from pinned memory"}) {
    EXPECT_NE(words.find(said), std::string::npos) << said;
  }
}

// "28 operations for each byte with 16 objects, 1737 with 1000; the bend of an H200 lies near 14"
TEST(CourseNumbers, TheRooflineOfTheMeanDistanceIsComputed) {
  const lab::Experiment& distance = lab::find_experiment("distance");
  const auto per_byte = [&](std::int64_t objects) {
    lab::Settings settings = lab::initial_settings(distance);
    settings.values["objects"] = objects;
    const lab::Work work = lab::find_variant(distance, "constant").work(settings);
    return work.operations / work.bytes;
  };
  EXPECT_NEAR(per_byte(16), 28, 0.5);
  EXPECT_NEAR(per_byte(1000), 1737, 0.5);
  const Json gpu = recorded_file().at("machine").at("gpu");
  EXPECT_NEAR(
      gpu.at("operations_per_second").get<double>() / gpu.at("bytes_per_second").get<double>(), 14,
      0.5);
}

// "Against it the texture looks one and a half times as fast", and "slower from 480 rows on".
TEST(CourseNumbers, TexturesGainBesideTwoLaunchesOnly) {
  ASSERT_NE(words_of_step("Textures, then and now").find("one and a half times as fast"),
            std::string::npos);
  EXPECT_NEAR(median("stencil", "global") / median("stencil", "texture"), 1.5, 0.05);
  for (const auto& [rows, medians] : swept().at("stencil")) {
    if (rows < 480) continue;
    EXPECT_GT(medians.at("texture"), medians.at("one-launch")) << rows << " rows";
  }
}

// "about a microsecond for each", "five times as fast", "from 0.5 to some tens of TFLOP/s"
TEST(CourseNumbers, RoundNumbersOfTheLabsTextsHold) {
  EXPECT_NEAR(1e3 * median("lock", "spin") / 512, 1.0, 0.5);
  const auto& report = lab::lecture_report();
  EXPECT_EQ(std::round(report.at(1).gpu_microseconds / report.at(4).gpu_microseconds), 5);
  const auto tera_flops = [](const char* variant) {
    return recorded_measurement("matmul", variant).at("operations_per_second").get<double>() / 1e12;
  };
  EXPECT_NEAR(tera_flops("wrong-way"), 0.5, 0.05);
  EXPECT_GT(tera_flops("tensor-tf32"), 20);
}

// "The result is 232", as in the schedule with which the lesson begins
// (tests/stage/lessons_test.cpp).
TEST(CourseNumbers, ThePlayWithoutBarriersIsTheLessonsOwn) {
  EXPECT_NE(words_of_step("Without barriers").find("The result is 232"), std::string::npos);
  for (const auto& [file, step] : lecture_steps()) {
    if (step.at("title") != "Without barriers") continue;
    EXPECT_FALSE(step.at("stage").contains("schedule"));
  }
}

// "for all of them overlapped copies took less time"
TEST(CourseNumbers, OverlappedCopiesAreFasterThanMappedMemory) {
  const lab::Experiment& transfer = lab::find_experiment("transfer");
  ASSERT_NE(lab::find_variant(transfer, "mapped").what.find("overlapped copies took less time"),
            std::string::npos);
  EXPECT_LT(median("transfer", "overlapped"), median("transfer", "mapped"));
}

// "What are (a + b) + c and a + (b + c)? 1 and 0."
TEST(CourseNumbers, TheSumOfTheHomeworkDependsOnItsOrder) {
  const volatile float a = 1e8F;
  const volatile float b = -1e8F;
  const volatile float c = 1.0F;
  const volatile float ab = a + b;
  const volatile float bc = b + c;
  EXPECT_EQ(ab + c, 1.0F);
  EXPECT_EQ(a + bc, 0.0F);
}

// Sums for each number that crosses L2, with blocks of 256 × 128 and of 128 × 128 elements; loads
// of 16 bytes for 512 multiply-adds, with 16 × 8 and with 8 × 8 sums; bytes of a vector of 2²⁶
// floats.
TEST(CourseNumbers, WhatIsCountedOfTilesIsArithmetic) {
  EXPECT_EQ(256 * 128 / (256 + 128), 85);
  EXPECT_EQ(128 * 128 / (128 + 128), 64);
  EXPECT_EQ(512 / (16 * 8) * (16 + 8) / 4, 24);
  EXPECT_EQ(512 / (8 * 8) * (8 + 8) / 4, 32);
  EXPECT_EQ(4LL * (1 << 26) / 1'000'000, 268);
  EXPECT_EQ(384 * 4 * 32, 48 << 10) << "bins of which 32 copies fit into 48 KB";
}

// "At most 64 blocks, and an H200 has 132 multiprocessors."
TEST(CourseNumbers, RegisterTilesCannotFillTheRecordedGpu) {
  ASSERT_NE(words_of_step("The ladder", "09-matmul.hwl").find("64 blocks"), std::string::npos);
  EXPECT_EQ(recorded_measurement("matmul", "register-tiles").at("launch").at("grid"), 64);
  EXPECT_NE(
      recorded_file().at("machine").at("gpu").at("detail").get<std::string>().find("132 mult"),
      std::string::npos);
}

// "about 30 times as fast": the plain line against one atom for each thread.
TEST(CourseNumbers, OneLaneThatAddsForItsWarpGainsWhatIsSaid) {
  ASSERT_NE(words_of_step("What correctness costs").find("about 30 times"), std::string::npos);
  EXPECT_NEAR(median("race", "each") / median("race", "atomic"), 30, 1);
}

// 100 000 steps of 480 × 640 cells with the slides' six operations, pairs of points and objects,
// and their operations.
TEST(CourseNumbers, OperationsThatTheLecturesCountAreComputed) {
  const auto says = [](const std::string& title, std::int64_t number) {
    EXPECT_NE(words_of_step(title).find(words::grouped(number)), std::string::npos) << number;
  };
  says("How fast", 100'000LL * 480 * 640 * 6);
  says("Mean distance", 512LL * 512 * 16);
  says("Mean distance", 512LL * 512 * 16 * 7);
  says("Mean distance", 512LL * 512);
}

// The slides' GFLOP/s must equal those beside the variants.
TEST(CourseNumbers, TheLecturesGflopsAreThoseBesideTheRungs) {
  const std::string words = words_of_step("Memory or arithmetic?");
  std::size_t figures = 0;
  for (const lab::Variant& variant : lab::find_experiment("matmul").variants) {
    for (const lab::LectureFigure& figure : variant.lecture) {
      if (figure.gflops == 0) continue;
      ++figures;
      const auto said = static_cast<std::int64_t>(figure.gflops);
      const bool whole = figure.gflops >= 100;
      EXPECT_TRUE(whole ? words.find(std::to_string(said)) != std::string::npos
                        : is_one_of({figure.gflops, 1},
                                    [&] {
                                      std::vector<double> values;
                                      for (const auto& number : numbers_in(words))
                                        values.push_back(number.first);
                                      return values;
                                    }()))
          << variant.id << " " << figure.gflops;
    }
  }
  EXPECT_EQ(figures, 12U);
}

}  // namespace
}  // namespace heatwave::session
