// Tests a recording in the real window, for each way in which the window can end.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class RecordingWindow : public WindowTest {
 protected:
  void record() {
    open({"heat-plate", "--size", "160x120", "--record", "r.hwrec"});
    window().drag({40, 60}, {70, 60});
    window().wait_frames(10);
  }
  [[nodiscard]] int replayed() {
    return run_to_end({HEATWAVE_BINARY, "replay", "r.hwrec"}, window().folder());
  }
  [[nodiscard]] bool is_complete() {
    const std::string text = bytes_of(window().folder() / "r.hwrec");
    return text.find("\"end\":true", text.rfind("{\"at\"")) != std::string::npos;
  }
};

TEST_F(RecordingWindow, IsCompleteAfterASignal) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    record();
    window().send(signal);
    EXPECT_EQ(window().wait_for_end(), 0);
    EXPECT_TRUE(is_complete());
    EXPECT_EQ(replayed(), 0);
    window_.reset();
  }
}

TEST_F(RecordingWindow, IsCompleteWhereTheXServerEnds) {
  record();
  window().end_x_server();
  EXPECT_EQ(window().wait_for_end(), 1);
  EXPECT_TRUE(is_complete());
  EXPECT_EQ(replayed(), 0);
}

TEST_F(RecordingWindow, ShowsTheEditedKernelsThatWerePlayed) {
  const TemporaryFolder kept;
  std::ofstream(kept.path() / "do.jsonl")
      << R"({"do": "play-lesson", "lesson": "race", "settings": {"text": )"
      << json("__global__ void increment(int* x) {\n  *x = 70;\n}\n") << "}}\n"
      << R"({"do": "advance", "steps": 5})"
      << "\n";
  ASSERT_EQ(run_to_end({HEATWAVE_BINARY, "run", "--scene", "heat-plate", "--size", "160x120",
                        "--script", "do.jsonl", "--record", "r.hwrec"},
                       kept.path()),
            0);
  open({(kept.path() / "r.hwrec").string()});
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == true; }));
  ASSERT_TRUE(wait([](const json& s) { return s["stage"]["edited"] == true; }));
  window().key("3");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["lesson"] == "race" && s["stage"]["edited"] == true;
  }));
  window().key("n");
  EXPECT_TRUE(wait([](const json& s) {
    return s["stage"]["lesson"] != "race" && s["stage"]["shown"] == true;
  })) << "the Stage plays other lessons meanwhile";
}

TEST_F(RecordingWindow, IsPlayedUpToWhereACrashEndedIt) {
  record();
  window().kill();
  EXPECT_FALSE(is_complete());
  EXPECT_EQ(replayed(), 0);
  const std::string file = window().folder() / "r.hwrec";
  const TemporaryFolder kept;
  std::filesystem::copy(file, kept.path() / "r.hwrec");
  open({(kept.path() / "r.hwrec").string()});
  EXPECT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().find("breaks off after line") != std::string::npos;
  }));
  EXPECT_EQ(window().status()["playback"]["open"], true);
}

}  // namespace
}  // namespace heatwave::test
