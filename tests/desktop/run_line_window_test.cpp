// Tests that the command line copied from the window makes the same picture in a shell, byte for
// byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class RunLineWindow : public WindowTest {
 protected:
  /// Compares the window's picture of the paused field with that of its command line.
  void expect_same_picture(const std::string& part) {
    const auto out = window().folder() / "out";
    const auto saved = [&] {
      std::vector<std::filesystem::path> all;
      std::error_code none;
      for (const auto& entry : std::filesystem::directory_iterator(out, none)) {
        if (entry.path().extension() == ".png") all.push_back(entry.path());
      }
      return all;
    };
    window().key("s");
    ASSERT_TRUE(wait([&](const json&) { return !saved().empty(); }));
    XClient client(window().display());
    ASSERT_FALSE(client.has_clipboard());
    window().key("ctrl+shift+c");
    ASSERT_TRUE(wait([&](const json&) { return client.has_clipboard(); }));
    const std::string line = client.clipboard();
    EXPECT_NE(line.find(part), std::string::npos) << line.substr(0, 200);
    const auto shell = window().folder() / "shell";
    std::filesystem::create_directories(shell);
    const std::filesystem::path program(HEATWAVE_BINARY);
    std::ofstream(shell / "line.sh") << "PATH=" << program.parent_path().string() << ":$PATH\n"
                                     << line << " --threads 2\n";
    EXPECT_EQ(run_to_end({"sh", "line.sh"}, shell), 0);
    const auto name = saved().front().filename();
    ASSERT_TRUE(std::filesystem::exists(shell / name)) << line.substr(0, 200);
    EXPECT_EQ(bytes_of(shell / name), bytes_of(out / name));
    EXPECT_GT(bytes_of(out / name).size(), 100U);
    EXPECT_EQ(window().errors(), "");
  }
  void pause() {
    window().key("space");
    ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  }
};

TEST_F(RunLineWindow, OfASceneThatCameWithTheProgramAndWasOnlyShownOtherwise) {
  open({"lens", "--size", "160x120", "--set", "c2=0.3"});
  window().wait_frames(6);
  window().key("g");
  ASSERT_TRUE(wait([](const json& s) { return s["view"] == "contours"; }));
  pause();
  expect_same_picture("--scene lens --size 160x120 --set c2=0.3 --view contours");
}

TEST_F(RunLineWindow, OfASceneThatWasChangedBeforeItBegan) {
  open({"wave-drop", "--size", "160x120"});
  pause();
  window().key("r");
  ASSERT_TRUE(wait([](const json& s) { return s["step"] == 0; }));
  window().key("w");
  window().key("b");
  window().drag({100, 20}, {110, 80});
  window().key("space");
  ASSERT_TRUE(wait([](const json& s) { return s["step"] > 10; }));
  pause();
  expect_same_picture("--scene heatwave1:");
}

TEST_F(RunLineWindow, OfAFieldThatWasDraggedAndPaintedOnTheWay) {
  open({"two-sources", "--size", "96x80"});
  window().wait_frames(6);
  window().key("p");
  window().drag({20, 20}, {60, 30});
  window().wait_frames(6);
  pause();
  expect_same_picture("--steps 0");
}

TEST_F(RunLineWindow, OfAFieldThatNoCommandLineCouldHold) {
  open({"two-sources", "--size", "400x300"});
  window().wait_frames(6);
  window().key("p");
  window().drag({20, 20}, {300, 200});
  window().wait_frames(6);
  pause();
  expect_same_picture("out/two-sources");
}

}  // namespace
}  // namespace heatwave::test
