// Drives the stage in the real window.
#pragma once

#include <array>
#include <string>

#include "window_fixture.h"

namespace heatwave::test {

inline bool is_shown(const nlohmann::json& status, const std::string& lesson) {
  return status["room"] == "stage" && status["stage"]["lesson"] == lesson &&
         status["stage"]["shown"] == true;
}

/// Opens lessons, and clicks on named places.
class StageTest : public WindowTest {
 protected:
  void open(const std::string& lesson) {
    open_full_size({"--lesson", lesson});
    ASSERT_TRUE(wait([&](const nlohmann::json& s) { return is_shown(s, lesson); }));
  }
  nlohmann::json stage() { return window().status()["stage"]; }
  int steps() { return stage()["steps"]; }

  /// Returns a point in a named place of the window; `part` is its share of the width.
  std::array<double, 2> place(const std::string& name, double part = 0.5) {
    EXPECT_TRUE(wait([&](const nlohmann::json& s) { return s["places"].contains(name); })) << name;
    const nlohmann::json at = window().status()["places"][name];
    return {at[0].get<double>() + at[2].get<double>() * part,
            at[1].get<double>() + at[3].get<double>() / 2};
  }
  /// Scrolls the side panel until the control is visible.
  void scroll_to(const std::string& name) {
    constexpr double kBottom = 720;  // bottom of the side panel, in a window of 1280 × 800
    for (int turn = 0; turn < 40 && place(name)[1] > kBottom; ++turn) {
      window().move_to(1100, 400);
      window().press(5);
      window().release(5);
    }
  }
  void click(const std::string& name) {
    scroll_to(name);
    const auto [x, y] = place(name);
    window().move_to(x, y);
    window().press();
    window().release();
  }
};

}  // namespace heatwave::test
