// Tests the real window in a real X server: user input and the resulting picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "driver.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

// A hot disc on a cold plate, with so few cells that each is several pixels wide.
constexpr const char* kScene = R"({
  "title": "A hot disc",
  "equation": "heat",
  "size": [160, 120],
  "sources": [{"shape": "disc", "centre": [40, 60], "radius": 8, "value": 1}],
  "view": {"range": [0, 1]},
  "pace": 1
})";

// The parameter exceeds the stability limit: the field overflows within a few hundred steps.
constexpr const char* kUnstableScene = R"({
  "equation": "heat",
  "size": [160, 120],
  "guarded": false,
  "parameters": {"alpha": 0.6},
  "sources": [{"shape": "disc", "centre": [40, 60], "radius": 8, "value": 1}],
  "pace": 20
})";

constexpr std::array<double, 2> kDisc{40.5, 60.5};
constexpr std::array<double, 2> kElsewhere{110.5, 60.5};

class RealWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  }

  void open(std::vector<std::string> arguments = {}, const char* scene = kScene) {
    scene_ = scene_folder_.path() / "disc.json";
    std::ofstream(scene_) << scene;
    arguments.insert(arguments.begin(), scene_.string());
    window_.emplace(arguments);
  }
  Window& window() { return *window_; }

  void pause() {
    if (window().status()["playing"] == true) window().key("space");
    ASSERT_TRUE(window().wait_until([](const json& s) { return s["playing"] == false; }));
  }

  TemporaryFolder scene_folder_;
  std::filesystem::path scene_;
  std::optional<Window> window_;
};

bool item_begins_at(const json& status, int x) {
  return !status["items"].empty() && status["items"][0]["bounds"][0] == x;
}

TEST_F(RealWindow, ADraggedSourceTakesTheFieldWithIt) {
  open();
  const auto hot = window().colour_at_cell(kDisc[0], kDisc[1]);
  const auto cold = window().colour_at_cell(kElsewhere[0], kElsewhere[1]);
  ASSERT_NE(hot, cold);
  window().drag(kDisc, kElsewhere);
  EXPECT_TRUE(window().wait_until([](const json& s) { return item_begins_at(s, 102); }));
  window().wait_frames(3);
  EXPECT_EQ(window().status()["frames_from_drag"], 1) << "the frame of the drag must show it";
  EXPECT_GT(window().status()["first_picture_ms"], 0.0);
  EXPECT_EQ(window().colour_at_cell(kElsewhere[0] + 3, kElsewhere[1] + 3), hot);
  EXPECT_EQ(window().status()["probe"], json({110, 60}));
  EXPECT_EQ(window().status()["probe_value"], 1.0);
}

TEST_F(RealWindow, WhereASourceWasTheFieldIsFreeAgain) {
  open();
  window().drag(kDisc, kElsewhere);
  window().move_to_cell(kDisc[0], kDisc[1]);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["probe_value"] < 0.9; }));
}

TEST_F(RealWindow, DraggingWorksWhilePaused) {
  open();
  pause();
  const auto hot = window().colour_at_cell(kDisc[0], kDisc[1]);
  const json before = window().status();
  window().drag(kDisc, kElsewhere);
  window().wait_frames(2);
  EXPECT_EQ(window().status()["step"], before["step"]);
  EXPECT_EQ(window().colour_at_cell(kElsewhere[0] + 3, kElsewhere[1] + 3), hot);
}

TEST_F(RealWindow, UndoTakesBackAWholeDragAndRedoDoesItAgain) {
  open();
  pause();
  window().drag(kDisc, kElsewhere);
  ASSERT_TRUE(window().wait_until([](const json& s) { return item_begins_at(s, 102); }));
  window().key("ctrl+z");
  EXPECT_TRUE(window().wait_until([](const json& s) { return item_begins_at(s, 32); }));
  window().key("ctrl+shift+z");
  EXPECT_TRUE(window().wait_until([](const json& s) { return item_begins_at(s, 102); }));
}

TEST_F(RealWindow, SpacePlaysDotStepsOnceAndRResets) {
  open();
  pause();
  const std::int64_t step = window().status()["step"];
  window().key("period");
  EXPECT_TRUE(window().wait_until([step](const json& s) { return s["step"] == step + 1; }));
  window().wait_frames(3);
  EXPECT_EQ(window().status()["step"], step + 1);
  window().key("r");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["step"] == 0; }));
  window().key("space");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["step"] > 3; }));
}

TEST_F(RealWindow, HHidesThePanelAndTheFieldTakesItsRoom) {
  open();
  const json before = window().status();
  window().key("h");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["panel"] == false; }));
  // The equation stands beside the field then, which becomes higher so.
  EXPECT_TRUE(window().wait_until([&before](const json& s) {
    return s["field_area"][2].get<double>() > before["field_area"][2].get<double>() + 100;
  }));
}

