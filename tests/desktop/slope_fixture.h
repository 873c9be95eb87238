// The window that the tests of views and of compared fields open.
#pragma once

#include <fstream>

#include "window_fixture.h"

namespace heatwave::test {

inline constexpr const char* kSlope = R"({
  "equation": "heat",
  "size": [160, 120],
  "edges": "insulated",
  "sources": [{"shape": "disc", "centre": [40, 60], "radius": 8, "value": 1}],
  "initial": [{"form": "mode", "p": 1, "q": 0, "height": 1}],
  "view": {"range": [0, 1], "colormap": "gray"},
  "pace": 1,
  "paused": true
})";

/// A window with a paused field whose values rise evenly, and a source in it.
class SlopeWindow : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    const auto scene = folder_.path() / "slope.json";
    std::ofstream(scene) << kSlope;
    open({scene.string()});
  }
  bool wait_view(const char* id) {
    return wait([id](const nlohmann::json& s) { return s["view"] == id; });
  }
  nlohmann::json item() { return window().status()["items"][0]; }

  TemporaryFolder folder_;
};

}  // namespace heatwave::test
