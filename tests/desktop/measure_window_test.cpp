// Tests measuring in the real window: probes are dropped, dragged and deleted; charts appear below.
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "driver.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

constexpr const char* kHotDisc = R"({
  "equation": "heat",
  "size": [160, 120],
  "sources": [{"shape": "disc", "centre": [40, 60], "radius": 8, "value": 1}],
  "view": {"range": [0, 1]},
  "pace": 1
})";

class MeasureWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
    const auto scene = folder_.path() / "hot.json";
    std::ofstream(scene) << kHotDisc;
    window_.emplace(std::vector<std::string>{scene.string()});
  }
  Window& window() { return *window_; }
  void click_cell(double x, double y) {
    window().move_to_cell(x, y);
    window().press();
    window().wait_frames(2);
    window().release();
  }
  bool wait_probes(std::size_t count) {
    return window().wait_until(
        [count](const json& s) { return s["measures"]["probes"].size() == count; });
  }

  TemporaryFolder folder_;
  std::optional<Window> window_;
};

TEST_F(MeasureWindow, AProbeIsDroppedDraggedAndDeleted) {
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  click_cell(40.5, 60.5);
  ASSERT_TRUE(wait_probes(1));
  ASSERT_TRUE(window().wait_until(
      [](const json& s) { return s["measures"]["probes"][0]["value"] == 1.0; }));
  window().drag({40.5, 60.5}, {120.5, 30.5});
  EXPECT_TRUE(window().wait_until([](const json& s) {
    return s["measures"]["probes"][0]["at"] == json({120.5, 30.5});
  }));
  EXPECT_LT(window().status()["measures"]["probes"][0]["value"], 0.5);
  window().key("Right");
  EXPECT_TRUE(window().wait_until([](const json& s) {
    return s["measures"]["probes"][0]["at"] == json({121.5, 30.5});
  }));
  window().key("Delete");
  ASSERT_TRUE(wait_probes(0));
  window().key("ctrl+z");
  EXPECT_TRUE(wait_probes(1));
}

TEST_F(MeasureWindow, TheFieldStaysUnderTheHandThatDropsAProbe) {
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  const json before = window().status()["field_area"];
  click_cell(80.5, 60.5);
  ASSERT_TRUE(wait_probes(1));
  EXPECT_EQ(window().status()["field_area"], before);
  EXPECT_EQ(window().status()["measures"]["probes"][0]["at"], json({80.5, 60.5}));
  // With the select tool the charts stay, because they have data to show.
  window().key("v");
  window().wait_frames(3);
  EXPECT_EQ(window().status()["field_area"], before);
}

TEST_F(MeasureWindow, TheStripFoldsAndItsChartsAreChosen) {
  window().key("x");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  window().drag({10.5, 60.5}, {150.5, 60.5});
  ASSERT_TRUE(window().wait_until([](const json& s) {
    return s["measures"].contains("profile") &&
           s["measures"]["profile"] == json({10.5, 60.5, 150.5, 60.5});
  }));
  const double open = window().status()["strip"][3];
  window().key("c");
  EXPECT_TRUE(window().wait_until([open](const json& s) { return s["strip"][3] < open; }));
  window().key("c");
  EXPECT_TRUE(window().wait_until([open](const json& s) { return s["strip"][3] == open; }));
  window().key("y");
  window().drag({10.5, 20.5}, {50.5, 50.5});
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["measures"].contains("tape"); }));
}

/// Charts beside the field leave it half of the room, and nothing moves while values change.
TEST_F(MeasureWindow, WithLargeLettersTheFieldKeepsHalfOfTheRoom) {
  constexpr double kWidth = 1920;
  constexpr double kHeight = 1080;
  window_.emplace(std::vector<std::string>{"double-slit", "--scale", "2", "--window", "1920x1080"});
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  for (const double x : {180.5, 340.5, 530.5}) click_cell(x, 130.5);
  ASSERT_TRUE(wait_probes(3));
  const json before = window().status();
  const double cell = before["cell"];
  EXPECT_GE(640 * cell * 480 * cell, 0.4 * kWidth * kHeight) << "of the window, with its bars";
  window().wait_frames(30);
  window().drag({340.5, 130.5}, {400.5, 300.5});
  window().wait_frames(30);
  EXPECT_EQ(window().status()["field_area"], before["field_area"]);
  EXPECT_EQ(window().status()["strip"], before["strip"]);
  EXPECT_EQ(window().status()["cell"], before["cell"]);
}

/// Letters in proportion to such a window would have no width, and the plot no place.
TEST_F(MeasureWindow, AWindowOfOnePixelKeepsItsCharts) {
  window().key("x");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  window().drag({10.5, 60.5}, {150.5, 60.5});
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["measures"].contains("profile"); }));
  const double height = window().status()["strip"][3];
  window().resize(1, 1);
  window().wait_frames(5);
  window().resize(1280, 800);
  EXPECT_TRUE(window().wait_until([height](const json& s) { return s["strip"][3] >= height; }));
}

