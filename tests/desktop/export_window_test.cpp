// Tests the export dialog and the settings in the real window.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class ExportWindow : public HomeWindowTest {
 protected:
  void open_dialog() {
    window().key("ctrl+e");
    ASSERT_TRUE(wait([](const json& s) { return s["export"]["open"] == true; }));
  }
  /// Returns width and height from a PNG's header.
  static std::pair<int, int> size_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string head(24, '\0');
    file.read(head.data(), 24);
    const auto number = [&head](std::size_t at) {
      int value = 0;
      for (std::size_t i = at; i < at + 4; ++i) {
        value = value * 256 + static_cast<unsigned char>(head[i]);
      }
      return value;
    };
    return {number(16), number(20)};
  }
};

TEST_F(ExportWindow, AChartIsDrawnForAnExactSizeAndTheWindowGoesOnAsBefore) {
  open({"--experiment", "histogram", "--window", "900x600"});
  const json before = window().status();
  open_dialog();
  EXPECT_EQ(window().status()["export"]["format"], ".png");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("export size/HD"); }));
  window().click("export size/HD");
  EXPECT_TRUE(wait([](const json& s) { return s["export"]["preview"][0] > 1000; }));
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["written"] == 1; }));
  EXPECT_EQ(size_of(window().folder() / window().status()["newest"].get<std::string>()),
            (std::pair{1920, 1080}));
  window().wait_frames(3);
  const json after = window().status();
  EXPECT_EQ(after["unit"], before["unit"]);
  EXPECT_EQ(after["places"]["room/Lab"], before["places"]["room/Lab"]);
  EXPECT_EQ(window().errors(), "");
}

TEST_F(ExportWindow, EscapeSavesNothingAndTheChoiceStays) {
  open({"wave-drop", "--size", "160x120"});
  open_dialog();
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("export subject/Framed"); }));
  window().click("export subject/Framed");
  ASSERT_TRUE(wait([](const json& s) { return s["export"]["subject"] == 1; }));
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["export"]["open"] == false; }));
  EXPECT_EQ(window().status()["taken"], 0);
  EXPECT_EQ(window().status()["sequence"], false);
  open_dialog();
  EXPECT_EQ(window().status()["export"]["subject"], 1);
}

TEST_F(ExportWindow, TheCopiedCommandLineHasTheSizeThatWasChosen) {
  open({"wave-drop", "--size", "160x120"});
  open_dialog();
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("export size/4×"); }));
  window().click("export size/4×");
  ASSERT_TRUE(wait([](const json& s) { return s["export"]["preview"][0] == 640; }));
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["export"]["open"] == false; }));
  window().key("ctrl+shift+c");
  ASSERT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().starts_with("Copied the command line");
  }));
  const std::string line = XClient(window().display()).clipboard();
  EXPECT_NE(line.find(" --smooth --png-size 4 "), std::string::npos) << line;
}

TEST_F(ExportWindow, SettingsAreReachedByTheirKeyAndRemembered) {
  open({"wave-drop", "--size", "160x120", "--remember"});
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == false; }));
  window().key("F12");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("settings motion"); }));
  window().click("settings motion");
  window().click("settings theme/Light");
  ASSERT_TRUE(wait([](const json& s) { return s["dark"] == false; }));
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return !s["places"].contains("settings motion"); }));
  leave();
  std::ifstream file(home_.path() / "XDG_CONFIG_HOME" / "heatwave" / "settings.json");
  const json kept = json::parse(file);
  EXPECT_EQ(kept["less_motion"], true);
  EXPECT_EQ(kept["theme"], "light");
}

}  // namespace
}  // namespace heatwave::test
