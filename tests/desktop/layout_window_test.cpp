// Tests keyboards of other countries in the real window: letters go by their printed key, signs by
// the character typed.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/tested_program.h"
#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class LayoutWindow : public PlateWindowTest {
 protected:
  void SetUp() override {
    if (tests_other_program()) {
      GTEST_SKIP() << "wine tells no program of a new layout; windows/check_windows.py tests keys";
    }
    PlateWindowTest::SetUp();
  }
  /// Changes the layout. `signs`: the keys that the window then shows for . , [ ]
  void change_to(const std::string& layout, const std::string& signs) {
    ASSERT_EQ(run_to_end({"setxkbmap", "-display", window().display(), layout}, window().folder()),
              0);
    ASSERT_TRUE(wait([&](const json& s) { return s["signs"] == signs; })) << layout;
  }
  /// Presses `keys`, named by their signs or key numbers, and expects each key's action.
  void expect_done(const std::vector<std::pair<std::string, std::string>>& keys) {
    for (const auto& [name, action] : keys) {
      const int before = window().status()["actions"];
      window().key(name);
      EXPECT_TRUE(wait([&](const json& s) { return s["actions"] > before; })) << name;
      EXPECT_EQ(window().status()["done"], action) << name;
    }
  }
};

TEST_F(LayoutWindow, GermanKeysDoWhatIsPrintedOnThem) {
  change_to("de", ". , Ü +");
  expect_done({{"3", "show_stage"},
               {"comma", "back"},
               {"1", "show_fields"},
               {"udiaeresis", "smaller_brush"},
               {"plus", "larger_brush"},
               {"period", "step"},
               {"y", "tool_tape"},
               {"ctrl+z", "undo"},
               {"ctrl+y", "redo"},
               {"ctrl+plus", "larger_interface"},
               {"ctrl+minus", "smaller_interface"},
               {"ctrl+0", "plain_interface"},
               {"0", "fit_view"}});
  EXPECT_EQ(window().errors(), "");
}

TEST_F(LayoutWindow, FrenchKeysDoWhatIsPrintedOnThem) {
  change_to("fr", ": , ^ $");
  expect_done({{"quotedbl", "show_stage"},
               {"comma", "back"},
               {"colon", "step"},
               {"eacute", "show_lab"},
               {"ampersand", "show_fields"},
               {"dead_circumflex", "smaller_brush"},
               {"35", "larger_brush"},
               {"shift+semicolon", "step"},
               {"a", "make_source"},
               {"q", "stopwatch"},
               {"w", "make_wall"},
               {"m", "make_medium"},
               {"ctrl+z", "undo"},
               {"ctrl+equal", "larger_interface"},
               {"ctrl+minus", "smaller_interface"},
               {"ctrl+colon", "playback_faster"},
               {"ctrl+comma", "playback_slower"},
               {"shift+agrave", "fit_view"},
               {"shift+quotedbl", "show_stage"},
               {"shift+ampersand", "show_fields"}});
  EXPECT_EQ(window().errors(), "");
}

}  // namespace
}  // namespace heatwave::test
