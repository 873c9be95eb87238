// The lab in the real window, in a real X server: opened, run, cancelled, saved, left again.
#include <gtest/gtest.h>

#include <stb_image.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "driver.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class LabWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb, xdotool and ImageMagick's import";
  }

  void open(const std::vector<std::string>& arguments) { window_.emplace(arguments); }
  Window& window() { return *window_; }

  void click(const std::string& place) {
    ASSERT_TRUE(window().wait_until([&](const json& s) { return s["places"].contains(place); }))
        << place;
    const json at = window().status()["places"][place];
    window().move_to(at[0].get<double>() + at[2].get<double>() / 2,
                     at[1].get<double>() + at[3].get<double>() / 2);
    window().press();
    window().release();
  }

  /// A run of all variants of the experiment shown, to its end.
  void run_all() {
    window().key("space");
    ASSERT_TRUE(window().wait_until(
        [](const json& s) { return s["lab"]["running"] == false && s["lab"]["complete"] == true; },
        120.0));
  }

  std::optional<Window> window_;
};

bool in_room(const json& status, const char* room) { return status["room"] == room; }

TEST_F(LabWindow, TheKey2OpensItAndTheFieldRestsUntilTheKey1) {
  open({});
  EXPECT_TRUE(in_room(window().status(), "fields"));
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["step"] > 2; }));
  window().key("2");
  ASSERT_TRUE(window().wait_until([](const json& s) { return in_room(s, "lab"); }));
  const std::int64_t step = window().status()["step"];
  window().wait_frames(10);
  EXPECT_EQ(window().status()["step"], step);
  EXPECT_EQ(window().status()["playing"], true);
  window().key("1");
  EXPECT_TRUE(window().wait_until(
      [step](const json& s) { return in_room(s, "fields") && s["step"] > step; }));
}

TEST_F(LabWindow, TheFieldsKeysDoNothingThere) {
  open({"--room", "lab"});
  const json before = window().status();
  ASSERT_TRUE(in_room(before, "lab"));
  for (const char* key : {"r", "period", "d", "ctrl+z", "f"}) window().key(key);
  const json after = window().status();
  EXPECT_EQ(after["step"], before["step"]);
  EXPECT_EQ(after["tool"], before["tool"]);
  EXPECT_EQ(after["pace"], before["pace"]);
  EXPECT_EQ(after["lab"]["running"], false);
}

TEST_F(LabWindow, TheTopBarsSwitchChangesRooms) {
  open({});
  click("room/Lab");
  EXPECT_TRUE(window().wait_until([](const json& s) { return in_room(s, "lab"); }));
  click("room/Fields");
  EXPECT_TRUE(window().wait_until([](const json& s) { return in_room(s, "fields"); }));
}

TEST_F(LabWindow, SpaceRunsAllAndTheMeasurementsArrive) {
  open({"--experiment", "reverse"});
  EXPECT_EQ(window().status()["lab"]["experiment"], "reverse");
  window().key("space");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == true; }));
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["measurements"] > 0; }, 60));
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["complete"] == true; }, 120));
  const json lab = window().status()["lab"];
  EXPECT_EQ(lab["done"], lab["total"]);
  EXPECT_EQ(lab["measurements"], lab["total"]);
  EXPECT_EQ(window().status()["notices"], json::array());
}

TEST_F(LabWindow, WhileItRunsFramesGoOnAndEscapeCancels) {
  open({"--experiment", "matmul"});
  window().key("space");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == true; }));
  window().wait_frames(10);
  window().key("h");  // the window still answers
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["panel"] == false; }, 3.0));
  window().key("Escape");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == false; }, 10));
  EXPECT_EQ(window().status()["lab"]["complete"], false);
}

TEST_F(LabWindow, LeavingDuringARunEndsPromptly) {
  open({"--experiment", "matmul"});
  window().key("space");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["running"] == true; }));
  window().key_and_leave("ctrl+q");
  EXPECT_EQ(window().wait_for_end(10.0), 0);
}

TEST_F(LabWindow, NAndTheArrowsChooseAndResultsStay) {
  open({"--experiment", "reverse"});
  run_all();
  const json before = window().status()["lab"];
  window().key("Up");
  EXPECT_NE(window().status()["lab"]["variant"], before["variant"]);
  window().key("n");
  EXPECT_NE(window().status()["lab"]["experiment"], "reverse");
  window().key("shift+n");
  EXPECT_TRUE(window().wait_until([&](const json& s) {
    return s["lab"]["experiment"] == "reverse" &&
           s["lab"]["measurements"] == before["measurements"];
  }));
}

/// Colours that occur in a PNG file.
std::set<std::uint32_t> colours_in(const std::filesystem::path& path, int* width) {
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(path.c_str(), width, &height, &channels, 3), stbi_image_free);
  std::set<std::uint32_t> colours;
  if (pixels == nullptr) return colours;
  const std::size_t count = static_cast<std::size_t>(*width) * static_cast<std::size_t>(height);
  for (std::size_t i = 0; i < count; ++i) {
    const stbi_uc* p = pixels.get() + 3 * i;
    colours.insert((std::uint32_t{p[0]} << 16U) | (std::uint32_t{p[1]} << 8U) | p[2]);
  }
  return colours;
}

TEST_F(LabWindow, SSavesTheChartAsAPicture) {
  open({"--experiment", "reverse"});
  run_all();
  window().key("s");
  const std::filesystem::path file = window().folder() / "out" / "lab-reverse-bars.png";
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == 1; }));
  ASSERT_TRUE(std::filesystem::exists(file));
  int width = 0;
  EXPECT_GT(colours_in(file, &width).size(), 8U);
  EXPECT_NEAR(width, window().status()["lab"]["chart_area"][2].get<double>(), 1.0);
}

TEST_F(LabWindow, EveryChartOfEveryExperimentOpens) {
  open({"--experiment", "reverse"});
  run_all();
  for (const char* chart : {"charts/Sweep", "charts/Roofline", "charts/Result", "charts/Times"}) {
    click(chart);
    window().wait_frames(3);
  }
  const std::string first = window().status()["lab"]["experiment"];
  std::set<std::string> seen;
  do {
    window().key("n");
    const std::string shown = window().status()["lab"]["experiment"];
    EXPECT_TRUE(seen.insert(shown).second) << shown;
    if (shown == first) break;
  } while (seen.size() < 100);
  EXPECT_TRUE(seen.contains(first));
  EXPECT_EQ(window().status()["notices"], json::array());
}

}  // namespace
}  // namespace heatwave::test
