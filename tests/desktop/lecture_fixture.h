// A window with a lecture.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "window_fixture.h"

namespace heatwave::test {

class LectureWindow : public WindowTest {
 protected:
  void open(const std::string& lecture) {
    window_.emplace(std::vector<std::string>{lecture});
    ASSERT_TRUE(wait([](const nlohmann::json& s) { return s["lecture"]["open"] == true; }));
  }
  void open_full_size(const std::string& lecture) {
    WindowTest::open_full_size({lecture});
    ASSERT_TRUE(wait([](const nlohmann::json& s) { return s["lecture"]["open"] == true; }));
  }
  /// Writes a lecture of these steps to a file; returns its path.
  std::string written(const std::string& steps) {
    const auto path = folder_.path() / "mine.hwl";
    std::ofstream(path) << R"({"heatwave": "lecture", "version": 1, "title": "Mine", "steps": [)"
                        << steps << "]}";
    return path.string();
  }
  bool arrives(int step, bool answer = false) {
    return wait([&](const nlohmann::json& s) {
      return s["lecture"]["step"] == step && s["lecture"]["answer"] == answer &&
             s["lecture"]["going"] == false;
    });
  }
  bool stage_stands_at(const std::string& lesson, int step) {
    return wait([&](const nlohmann::json& s) {
      return s["room"] == "stage" && s["stage"]["lesson"] == lesson &&
             s["stage"]["shown"] == true && s["stage"]["step"] == step;
    });
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace heatwave::test
