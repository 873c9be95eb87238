// Fixtures for tests of the real window.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver.h"

namespace heatwave::test {

/// Returns the lower edge of a place of the interface, given by x, y, width and height.
inline double bottom_of(const nlohmann::json& place) {
  return place[1].get<double>() + place[3].get<double>();
}

/// The x, y, width and height of a place, as in the status.
using Area = std::array<double, 4>;

inline bool meet(const Area& a, const Area& b) {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}

class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  }

  void open(const std::vector<std::string>& arguments) { window_.emplace(arguments); }
  /// Opens a window of 1280 × 800 pixels, for tests that count pixels of lines or letters.
  void open_full_size(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--window", "1280x800"});
    open(arguments);
  }
  Window& window() { return *window_; }
  bool wait(const std::function<bool(const nlohmann::json&)>& shown, double seconds = kLongEnough) {
    return window().wait_until(shown, seconds);
  }

  std::optional<Window> window_;
};

/// A window with a small plate.
class PlateWindowTest : public WindowTest {
 protected:
  void open_full_size() { WindowTest::open_full_size({"heat-plate", "--size", "160x120"}); }
  void SetUp() override {
    WindowTest::SetUp();
    if (!IsSkipped()) open({"heat-plate", "--size", "160x120"});
  }
};

/// A window with its own home, in which the program may remember settings.
class HomeWindowTest : public WindowTest {
 protected:
  static constexpr std::array kFolders{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME",
                                       "XDG_CACHE_HOME"};

  void SetUp() override {
    WindowTest::SetUp();
    for (const char* name : kFolders) ::setenv(name, (home_.path() / name).c_str(), 1);
    ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);  // it would lie in the home, too
  }
  void TearDown() override {
    window_.reset();  // must close before its home is deleted
    for (const char* name : kFolders) ::unsetenv(name);
  }
  void open(const std::vector<std::string>& arguments) {
    window_.reset();
    WindowTest::open(arguments);
  }
  void leave() {
    window().key_and_leave("ctrl+q");
    EXPECT_EQ(window().wait_for_end(), 0);
  }

  TemporaryFolder home_;
};

}  // namespace heatwave::test