TEST_F(RealWindow, F1ShowsTheHelpAndEscapeClosesIt) {
  open();
  window().key("F1");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["help"] == true; }));
  window().key("Escape");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["help"] == false; }));
}

TEST_F(RealWindow, ControlPlusMinusAndZeroScaleTheInterface) {
  open({"--window", "1280x800"});
  window().key("ctrl+plus");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["unit"] == 1.25; }));
  window().key("ctrl+0");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["unit"] == 1.0; }));
  window().key("ctrl+minus");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["unit"] < 1.0; }));
}

TEST_F(RealWindow, ThePointerFindsItsCellAfterResizingAndScaling) {
  open();
  window().resize(1000, 700);
  ASSERT_TRUE(
      window().wait_until([](const json& s) { return s["field_area"][3].get<double>() < 600; }));
  window().key("ctrl+plus");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["scale"] > 1.2; }));
  window().wait_frames(5);  // until the words above the field have their place
  window().move_to_cell(123.5, 45.5);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["probe"] == json({123, 45}); }));
  window().drag(kDisc, kElsewhere);
  EXPECT_TRUE(window().wait_until([](const json& s) { return item_begins_at(s, 102); }));
}

TEST_F(RealWindow, F11FillsTheScreenAndGivesItBack) {
  open();
  const json before = window().status();
  window().key("F11");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["full_screen"] == true; }));
  EXPECT_TRUE(window().wait_until([&before](const json& s) {
    return s["field_area"][2].get<double>() > before["field_area"][2].get<double>() + 200;
  }));
  window().key("F11");
  EXPECT_TRUE(window().wait_until(
      [&before](const json& s) { return s["field_area"] == before["field_area"]; }));
}

TEST_F(RealWindow, WhatIsToldOfAFrameIsSeenHoweverLateFramesAre) {
  open({"--rate", "10000"});
  XClient screen(window().display());
  std::array<std::array<int, 3>, 2> seen{};  // colours of the top bar, light and dark
  for (int turn = 0; turn < 12; ++turn) {
    const bool dark = window().status()["dark"] == false;
    window().key_and_leave("t");
    ASSERT_TRUE(window().wait_until([&](const json& s) { return s["dark"] == dark; }));
    if (turn < 2) window().wait_frames(10);
    const auto colour = screen.colour_at(4, 4);
    if (turn < 2) seen[dark ? 1 : 0] = colour;
    EXPECT_EQ(colour, seen[dark ? 1 : 0]) << turn;
  }
  EXPECT_NE(seen[0], seen[1]);
}

TEST_F(RealWindow, ToolsDrawAndTheRightButtonErases) {
  open();
  pause();
  window().key("w");
  window().key("b");
  window().drag({100.5, 20.5}, {130.5, 40.5});
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["items"].size() == 2; }));
  EXPECT_EQ(window().status()["items"][1]["role"], 1);
  EXPECT_TRUE(
      window().wait_until([](const json& s) { return s["selected"] == s["items"][1]["id"]; }));
  window().key("Delete");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["items"].size() == 1; }));
  for (int i = 0; i < 4; ++i) window().key("bracketright");
  window().drag({36.5, 60.5}, {44.5, 60.5}, 3);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["items"].empty(); }));
}

TEST_F(RealWindow, ControlDDuplicatesWhatIsSelected) {
  open();
  pause();
  window().move_to_cell(kDisc[0], kDisc[1]);
  window().press();
  window().release();
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["selected"] != 0; }));
  const json before = window().status();
  window().key("ctrl+d");
  ASSERT_TRUE(window().wait_until([](const json& s) {
    return s["items"].size() == 2 && s["selected"] == s["items"][1]["id"];
  }));
  const json after = window().status();
  EXPECT_EQ(after["items"][0], before["items"][0]);
  EXPECT_GT(after["items"][1]["bounds"][0], after["items"][0]["bounds"][0]);
}

TEST_F(RealWindow, WMakesWhatIsSelectedAWall) {
  open();
  pause();
  window().move_to_cell(kDisc[0], kDisc[1]);
  window().press();
  window().release();
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["selected"] != 0; }));
  const auto has_role = [](int role) {
    return
        [role](const json& s) { return s["items"].size() == 1 && s["items"][0]["role"] == role; };
  };
  ASSERT_TRUE(window().wait_until(has_role(0)));
  window().key("w");
  EXPECT_TRUE(window().wait_until(has_role(1)));
  EXPECT_EQ(window().status()["tool"], 0) << "no drawing tool is chosen";
  window().key("ctrl+z");
  EXPECT_TRUE(window().wait_until(has_role(0)));
  window().key("Escape");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["selected"] == 0; }));
  window().key("w");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["tool"] == 1; }))
      << "with nothing selected the next shape is a wall";
}

