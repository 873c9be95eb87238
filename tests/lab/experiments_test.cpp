// Tests every experiment of the catalogue: it is complete, its figures are honest, and its CPU
// variants are correct.
#include <gtest/gtest.h>

#include <set>

#include "tests/lab/cases.h"
#include "tests/lab/source_regions.h"

namespace heatwave::lab::testing {
namespace {

class Experiments : public ::testing::TestWithParam<Experiment> {};

INSTANTIATE_TEST_SUITE_P(Lab, Experiments, ::testing::ValuesIn(experiments()), name_of_case);

TEST(Catalogue, HasEveryExperimentOfTheCourse) {
  const std::vector<std::string> expected{
      "pairwise-sum",  "dot",      "race",       "atomics",    "lock",      "histogram", "matmul",
      "memory-spaces", "pitch",    "coalescing", "banks",      "transfer",  "add",       "integers",
      "reverse",       "distance", "stencil",    "divergence", "occupancy", "streams",   "managed",
      "scan",          "order",    "numerics",   "halo",       "scaling"};
  std::vector<std::string> found;
  for (const Experiment& each : experiments()) found.push_back(each.id);
  ASSERT_GE(found.size(), expected.size());
  found.resize(expected.size());  // other variants may follow
  EXPECT_EQ(found, expected);
}

TEST(Catalogue, NamesWhatThereIsWhenSomethingIsNot) {
  EXPECT_THROW((void)find_experiment("dott"), core::Error);
  EXPECT_THROW((void)find_variant(find_experiment("reverse"), "nope"), core::Error);
}

// Increments, locks, bit operations and integer additions are not FLOPs.
TEST(Catalogue, CountsAsFloatArithmeticOnlyWhatIs) {
  const std::set<std::string> others{"race", "lock", "atomics", "banks", "integers"};
  for (const Experiment& each : experiments()) {
    for (const Variant& variant : each.variants) {
      const Work work = variant.work(initial_settings(each));
      if (work.operations <= 0) continue;
      EXPECT_EQ(work.floats, !others.contains(each.id)) << each.id << " " << variant.id;
    }
  }
}

TEST_P(Experiments, IsRightOnTheCpuAtEverySizeAndInput) {
  expect_all_cases_right(GetParam(), Processor::cpu);
}

TEST_P(Experiments, StaysRightWhenItIsRepeated) {
  Settings settings = quick_settings(GetParam());
  const Parameter* const n = find_parameter(GetParam(), "n");
  if (n != nullptr) settings.values["n"] = std::clamp<std::int64_t>(100, n->minimum, n->maximum);
  const auto variants = affordable(GetParam(), Processor::cpu, settings);
  if (variants.empty()) GTEST_SKIP() << "nothing that is cheap enough here";
  const Report report = measured(GetParam(), settings, variants, 3);
  expect_right(report);
  for (const Measurement& m : report.measurements) EXPECT_EQ(m.time.samples, 3) << m.variant;
}

TEST_P(Experiments, IsRightWithOtherRandomInput) {
  Settings settings = quick_settings(GetParam());
  settings.seed = 0xFFFF'FFFF'FFFF'FFFFU;
  const auto variants = affordable(GetParam(), Processor::cpu, settings);
  if (!variants.empty()) expect_right(measured(GetParam(), settings, variants));
}

TEST_P(Experiments, HasWordsForEverything) {
  const Experiment& e = GetParam();
  EXPECT_FALSE(e.title.empty());
  EXPECT_GE(std::count(e.shows.begin(), e.shows.end(), '.'), 3) << "three sentences, please";
  EXPECT_TRUE(e.shows.ends_with('.'));
  for (const Parameter& p : e.parameters) {
    EXPECT_FALSE(p.title.empty()) << p.id;
    EXPECT_TRUE(p.help.ends_with('.')) << p.id;
  }
  for (const Variant& v : e.variants) {
    EXPECT_FALSE(v.title.empty()) << v.id;
    EXPECT_TRUE(v.what.ends_with('.')) << v.id;
  }
}

TEST_P(Experiments, NamesThingsOnce) {
  std::set<std::string> variants;
  for (const Variant& v : GetParam().variants) EXPECT_TRUE(variants.insert(v.id).second) << v.id;
  std::set<std::string> parameters;
  for (const Parameter& p : GetParam().parameters) {
    EXPECT_TRUE(parameters.insert(p.id).second) << p.id;
  }
}

TEST_P(Experiments, CanTakeEveryValueItOffers) {
  const Experiment& e = GetParam();
  for (const Parameter& p : e.parameters) {
    std::vector<std::int64_t> values = p.sweep;
    values.push_back(p.initial);
    if (e.quick.contains(p.id)) values.push_back(e.quick.at(p.id));
    for (const std::int64_t value : values) {
      EXPECT_GE(value, p.minimum) << p.id;
      EXPECT_LE(value, p.maximum) << p.id;
    }
    const bool names_zero = !p.choices.empty() || !p.zero.empty();
    EXPECT_TRUE(p.minimum == 0 || !names_zero) << p.id;
    if (p.choices.empty()) continue;
    EXPECT_EQ(p.zero, "") << p.id << ": its 0 is a choice";
    EXPECT_EQ(p.maximum + 1, static_cast<std::int64_t>(p.choices.size())) << p.id;
  }
  for (const auto& [id, value] : e.quick) EXPECT_NE(find_parameter(e, id), nullptr) << id;
}

TEST_P(Experiments, SaysWhatItNeeds) {
  const Experiment& e = GetParam();
  ASSERT_TRUE(e.host_bytes && e.device_bytes && e.make_problem);
  for (const Settings& settings : {initial_settings(e), quick_settings(e)}) {
    EXPECT_GT(e.host_bytes(settings), 0.0);
    EXPECT_GT(e.device_bytes(settings), 0.0);
    for (const Variant& v : e.variants) {
      ASSERT_TRUE(v.work) << v.id;
      const Work work = v.work(settings);
      EXPECT_GE(work.bytes + work.operations + work.cells, 0.0) << v.id;
    }
  }
}

TEST_P(Experiments, RunsOnTheCpuAndOnTheGpu) {
  bool simplest_has_run = false;
  bool on_gpu = false;
  for (const Variant& v : GetParam().variants) {
    if (v.processor == Processor::cpu) {
      EXPECT_TRUE(v.make) << v.id;
      EXPECT_FALSE(on_gpu) << v.id << ": the CPU's variants come first";
      simplest_has_run = true;
    }
    on_gpu = on_gpu || v.processor == Processor::gpu;
  }
  EXPECT_TRUE(simplest_has_run);
  EXPECT_TRUE(on_gpu);
}

TEST_P(Experiments, ShowsTheSourceOfEveryVariant) {
  for (const Variant& v : GetParam().variants) {
    const std::string file = source_file(GetParam(), v);
    const SourceRegion region = region_of(file, v.id);
    ASSERT_TRUE(region.file_exists) << file;
    EXPECT_GT(region.lines, 0) << file << " has no region '// variant: " << v.id << "'";
    EXPECT_GT(region.marked, 0) << file << ", " << v.id << ": no line is marked with //!";
    // A kernel's launcher is next to it.
    const std::vector<std::string> files = source_files(GetParam(), v);
    if (files.size() < 2) continue;
    EXPECT_GT(region_of(files[1], v.id).lines, 0) << files[1] << ", " << v.id;
  }
}

TEST_P(Experiments, RefusesWhatDoesNotFitAndNamesTheSizeThatWould) {
  const Experiment& e = GetParam();
  const Parameter* const n = find_parameter(e, "n");
  if (n == nullptr) GTEST_SKIP() << "it has no size";
  Request request{.experiment = e.id, .settings = initial_settings(e)};
  request.settings.values["n"] = n->maximum;
  // The GPU's memory has its own test; here the host's memory decides.
  for (const Variant& v : e.variants) {
    if (v.processor == Processor::cpu) request.variants.push_back(v.id);
  }
  try {
    check(e, request);
    GTEST_SKIP() << "this machine can take the largest size there is";
  } catch (const core::OutOfMemory& error) {
    const std::string words = error.what();
    const std::size_t at = words.find("; n = ");
    ASSERT_NE(at, std::string::npos) << words;
    const std::int64_t fits = std::stoll(words.substr(at + 6));
    EXPECT_LT(fits, n->maximum);
    // The free memory varies between two queries; a slightly smaller size than reported fits.
    request.settings.values["n"] = std::max(n->minimum, fits - fits / 10);
    EXPECT_NO_THROW(check(e, request)) << words;
  }
}

}  // namespace
}  // namespace heatwave::lab::testing