TEST_F(MeasureWindow, WhatIsLaidComesToTheFrontOfTheCharts) {
  const auto wait_chart = [this](const char* chart) {
    return window().wait_until([chart](const json& s) { return s["chart"] == chart; });
  };
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  click_cell(80.5, 60.5);
  ASSERT_TRUE(wait_probes(1));
  ASSERT_TRUE(wait_chart("probes"));
  window().key("x");
  window().drag({10.5, 40.5}, {150.5, 40.5});
  EXPECT_TRUE(wait_chart("profile"));
  window().key("i");
  EXPECT_TRUE(wait_chart("probes"));
  window().click("strip/Spectrum");
  ASSERT_TRUE(wait_chart("spectrum"));
  window().key("i");
  window().wait_frames(3);
  EXPECT_EQ(window().status()["chart"], "spectrum") << "a spectrum belongs to probes, too";
}

TEST_F(MeasureWindow, CurvesOfSeveralProbesAreDrawnApartOnDemandAndOfWavesAtFirst) {
  const auto wait_apart = [this](bool apart) {
    return window().wait_until([apart](const json& s) { return s["curves_apart"] == apart; });
  };
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  click_cell(80.5, 60.5);
  ASSERT_TRUE(wait_probes(1));
  window().wait_frames(3);
  EXPECT_FALSE(window().status()["places"].contains("curves apart")) << "one curve";
  click_cell(120.5, 60.5);
  ASSERT_TRUE(wait_probes(2));
  EXPECT_TRUE(wait_apart(false)) << "heat";
  window().click("curves apart");
  EXPECT_TRUE(wait_apart(true));
  window().click("curves apart");
  EXPECT_TRUE(wait_apart(false));
  window_.emplace(std::vector<std::string>{"two-sources", "--size", "160x120"});
  EXPECT_TRUE(wait_apart(true));
}

TEST_F(MeasureWindow, AChartIsSavedAsValuesAndAsAPicture) {
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  click_cell(60.5, 60.5);
  ASSERT_TRUE(wait_probes(1));
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["measures"]["samples"] > 10; }));
  window().click("save_values");
  const auto out = window().folder() / "out";
  EXPECT_TRUE(window().wait_until(
      [&](const json& /*s*/) { return std::filesystem::exists(out / "hot-probes.csv"); }));
  EXPECT_TRUE(bytes_of(out / "hot-probes.csv").starts_with("\"step\",\"probe 1: u(60,60)\"\r\n"));
  window().click("save_chart");
  EXPECT_TRUE(window().wait_until(
      [&](const json& /*s*/) { return std::filesystem::exists(out / "hot-probes.png"); }));
  EXPECT_EQ(bytes_of(out / "hot-probes.png").substr(1, 3), "PNG");
}

TEST_F(MeasureWindow, TheStopwatchCountsTheStepsOfTheField) {
  window().key("q");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["stopwatch"] > 3; }));
  window().key("q");
  window().wait_frames(2);
  const json counted = window().status()["stopwatch"];
  window().wait_frames(5);
  EXPECT_EQ(window().status()["stopwatch"], counted);
  window().key("shift+q");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["stopwatch"] == 0; }));
}

TEST_F(MeasureWindow, TheoryIsShownWhereItIsKnown) {
  window().key("j");  // a field with sources has no theory curve
  window().wait_frames(3);
  EXPECT_EQ(window().status()["theory"], false);
  std::ofstream(folder_.path() / "mode.json")
      << R"({"equation": "wave", "size": [160, 120], "initial": [{"form": "mode", "p": 2}],)"
      << R"( "measure": {"profile": [[0, 30], [160, 30]], "totals": true}, "pace": 1})";
  window_.emplace(std::vector<std::string>{(folder_.path() / "mode.json").string()});
  window().key("j");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["theory"] == true; }));
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["measures"]["counted"] > 5; }));
  EXPECT_GT(window().status()["measures"]["total"], 0.0);
}

TEST_F(MeasureWindow, EightProbesReadWhileTheFieldRuns) {
  window().key("i");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["strip"][3] > 0; }));
  for (int i = 0; i < 9; ++i) click_cell(10.5 + 16 * i, 90.5);
  ASSERT_TRUE(wait_probes(8));
  const int samples = window().status()["measures"]["samples"];
  EXPECT_TRUE(window().wait_until(
      [samples](const json& s) { return s["measures"]["samples"] > samples + 5; }));
}

TEST_F(MeasureWindow, WhereThereAreUnitsASourceIsHeldAtAValueInThem) {
  std::string scene = kHotDisc;
  const std::string units =
      R"("measure": {"units": {"cell": 0.001, "rate": 1e-4, "zero": 20, "one": 100}}, )";
  scene.insert(scene.find("\"view\""), units);
  std::ofstream(folder_.path() / "units.json") << scene;
  window_.reset();
  window_.emplace(std::vector<std::string>{(folder_.path() / "units.json").string()});
  click_cell(40.5, 60.5);
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["places"].contains("held at"); }));
  const json at = window().status()["places"]["held at"];
  XClient client(window().display());
  client.move(at[0].get<int>() + at[2].get<int>() / 2, at[1].get<int>() + at[3].get<int>() / 2);
  for (const bool down : {true, false, true, false}) client.button(1, down);
  client.finish();
  window().wait_frames(5);
  for (const char* key : {"6", "0", "Return"}) {
    client.key(key, true);
    client.key(key, false);
  }
  client.finish();
  window().move_to_cell(40.5, 60.5);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["probe_value"] == 0.5; }))
      << window().status()["probe_value"];
}

}  // namespace
}  // namespace heatwave::test
