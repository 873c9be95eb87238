// Tests matrix multiply, mean distance and heat on a plate on the GPU, with sizes that fit no tile.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/gpu/device_test.h"

namespace heatwave::lab {
namespace {

using Values = std::map<std::string, std::int64_t>;

class LabGrids : public heatwave::testing::DeviceTest {
 protected:
  /// Measures the named variants; no names: all GPU variants.
  static std::vector<Measurement> measured(const std::string& experiment, const Values& values,
                                           const std::vector<std::string>& variants = {}) {
    const Experiment& found = find_experiment(experiment);
    Request request{.experiment = experiment,
                    .variants = variants,
                    .settings = quick_settings(found),
                    .repeats = 1,
                    .seconds = 0.0};
    for (const auto& [id, value] : values) request.settings.values[id] = value;
    for (const Variant& variant : found.variants) {
      if (variants.empty() && variant.processor == Processor::gpu)
        request.variants.push_back(variant.id);
    }
    return measure(request, {}, {}).measurements;
  }

  /// A library or an instruction that this machine lacks is not an error.
  static void expect_right(const std::string& experiment, const Values& values,
                           const std::vector<std::string>& variants = {}) {
    std::string at = experiment;
    for (const auto& [id, value] : values) at += ", " + id + " = " + std::to_string(value);
    for (const Measurement& m : measured(experiment, values, variants)) {
      if (m.status == Status::unavailable) continue;
      EXPECT_EQ(m.status, Status::measured) << m.variant << " at " << at << ": " << m.note;
    }
  }
};

TEST_F(LabGrids, ProductsAreRightRoundEveryTile) {
  for (const std::int64_t n :
       {1,  3,  4,   7,   8,   15,  16,  17,  31,  32,  33,  48,   49,   63,
        64, 65, 100, 127, 128, 129, 131, 255, 256, 257, 385, 1000, 1023, 1025}) {
    expect_right("matmul", {{"n", n}});
  }
  for (const std::int64_t input : {1, 2}) expect_right("matmul", {{"n", 193}, {"input", input}});
  for (const std::int64_t threads : {64, 100, 256, 700}) {
    expect_right("matmul", {{"n", 77}, {"threads", threads}});
  }
}

// Below these sizes the kernels use smaller tiles, so that no multiprocessor is idle.
TEST_F(LabGrids, ProductsOfTheLargestTilesAreRightWhereTheyFitNoSize) {
  for (const std::int64_t n : {1537, 1665, 2048, 2050}) {
    expect_right("matmul", {{"n", n}}, {"bulk-copies", "tensor-wgmma"});
  }
}

TEST_F(LabGrids, TilesInThreadsOwnArraysLieInLocalMemory) {
  for (const Measurement& m : measured("matmul", {{"n", 64}})) {
    if (m.variant != "local-tiles") continue;
    ASSERT_TRUE(m.shape.has_value());
    EXPECT_GE(m.shape->local_bytes, 3 * 32 * 32 * 4);
  }
}

TEST_F(LabGrids, ProductsOfOnesAreExactOnTensorCoresToo) {
  for (const Measurement& m : measured("matmul", {{"n", 300}, {"input", 1}})) {
    if (m.status == Status::measured) {
      EXPECT_EQ(m.outcome.error, 0.0) << m.variant;
    }
  }
}

TEST_F(LabGrids, Tf32LosesDigitsAndFloat32DoesNot) {
  for (const Measurement& m : measured("matmul", {{"n", 512}})) {
    if (m.status != Status::measured) continue;
    if (m.work.tensor_cores) {
      EXPECT_GT(m.outcome.error, 1e-5) << m.variant;
    } else {
      EXPECT_LT(m.outcome.error, 1e-5) << m.variant;
    }
  }
}

TEST_F(LabGrids, MeansAreRightForAnySideBlockAndNumberOfObjects) {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 31, 127, 128, 129, 513, 1000, 1028}) {
    for (const std::int64_t threads : {1, 32, 100, 256, 1024}) {
      expect_right("distance", {{"n", n}, {"threads", threads}});
    }
  }
  for (const std::int64_t objects : {1, 1023, 1024, 1025, 4096, 8192}) {
    expect_right("distance", {{"n", 65}, {"objects", objects}});
  }
}

TEST_F(LabGrids, ConstantMemoryThatIsTooSmallIsNoFailure) {
  for (const Measurement& m : measured("distance", {{"n", 33}, {"objects", 8193}})) {
    const bool constant = m.variant == "constant" || m.variant == "points" ||
                          m.variant == "fast-root" || m.variant == "numbered";
    EXPECT_EQ(m.status, constant ? Status::unavailable : Status::measured) << m.variant;
    EXPECT_EQ(m.note.find("64 KB") != std::string::npos, constant) << m.note;
  }
}

TEST_F(LabGrids, PlatesHaveTheBitsOfTheReference) {
  for (const std::int64_t rows : {1, 2, 3, 15, 16, 17, 33, 480}) {
    for (const std::int64_t columns : {1, 2, 16, 17, 31, 641}) {
      for (const std::int64_t steps : {1, 2, 25}) {
        expect_right("stencil",
                     {{"n", rows}, {"width", columns}, {"steps", steps}, {"input", steps % 2}});
      }
    }
  }
  for (const std::int64_t threads : {16, 31, 64, 1000, 1024}) {
    expect_right("stencil", {{"n", 100}, {"threads", threads}, {"input", 1}});
  }
}

}  // namespace
}  // namespace heatwave::lab
