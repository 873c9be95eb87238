// Tests what the texts of the experiments on warps, latency, streams, managed memory, scans, memory
// order, rounding and halos claim, against their recordings on an H200 and on two.
#include <gtest/gtest.h>

#include "kernels/lab/experiment_catalogue.h"
#include "tests/session/recorded_times.h"

namespace heatwave::session {
namespace {

/// Returns the question of the memory model's lecture in the step with this title.
std::string question_of(const std::string& title) {
  std::ifstream in(std::string(HEATWAVE_ASSET_FOLDER) + "/lectures/16-order.hwl");
  const Json lecture = Json::parse(in);
  for (const Json& step : lecture.at("steps")) {
    if (step.at("title") == title) return step.at("question");
  }
  ADD_FAILURE() << "no step " << title;
  return {};
}

constexpr const char* kNewExperiments[] = {"divergence", "occupancy", "streams",  "managed",
                                           "scan",       "order",     "numerics", "halo"};

TEST(CourseExperiments, EveryVariantWasRecordedAndIsRight) {
  for (const char* id : kNewExperiments) {
    for (const lab::Variant& variant : lab::find_experiment(id).variants) {
      const Json m = recorded_measurement(id, variant.id);
      ASSERT_FALSE(m.is_null()) << id << " " << variant.id;
      EXPECT_EQ(m.at("status"), "measured") << id << " " << variant.id;
      EXPECT_TRUE(m.at("outcome").at("right").get<bool>() || variant.wrong_on_purpose)
          << id << " " << variant.id;
    }
  }
}

TEST(CourseExperiments, TheRecordingNamesItsDevice) {
  for (const char* file :
       {"lab-h200-course.json", "lab-h200-course-sweeps.json", "lab-h200-halo.json",
        "lab-h200-halo-sweeps.json", "lab-h200-scaling.json"})
    EXPECT_EQ(recorded_file(file).at("machine").at("gpu").at("name"), "NVIDIA H200") << file;
}

// "Removing the branch changes little"; "here it saves an eighth"
TEST(CourseExperiments, SortingByPathSavesAnEighthAndASelectionLittle) {
  EXPECT_NEAR(median("divergence", "no-branch") / median("divergence", "lanes"), 1.0, 0.05);
  EXPECT_NEAR(median("divergence", "partitioned") / median("divergence", "lanes"), 7.0 / 8, 0.03);
}

// "a few thousand more cost no time, because the loads of other warps fill the wait, until L2 gives
// no more sectors"
TEST(CourseExperiments, MoreWalksCostNoTimeUntilL2IsBusy) {
  const auto& by_walks = swept().at("occupancy");
  const auto one = [&](std::int64_t walks) { return by_walks.at(walks).at("one"); };
  EXPECT_NEAR(one(16'384) / one(4'096), 1.0, 0.1);
  EXPECT_NEAR(one(1'048'576) / one(262'144), 4.0, 0.2);
  for (const char* several : {"four", "many"})
    EXPECT_NEAR(by_walks.at(1'048'576).at(several) / one(1'048'576), 1.0, 0.1) << several;
}

// "32 blocks, so 100 of the 132 multiprocessors have no work. With blocks of 32 threads it takes …,
// as one walk per thread does"; "a spill adds loads of its own"
TEST(CourseExperiments, ManyWalksInAThreadNeedSmallBlocksAndRegisters) {
  EXPECT_EQ(recorded_measurement("occupancy", "many").at("launch").at("grid"), 32);
  EXPECT_EQ(recorded_measurement("occupancy", "many").at("launch").at("registers"), 64);
  EXPECT_EQ(recorded_measurement("occupancy", "bounded").at("launch").at("registers"), 32);
  EXPECT_GT(recorded_measurement("occupancy", "bounded").at("launch").at("local_bytes"),
            recorded_measurement("occupancy", "many").at("launch").at("local_bytes"));
  EXPECT_GT(median("occupancy", "many"), 2 * median("occupancy", "one"));
  EXPECT_GT(median("occupancy", "bounded"), 1.1 * median("occupancy", "many"));
  const auto& small_blocks = swept().at("occupancy").at(32);
  EXPECT_NEAR(small_blocks.at("many") / small_blocks.at("one"), 1.0, 0.05);
}

// "The host needs over 3 µs for each launch"; "a graph launches all steps by one call, and then
// chains overlap. With long chains the differences shrink."
TEST(CourseExperiments, LaunchesCostMoreThanShortSteps) {
  EXPECT_GT(1e3 * median("streams", "one-stream") / 800, 3.0);
  EXPECT_GT(median("streams", "waiting"), 2 * median("streams", "one-stream"));
  EXPECT_NEAR(median("streams", "streams") / median("streams", "one-stream"), 1.0, 0.05);
  EXPECT_GT(median("streams", "one-stream"), 2 * median("streams", "graph"));
  EXPECT_GT(median("streams", "graph"), 4 * median("streams", "graph-of-streams"));
  const auto& longest = swept().at("streams").at(1 << 22);
  EXPECT_LT(longest.at("waiting") / longest.at("graph-of-streams"), 2.0);
}

TEST(CourseExperiments, APrefetchIsFasterThanFaultsAndCopiesAreTheSpeedToReach) {
  EXPECT_GT(median("managed", "on-demand"), 2 * median("managed", "prefetched"));
  EXPECT_GT(median("managed", "prefetched"), 2 * median("managed", "copied"));
  EXPECT_NEAR(median("managed", "resident") / median("managed", "device"), 1.0, 0.1);
}

// "compare variants by how often they read and write all numbers"
TEST(CourseExperiments, AScanInOnePassIsFasterThanInTwo) {
  for (const char* two_passes : {"rounds", "tree", "shuffles"})
    EXPECT_LT(median("scan", "one-pass"), median("scan", two_passes)) << two_passes;
}

// "With the relaxed flag the reader saw old words in 9999 of 10 000 turns."
TEST(CourseExperiments, ARelaxedFlagShowsOldWordsAndAnOrderCostsATrip) {
  const std::string seen = recorded_measurement("order", "relaxed").at("outcome").at("note");
  EXPECT_EQ(seen, "the reader saw old words in 9999 turns");
  EXPECT_NE(question_of("What order costs").find("in 9999 of 10\u00A0000 turns"),
            std::string::npos);
  for (const char* between_blocks : {"fences", "device", "sequential", "system"})
    EXPECT_GT(median("order", between_blocks), 5 * median("order", "block")) << between_blocks;
}

// "On a GPU the better sums cost little, because memory is the limit."; "right by luck"
TEST(CourseExperiments, BetterSumsCostLittleOnAGpuAndBf16IsLucky) {
  for (const char* better : {"kahan", "double"})
    EXPECT_NEAR(median("numerics", better) / median("numerics", "fixed"), 1.0, 0.06) << better;
  const auto error = [](const char* variant) {
    return recorded_measurement("numerics", variant).at("outcome").at("error").get<double>();
  };
  EXPECT_GT(error("plain"), 100 * error("pairs"));
  EXPECT_LE(error("kahan"), 0x1p-24);
  EXPECT_NEAR(-std::log10(error("bfloat")), 4, 0.5);
  EXPECT_LT(error("bfloat"), 0x1p-9) << "less than BF16 rounds";
}

// "two devices" in the texts of `halo`: each variant with bands but those of the CPU used two.
TEST(CourseExperiments, HalosWereRecordedOnTwoPeers) {
  for (const lab::Variant& variant : lab::find_experiment("halo").variants) {
    const Json m = recorded_measurement("halo", variant.id);
    const bool is_cut = variant.processor == lab::Processor::gpu && variant.id != "one-device";
    EXPECT_EQ(m.at("devices"), is_cut ? 2 : 1) << variant.id;
    const bool are_peers = m.at("outcome").at("note") == "GPU 0 and GPU 1, peers";
    EXPECT_EQ(are_peers, is_cut) << variant.id;
  }
}

// "each exchange costs calls, a synchronisation and the idle time"; "what is sent while the rest is
// stepped costs nothing"; more ghost rows help where each exchange waits.
TEST(CourseExperiments, EachStepOfTheHaloLadderIsFaster) {
  const std::vector<std::string> ladder{"one-device", "staged-row", "staged", "peer-copies",
                                        "overlap"};
  for (std::size_t i = 1; i < ladder.size(); ++i)
    EXPECT_LT(median("halo", ladder[i]), median("halo", ladder[i - 1])) << ladder[i];
  EXPECT_NEAR(median("halo", "stores") / median("halo", "overlap"), 1.0, 0.02);
  EXPECT_NEAR(median("halo", "one-device") / median("halo", "stores"), 1.8, 0.02);
  const auto& by_value = swept().at("halo");
  for (const char* variant : {"staged", "peer-copies", "overlap", "stores", "nccl"})
    EXPECT_GT(by_value.at(1).at(variant), 1.1 * by_value.at(12).at(variant)) << variant;
  // "At 1024 × 1024 one device is faster": no two devices beat it.
  for (const auto& [variant, ms] : by_value.at(1024))
    EXPECT_TRUE(variant == "one-device" || ms > by_value.at(1024).at("one-device")) << variant;
}

}  // namespace
}  // namespace heatwave::session
