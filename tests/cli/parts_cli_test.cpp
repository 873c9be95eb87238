// Tests the options that cut a field into parts, with the real program.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using nlohmann::json;
using testing::bytes_of;
using Words = std::vector<std::string>;

class PartsOnCommandLine : public testing::ProgramTest {
 protected:
  [[nodiscard]] std::vector<std::uint8_t> bytes(const std::string& name) const {
    return bytes_of(path(name));
  }
};

TEST_F(PartsOnCommandLine, GiveTheFieldOfOnePart) {
  const Words run{"run",    "--backend", "cpu",     "--scene", "lens",
                  "--size", "160x120",   "--steps", "200",     "--json"};
  const auto with = [&](const Words& more) {
    Words words = run;
    words.insert(words.end(), more.begin(), more.end());
    return json::parse(done(words));
  };
  EXPECT_TRUE(with({"--dump", "one.npy"})["division"].is_null());
  const json cut = with({"--parts", "3", "--halo", "8", "--threads", "3", "--dump", "three.npy"});
  EXPECT_EQ(bytes("three.npy"), bytes("one.npy"));
  EXPECT_EQ(cut["threads"], 3);
  EXPECT_GT(cut["dump_seconds"], 0.0);
  EXPECT_EQ(cut["division"]["steps"], 8);
  ASSERT_EQ(cut["division"]["parts"].size(), 3U);
  EXPECT_EQ(cut["division"]["parts"][2]["first_row"], 80);
  EXPECT_EQ(cut["division"]["parts"][2]["rows"], 40);
  for (const json& part : cut["division"]["parts"]) {
    EXPECT_GT(part["step_ms"]["compute"], 0.0);
    EXPECT_GT(part["step_ms"]["exchange"], 0.0);
    EXPECT_EQ(part["step_ms"]["hidden"], 0.0);
  }
}

TEST_F(PartsOnCommandLine, RecordedInPartsIsReplayedInOthers) {
  done({"run", "--backend", "cpu", "--parts", "2", "--scene", "two-sources", "--size", "120x90",
        "--steps", "150", "--record", "r.hwrec", "--dump", "run.npy"});
  done({"replay", "r.hwrec", "--backend", "cpu", "--dump", "one.npy"});
  done({"replay", "r.hwrec", "--backend", "cpu", "--parts", "3", "--halo", "5", "--dump",
        "three.npy"});
  EXPECT_EQ(bytes("one.npy"), bytes("run.npy"));
  EXPECT_EQ(bytes("three.npy"), bytes("run.npy"));
}

TEST_F(PartsOnCommandLine, SayWhatDoesNotFit) {
  const std::vector<std::pair<Words, std::string>> wrong{
      {{"--devices", "0,1", "--device", "0"}, "--devices and --device exclude each other"},
      {{"--devices", "all", "--backend", "cpu"}, "--backend cpu uses none"},
      {{"--device-memory", "0"}, "--device-memory"},
      {{"--device-memory", "100", "--backend", "cpu"}, "--device-memory limits CUDA devices"},
      {{"--parts", "2", "--backend", "cuda"}, "--devices names the devices"},
      {{"--parts", "0"}, "--parts"},
      {{"--halo", "12"}, "add --devices or --parts"},
      {{"--exchange", "peer"}, "add --devices"},
      {{"--exchange", "pigeon", "--devices", "all"}, "auto, peer, staged"},
      {{"--devices", "0,x"}, "--devices"},
      {{"--devices", ""}, "--devices"}};
  for (const auto& [words, answer] : wrong) {
    for (const Words& head : {Words{"run", "--scene", "lens"}, Words{"replay", "r.hwrec"}}) {
      Words all = head;
      all.insert(all.end(), words.begin(), words.end());
      EXPECT_TRUE(testing::contains(refused(all, 2), answer)) << refused(all, 2);
    }
  }
}

TEST_F(PartsOnCommandLine, MissingDevicesAreNamed) {
  const Words run{"run", "--scene", "lens", "--steps", "1", "--devices"};
  const auto with = [&](const std::string& devices) {
    Words words = run;
    words.push_back(devices);
    return words;
  };
  if (core::cuda_status().usable) {
    EXPECT_TRUE(testing::contains(refused(with("0,99"), 1), "there is no CUDA device 99"));
    return;
  }
  EXPECT_TRUE(testing::contains(refused(with("all"), 1), "--devices names CUDA devices, but"));
  done(with("auto"));
}

}  // namespace
}  // namespace heatwave
