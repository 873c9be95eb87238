// Tests that the program gives the same results at every SIMD level of this processor.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "kernels/core/simd.h"
#include "tests/cli/program.h"
#include "tests/system/temporary_folder.h"
#include "tests/system/variable.h"

namespace heatwave {
namespace {

using testing::contains;
using testing::Outcome;

/// Returns the values of HEATWAVE_SIMD that this processor can obey, each with the level's name in
/// `heatwave info`.
std::vector<std::pair<std::string, std::string>> levels() {
  std::vector<std::pair<std::string, std::string>> all;
#if HEATWAVE_HAS_LEVELS
  all.emplace_back("sse2", "SSE2");
  if (core::simd_level() >= core::SimdLevel::avx2) all.emplace_back("avx2", "AVX2");
  if (core::simd_level() >= core::SimdLevel::avx512) all.emplace_back("", "AVX-512");
#endif
  return all;
}

TEST(SimdLevels, AreChosenByTheEnvironment) {
  const testing::TemporaryFolder folder;
  for (const auto& [value, name] : levels()) {
    const testing::Variable highest("HEATWAVE_SIMD", value);
    const std::string info = testing::heatwave(folder.path(), {"info"}).out;
    EXPECT_TRUE(contains(info, name)) << name;
    const std::string code = value == "sse2" ? "bytecode" : "machine code";
    EXPECT_TRUE(contains(info, "Formulas   " + code + " steps them on the CPU")) << name;
  }
}

TEST(SimdLevels, GiveEqualFieldsAndTotals) {
  const testing::TemporaryFolder folder;
  for (const char* const scene : {"heat-plate", "wave-drop", "spots"}) {
    std::string expected;
    for (const auto& [value, name] : levels()) {
      const testing::Variable highest("HEATWAVE_SIMD", value);
      const Outcome run =
          testing::heatwave(folder.path(), {"run", "--scene", scene, "--size", "301x97", "--steps",
                                            "200", "--record", "r.hwrec", "--force"});
      ASSERT_EQ(run.status, 0) << run.err;
      // One line has the field's range and mean.
      const std::size_t begin = run.out.find("\nmin ");
      ASSERT_NE(begin, std::string::npos) << run.out;
      const std::string totals = run.out.substr(begin, run.out.find('\n', begin + 1) - begin);
      if (expected.empty()) expected = totals;
      EXPECT_EQ(totals, expected) << scene << ", " << name;
      // The check sums of a recording are those of any other level.
      const testing::Variable best("HEATWAVE_SIMD", "");
      EXPECT_EQ(testing::heatwave(folder.path(), {"replay", "r.hwrec"}).status, 0) << name;
    }
  }
}

TEST(SimdLevels, GiveTheRightResultsInTheLab) {
  const testing::TemporaryFolder folder;
  const std::vector<std::string> measure{
      "lab",           "add",  "pairwise-sum", "integers", "stencil", "distance",   "reverse",
      "memory-spaces", "dot",  "matmul",       "transfer", "pitch",   "divergence", "streams",
      "managed",       "halo", "--quick",      "--repeat", "1"};
  for (const auto& [value, name] : levels()) {
    const testing::Variable highest("HEATWAVE_SIMD", value);
    const Outcome lab = testing::heatwave(folder.path(), measure);
    EXPECT_EQ(lab.status, 0) << name << lab.err;  // 1: a result differs from its reference
  }
}

}  // namespace
}  // namespace heatwave
