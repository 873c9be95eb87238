// Tests `run --script`, `run --record` and `replay` with the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using nlohmann::json;
using testing::bytes_of;
using testing::Outcome;
using testing::write_text;
using Words = std::vector<std::string>;

class Replays : public testing::ProgramTest {
 protected:
  /// Runs a script on one thread, recorded as r.hwrec, with its field in run.npy.
  void record() const {
    write_text(
        path("s.jsonl"),
        R"({"do":"add-item","item":{"is":"wall","shape":"disc","centre":[40,30],"radius":6}})"
        "\n"
        R"({"at":30,"do":"paint","points":[[5,5],[60,40]],"radius":3,"value":2})"
        "\n"
        R"({"at":50,"do":"move-item","id":1,"by":[3,0]})"
        "\n"
        R"({"at":90,"do":"undo"})"
        "\n");
    done({"run", "--backend", "cpu", "--threads", "1", "--scene", "wave-drop", "--size", "80x60",
          "--script", "s.jsonl", "--steps", "120", "--record", "r.hwrec", "--dump", "run.npy"});
  }
};

TEST_F(Replays, GiveTheSameBitsOnOtherThreads) {
  record();
  for (const std::string threads : {"1", "2", "3"}) {
    const json told = json::parse(done({"replay", "r.hwrec", "--backend", "cpu", "--threads",
                                        threads, "--dump", "again.npy", "--force", "--json"}));
    EXPECT_EQ(bytes_of(path("again.npy")), bytes_of(path("run.npy")));
    EXPECT_EQ(told["steps"], 120);
    EXPECT_EQ(told["replayed"]["file"], "r.hwrec");
    EXPECT_GE(told["replayed"]["keyframes"], 1);
  }
}

TEST_F(Replays, StopWhereTheyAreToAndSavePicturesOnTheWay) {
  record();
  const json told =
      json::parse(done({"replay", "r.hwrec", "--backend", "cpu", "--until", "70", "--every", "20",
                        "--out", "frames", "--png", "last.png", "--json"}));
  EXPECT_EQ(told["step"], 70);
  EXPECT_EQ(told["png"].size(), 5U);
  EXPECT_TRUE(std::filesystem::exists(path("frames/frame-00000060.png")));
  EXPECT_FALSE(std::filesystem::exists(path("frames/frame-00000080.png")));
}

TEST_F(Replays, SayAtWhichStepTheFieldDiffersAndFail) {
  record();
  std::string text = testing::text_of(path("r.hwrec"));
  const std::size_t at = text.find("\"value\":2");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 9, "\"value\":3");
  write_text(path("other.hwrec"), text);
  EXPECT_EQ(refused({"replay", "other.hwrec", "--backend", "cpu"}),
            "heatwave: the field differs from the recorded one at step 120\n");
}

TEST_F(Replays, BrokenAndForeignFilesGiveOneLine) {
  record();
  write_text(path("foreign.hwrec"), "GIF89a");
  const std::string text = testing::text_of(path("r.hwrec"));
  EXPECT_EQ(refused({"replay", "foreign.hwrec"}),
            "heatwave: 'foreign.hwrec' is not a recording of Heatwave\n");
  EXPECT_NE(refused({"replay", "none.hwrec"}).find("none.hwrec"), std::string::npos);
  EXPECT_NE(refused({"replay"}, 2).find("replay needs a recording"), std::string::npos);
}

TEST_F(Replays, ARecordingThatBreaksOffIsPlayedUpToThere) {
  record();
  const std::string text = testing::text_of(path("r.hwrec"));
  write_text(path("cut.hwrec"), text.substr(0, text.size() - 9));
  const Outcome outcome = heatwave({"replay", "cut.hwrec", "--backend", "cpu", "--json"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("heatwave: 'cut.hwrec' breaks off after line "), std::string::npos)
      << outcome.err;
  EXPECT_EQ(json::parse(outcome.out)["replayed"]["breaks_off_after"],
            std::count(text.begin(), text.end(), '\n') - 1);
}

TEST_F(Replays, ARecordingSurvivesEverySignal) {
  const Words words{"run",   "--backend", "cpu",       "--scene", "wave-drop", "--size",
                    "64x64", "--steps",   "100000000", "--probe", "3,3",       "--csv",
                    "p.csv", "--record",  "r.hwrec",   "--force"};
  const auto has_lines = [&] {
    const std::string text = testing::text_of(path("r.hwrec"));
    return std::count(text.begin(), text.end(), '\n') >= 8;
  };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    std::filesystem::remove(path("r.hwrec"));
    const Outcome ended = testing::heatwave_sent(signal, folder(), words, has_lines);
    const bool in_order = signal != SIGKILL;
    EXPECT_EQ(ended.status, in_order ? 128 + signal : -1);
    EXPECT_EQ(ended.err.find("the recording up to there is complete") != std::string::npos,
              in_order)
        << ended.err;
    const Outcome again = heatwave({"replay", "r.hwrec", "--backend", "cpu", "--json"});
    ASSERT_EQ(again.status, 0) << again.err;
    const json replayed = json::parse(again.out)["replayed"];
    EXPECT_EQ(replayed["breaks_off_after"].is_null(), in_order);
    EXPECT_GE(replayed["keyframes"], 3);
  }
}

