// Tests the settings of the real window, and its recovery after it was killed.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class MemoryWindow : public HomeWindowTest {
 protected:
  /// Opens the window as a person does, and leaves the gallery that a first start shows.
  void open_again() {
    open({"--remember"});
    if (window().status()["gallery"]["open"] == false) return;
    window().key("Escape");
    ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == false; }));
  }
  [[nodiscard]] fs::path kept(const char* variable, const char* file) const {
    return home_.path() / variable / "heatwave" / file;
  }
  /// Returns the number of autosaved runs that are complete.
  [[nodiscard]] int notes() const {
    int count = 0;
    std::error_code none;
    for (const auto& run : fs::directory_iterator(kept("XDG_DATA_HOME", "runs"), none)) {
      if (fs::exists(run.path() / "note.json")) ++count;
    }
    return count;
  }
};

TEST_F(MemoryWindow, ComesUpAsItWasLeft) {
  open_again();
  EXPECT_EQ(window().status()["dark"], true);
  window().key("t");
  window().key("n");
  window().key("2");
  window().key("shift+Down");
  window().key("ctrl+plus");
  window().key("3");
  const json strip = window().status()["strip"];
  window().resize(1000, 700);
  ASSERT_TRUE(wait([&](const json& s) {
    return s["dark"] == false && s["room"] == "stage" && s["scale"] > 1.1 && s["strip"] != strip;
  }));
  EXPECT_GT(window().status()["lab"]["share"], 0.5);
  window().wait_frames(3);
  const json before = window().status();
  leave();
  open_again();
  ASSERT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
  EXPECT_EQ(window().status()["dark"], false);
  EXPECT_EQ(window().status()["scene"], before["scene"]);
  EXPECT_EQ(window().status()["scale"], before["scale"]);
  EXPECT_EQ(window().status()["lab"]["share"], before["lab"]["share"]);
  EXPECT_EQ(window().status()["strip"], before["strip"]) << "the window's size";
  EXPECT_EQ(window().status()["offers_to_go_back"], false);
  leave();
  // A scene on the command line is shown …
  open({"--remember", "lens"});
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "fields" && s["scene"] == "lens"; }));
  window_.reset();
  // … options take precedence over remembered settings …
  open({"--remember", "lens", "--theme", "dark", "--room", "lab"});
  EXPECT_EQ(window().status()["scene"], "lens");
  EXPECT_EQ(window().status()["dark"], true);
  EXPECT_EQ(window().status()["room"], "lab");
  window_.reset();
  // … and a window driven by a script remembers nothing.
  open({});
  EXPECT_EQ(window().status()["room"], "fields");
  EXPECT_EQ(window().status()["dark"], true);
  EXPECT_NE(window().status()["scene"], before["scene"]);
}

TEST_F(MemoryWindow, NothingIsKeptUnlessAPersonSitsThere) {
  open({});
  window().key("t");
  window().drag({320, 240}, {360, 240});
  leave();
  EXPECT_TRUE(fs::is_empty(home_.path()));
}

TEST_F(MemoryWindow, ABrokenFileIsSetAsideAndSaid) {
  fs::create_directories(kept("XDG_CONFIG_HOME", ""));
  std::ofstream(kept("XDG_CONFIG_HOME", "settings.json")) << "{\"version\": 1, ";
  open_again();
  EXPECT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().find("settings.json.broken") != std::string::npos;
  }));
  EXPECT_TRUE(fs::exists(kept("XDG_CONFIG_HOME", "settings.json.broken")));
  window().key("t");
  leave();
  EXPECT_TRUE(fs::exists(kept("XDG_CONFIG_HOME", "settings.json")));
}

TEST_F(MemoryWindow, AfterItWasKilledItOffersToGoBack) {
  open({"--remember", "heat-plate", "--size", "160x120"});
  window().key("r");
  window().key("space");
  window().key("p");
  window().drag({20, 20}, {60, 60});
  const auto began = std::chrono::steady_clock::now();
  while (notes() == 0 && std::chrono::steady_clock::now() - began < std::chrono::seconds(60)) {
    window().wait_frames(2);
  }
  ASSERT_EQ(notes(), 1);
  window().kill();
  open_again();
  ASSERT_TRUE(wait([](const json& s) { return s["offers_to_go_back"] == true; }));
  window().key("n");
  window().key("2");
  EXPECT_EQ(window().status()["room"], "fields") << "keys go to the question";
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["offers_to_go_back"] == false; }));
  leave();
  EXPECT_EQ(notes(), 1) << "Not now must keep the scene";
  open_again();
  ASSERT_TRUE(wait([](const json& s) { return s["offers_to_go_back"] == true; }));
  window().key("Return");
  ASSERT_TRUE(wait([](const json& s) { return s["scene"] == "heat-plate" && s["width"] == 160; }));
  EXPECT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  EXPECT_EQ(window().errors(), "");
  leave();
  EXPECT_EQ(notes(), 0);
}

TEST_F(MemoryWindow, WhatWasLeftBehindCanBeForgotten) {
  const fs::path run = kept("XDG_DATA_HOME", "runs") / "run-left";
  fs::create_directories(run);
  std::ofstream(run / "note.json") << "{\"name\": \"old\", \"when\": 1}";
  open_again();
  window().click("forget it");
  ASSERT_TRUE(wait([](const json& s) { return s["offers_to_go_back"] == false; }));
  EXPECT_FALSE(fs::exists(run));
  leave();
}

}  // namespace
}  // namespace heatwave::test
