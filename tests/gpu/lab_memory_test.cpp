// Tests the memory experiments on the GPU: exact figures, awkward launches, copies that overlap.
// Needs a GPU.
#include <gtest/gtest.h>

#include <map>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/gpu/device_test.h"

namespace heatwave::lab {
namespace {

using Values = std::map<std::string, std::int64_t>;

class MemoryOnGpu : public heatwave::testing::DeviceTest {};

/// Measures every GPU variant of an experiment at one setting.
Report measured(const std::string& id, const Values& values) {
  const Experiment& experiment = find_experiment(id);
  Request request{.experiment = id, .settings = quick_settings(experiment), .repeats = 3};
  for (const auto& [name, value] : values) request.settings.values[name] = value;
  for (const Variant& variant : experiment.variants)
    if (variant.processor == Processor::gpu) request.variants.push_back(variant.id);
  return measure(request, {}, {});
}

void expect_right(const std::string& id, const Values& values) {
  for (const Measurement& m : measured(id, values).measurements) {
    EXPECT_EQ(m.status, Status::measured) << id << " " << m.variant << ": " << m.note;
    EXPECT_TRUE(m.outcome.right) << id << " " << m.variant;
  }
}

std::string fact(const Report& report, const std::string& variant, const std::string& name) {
  for (const Measurement& m : report.measurements) {
    if (m.variant != variant) continue;
    for (const auto& [what, value] : m.outcome.facts)
      if (what == name) return value;
  }
  return "no such fact";
}

TEST_F(MemoryOnGpu, SectorsAreThoseOfTheCourse) {
  const Report report = measured("coalescing", {{"n", 100'000}, {"offset", 1}, {"stride", 32}});
  const std::string sectors = "sectors of 32 bytes that contain them";
  EXPECT_EQ(fact(report, "adjacent", sectors), "4");
  EXPECT_EQ(fact(report, "permuted", sectors), "4");
  EXPECT_EQ(fact(report, "offset", sectors), "5");
  EXPECT_EQ(fact(report, "stride", sectors), "32");
}

TEST_F(MemoryOnGpu, TheThoughtExperimentHoldsWhatItMust) {
  const Report report = measured("memory-spaces", {{"n", 100}});
  EXPECT_EQ(fact(report, "thought", "b, local: one for each thread"), "0 1 2 3 4 5");
}

TEST_F(MemoryOnGpu, LocalMemoryIsReallyUsedAndRegistersReallyAreNot) {
  for (const Measurement& m : measured("memory-spaces", {{"n", 100}}).measurements) {
    ASSERT_TRUE(m.shape.has_value()) << m.variant;
    if (m.variant == "local") {
      EXPECT_GE(m.shape->local_bytes, 4 * 32);
    } else if (m.variant == "registers") {
      EXPECT_EQ(m.shape->local_bytes, 0);
    }
  }
}

TEST_F(MemoryOnGpu, AllocationsAreAlignedTo256Bytes) {
  for (const std::int64_t n : {1, 100, 1 << 20}) expect_right("transfer", {{"n", n}});
}

TEST_F(MemoryOnGpu, WarpsOfWhichOnlySomeThreadsReadNeedFourSectorsToo) {
  const Report report = measured("coalescing", {{"n", 100'000}});
  EXPECT_EQ(fact(report, "some-lanes", "sectors of 32 bytes that contain them"), "4");
  EXPECT_EQ(fact(report, "some-lanes", "floats that the first warp reads"), "28");
}

TEST_F(MemoryOnGpu, AreRightWithPartialWarpsAndSingleThreads) {
  for (const std::int64_t threads : {1, 31, 33, 1000, 1024}) {
    expect_right("coalescing", {{"n", 1001}, {"threads", threads}, {"offset", 32}});
    expect_right("banks", {{"n", 2}, {"threads", threads}, {"blocks", 3}, {"stride", 31}});
    expect_right("memory-spaces", {{"n", 1001}, {"rounds", 3}, {"threads", threads}});
  }
}

TEST_F(MemoryOnGpu, TransposesOfAnySideAreRight) {
  for (const std::int64_t side : {1, 7, 31, 32, 33, 1000})
    expect_right("banks", {{"n", 1}, {"side", side}});
}

TEST_F(MemoryOnGpu, PassesOverRowsOfAnyWidthAreRight) {
  for (const std::int64_t width : {1, 2, 3, 5, 88, 127, 128, 129}) {
    expect_right("pitch", {{"n", 24}, {"width", width}});
    expect_right("pitch", {{"n", 1}, {"width", width}});
  }
  expect_right("pitch", {{"n", 1 << 18}, {"width", 1}});
  expect_right("pitch", {{"n", 1}, {"width", 1 << 16}});
}

TEST_F(MemoryOnGpu, ChunksOfAnyNumberAreRight) {
  for (const std::int64_t n : {1, 255, 1000, 1'000'003}) {
    for (const std::int64_t chunks : {1, 3, 64})
      expect_right("transfer", {{"n", n}, {"chunks", chunks}, {"work", 7}});
  }
}

TEST_F(MemoryOnGpu, CopiesAreWhatTransfersTimeSoNoneStandBesideThem) {
  for (const Measurement& m : measured("transfer", {{"n", 1 << 20}}).measurements)
    EXPECT_EQ(m.with_copies_ms + m.with_pinned_copies_ms, 0.0) << m.variant;
}

}  // namespace
}  // namespace heatwave::lab