TEST_F(RealWindow, AHandleResizesWhatIsSelected) {
  open();
  pause();
  window().move_to_cell(kDisc[0], kDisc[1]);
  window().press();
  window().release();
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["selected"] != 0; }));
  window().drag({48, 60}, {60, 60});
  EXPECT_TRUE(window().wait_until([](const json& s) {
    return s["items"][0]["bounds"] == json({20, 40, 60, 80});
  })) << window().status()["items"];
}

TEST_F(RealWindow, TheHoldBrushAndTheEraserWorkWhilePaused) {
  open();
  pause();
  const json before = window().status();
  window().key("k");
  window().drag({100.5, 30.5}, {130.5, 30.5});
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["items"].size() == 2; }));
  window().move_to_cell(115.5, 30.5);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["probe_value"] == 1.0; }));
  window().key("e");
  window().drag({95.5, 30.5}, {135.5, 30.5});
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["items"].size() == 1; }));
  window().move_to_cell(115.5, 30.5);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["probe_value"] == 0.0; }));
  EXPECT_EQ(window().status()["step"], before["step"]);
}

TEST_F(RealWindow, ControlEAndEnterSaveASequenceOfCompletePictures) {
  open();
  window().key("ctrl+e");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["export"]["open"] == true; }));
  window().key("Return");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] >= 3; }));
  window().key("ctrl+e");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == s["taken"]; }));
  const auto written = window().status()["written"].get<std::size_t>();
  std::size_t pictures = 0;
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(window().folder() / "out")) {
    if (!entry.is_regular_file()) continue;
    const std::string png = bytes_of(entry.path());
    ASSERT_GT(png.size(), 20U) << entry.path();
    EXPECT_EQ(png.substr(1, 3), "PNG") << entry.path();
    EXPECT_EQ(png.substr(png.size() - 8, 4), "IEND") << entry.path();
    ++pictures;
  }
  EXPECT_EQ(pictures, written);
}

TEST_F(RealWindow, AnOverflowStopsTheFieldWithOneNoticeAndRGoesOn) {
  open({}, kUnstableScene);
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["overflowed"] == true; }));
  const json stopped = window().status();
  EXPECT_LE(stopped["frame"].get<int>(), 60);
  EXPECT_EQ(stopped["playing"], false);
  EXPECT_EQ(stopped["notices"].size(), 1U) << stopped["notices"];
  window().key("r");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["overflowed"] == false; }));
  EXPECT_TRUE(window().status()["notices"].empty());
  EXPECT_EQ(window().status()["range"], json({0.0, 1.0})) << "the range resets at once";
}

TEST_F(RealWindow, SSavesThePictureThatTheCommandLineSaves) {
  open();
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["step"] > 5; }));
  pause();
  const std::int64_t step = window().status()["step"];
  window().key("s");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == 1; }));
  const std::string newest = window().status()["newest"];
  const std::string saved = bytes_of(window().folder() / newest);
  ASSERT_FALSE(saved.empty()) << newest;
  ASSERT_EQ(run_to_end({HEATWAVE_BINARY, "run", "--scene", scene_.string(), "--steps",
                        std::to_string(step), "--png", "headless.png"},
                       window().folder()),
            0);
  EXPECT_EQ(saved, bytes_of(window().folder() / "headless.png"));
}

TEST_F(RealWindow, ShiftSSavesTheWindow) {
  open();
  window().key("shift+s");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["written"] == 1; }));
  EXPECT_GT(bytes_of(window().folder() / "out" / "disc-window.png").size(), 1000U);
}

TEST_F(RealWindow, LeavesByItselfAfterTheFramesAskedForWithAPicture) {
  open({"--frames", "40", "--screenshot", "last.png", "--window", "800x600"});
  EXPECT_EQ(window().wait_for_end(), 0);
  const std::string png = bytes_of(window().folder() / "last.png");
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\3\x20\0\0\2\x58", 8));
  EXPECT_EQ(window().status()["frame"], 39);
}

TEST_F(RealWindow, APictureThatCannotBeSavedIsAFailureWithOneLine) {
  const XServer server;
  const std::filesystem::path errors = scene_folder_.path() / "errors.txt";
  Process program({HEATWAVE_BINARY, "--frames", "3", "--screenshot", "/proc/picture.png"},
                  {"DISPLAY=" + server.display()}, scene_folder_.path(), errors);
  EXPECT_EQ(program.wait(kLongEnough), 1);
  const std::string text = bytes_of(errors);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_NE(text.find("/proc/picture.png"), std::string::npos) << text;
}

TEST_F(RealWindow, NOpensTheNextSceneAndTheSwitchTheOtherEquation) {
  open();
  window().key("n");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["scene"] != "disc"; }));
  EXPECT_EQ(window().status()["equation"], "heat");
  // Equations that do not fit beside each other are in a list.
  for (const char* name : {"equation", "equation/Wave"}) window().click(name);
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["equation"] == "wave"; }));
}

}  // namespace
}  // namespace heatwave::test