TEST_F(Replays, AStepThatNoFieldComesToInTimeIsPlayedOnlyWhereThatIsAskedFor) {
  done({"run", "--backend", "cpu", "--scene", "lens", "--size", "64x64", "--probe", "3,3",
        "--profile", "1,1:9,9", "--csv", "p.csv", "--steps", "3", "--record", "r.hwrec"});
  EXPECT_EQ(json::parse(done({"replay", "r.hwrec", "--json"}))["replayed"]["keyframes"], 1);
  std::string text = testing::text_of(path("r.hwrec"));
  text.replace(text.rfind("{\"at\":3,"), 7, "{\"at\":9223372036854775807");
  write_text(path("far.hwrec"), text);
  EXPECT_NE(refused({"replay", "far.hwrec"}).find("'heatwave replay --long-gaps' plays it anyway"),
            std::string::npos);
  const json some =
      json::parse(done({"replay", "far.hwrec", "--long-gaps", "--until", "500", "--json"}));
  EXPECT_EQ(some["step"], 500);
}

TEST_F(Replays, ARecordingIsNotOverwritten) {
  record();
  const Words again{"run", "--backend", "cpu", "--steps", "1", "--record", "r.hwrec"};
  EXPECT_NE(refused(again).find("'r.hwrec' exists already"), std::string::npos);
  Words forced = again;
  forced.emplace_back("--force");
  done(forced);
  EXPECT_NE(refused({"run", "--png", "same", "--record", "./same"}, 2).find("name the same file"),
            std::string::npos);
}

TEST_F(Replays, AScriptIsRefusedWithItsLine) {
  write_text(path("s.jsonl"), "# first\n{\"do\":\"pause\"}\n{\"do\":\"add-itm\"}\n");
  EXPECT_EQ(refused({"run", "--script", "s.jsonl"}),
            "heatwave: s.jsonl:3: key 'do': no command is called 'add-itm'; perhaps 'add-item' is "
            "meant\n");
  write_text(path("s.jsonl"), "{\"do\":\"save-scene\",\"path\":\"x.json\"}\n");
  EXPECT_NE(refused({"run", "--script", "s.jsonl"}).find("touches files"), std::string::npos);
  EXPECT_EQ(names(), Words{"s.jsonl"});
  EXPECT_EQ(heatwave({"run", "--script", "s.jsonl", "--script-may-write"}).status, 0);
  EXPECT_EQ(names(), (Words{"s.jsonl", "x.json"}));
}

TEST_F(Replays, AScriptWithoutANumberOfStepsRunsToItsEnd) {
  write_text(path("s.jsonl"), "{\"at\":7,\"do\":\"advance\",\"steps\":5}\n");
  const json told = json::parse(
      done({"run", "--backend", "cpu", "--size", "20x20", "--script", "s.jsonl", "--json"}));
  EXPECT_EQ(told["steps"], 12);
}

TEST_F(Replays, EveryCommandIsListedWithItsWords) {
  const std::string list = done({"run", "--commands"});
  EXPECT_NE(list.find("move-item id by\n      moves an item"), std::string::npos) << list;
  EXPECT_NE(list.find("save-scene* [path]"), std::string::npos);
}

TEST_F(Replays, TheRecordingThatComesWithTheProgramStillGivesItsBits) {
  const std::filesystem::path shipped =
      std::filesystem::path(HEATWAVE_ASSET_FOLDER) / "recordings" / "first-lesson.hwrec";
  const json told = json::parse(done({"replay", shipped.string(), "--backend", "cpu", "--json"}));
  EXPECT_GE(told["replayed"]["keyframes"], 3);
}

}  // namespace
}  // namespace heatwave
