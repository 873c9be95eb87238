// Tests that the stage explains why a play does not continue, and shows the code in a narrow room.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <utility>

#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class StageHelp : public WindowTest {
 protected:
  void open(const std::string& lesson, const std::string& scale) {
    window_.emplace(std::vector<std::string>{"--lesson", lesson, "--scale", scale});
    ASSERT_TRUE(wait([&](const json& s) {
      return s["room"] == "stage" && s["stage"]["lesson"] == lesson && s["stage"]["shown"] == true;
    }));
  }
};

TEST_F(StageHelp, SteppingOnWhileThePlayWaitsForAChoiceSaysWhatToDo) {
  open("race", "1");
  const int before = window().status()["stage"]["steps"].get<int>();
  for (const char* key : {"period", "Right", "space", "End"}) {
    window().key(key);
    EXPECT_TRUE(wait([](const json& s) {
      return s["told"].get<std::string>().find("Choose the thread that runs next") !=
             std::string::npos;
    })) << key;
    EXPECT_TRUE(window().status()["stage"]["step"] == before);
    window().key("shift+F2");
    ASSERT_TRUE(wait([](const json& s) { return s["told"] == "No lecture is open."; })) << key;
  }
}

bool meets(const json& a, const json& b) {
  const auto apart = [&](std::size_t from, std::size_t size) {
    return a[from].get<double>() + a[size].get<double>() <= b[from].get<double>() ||
           b[from].get<double>() + b[size].get<double>() <= a[from].get<double>();
  };
  return !apart(0, 2) && !apart(1, 3);
}

TEST_F(StageHelp, NoNoticeCoversASentenceOrTheBoardAndTheEndNeedsNone) {
  open("lock", "1");
  for (const auto& [width, height] : {std::pair{1280, 800}, std::pair{1920, 1080}}) {
    window().resize(width, height);
    window().key("End");
    ASSERT_TRUE(wait([](const json& s) { return s["stage"]["step"] == s["stage"]["steps"]; }));
    for (const bool presented : {false, true}) {
      if (presented) window().key("F5");
      ASSERT_TRUE(wait([&](const json& s) { return s["present"]["on"] == presented; }));
      window().key("shift+F2");
      ASSERT_TRUE(wait([](const json& s) {
        return s["told"] == "No lecture is open." && s["places"].contains("notice");
      }));
      for (const char* key : {"Right", "Down"}) window().key(key);
      window().wait_frames(3);
      const json status = window().status();
      EXPECT_EQ(status["told"], "No lecture is open.") << "the counter says that it is the end";
      const json& notice = status["places"]["notice"];
      EXPECT_FALSE(meets(notice, status["places"]["sentences"])) << width << ' ' << presented;
      EXPECT_FALSE(meets(notice, status["stage"]["board_area"])) << width << ' ' << presented;
    }
    window().key("F5");
  }
}

TEST_F(StageHelp, TheCodeIsSeenAlsoWhereTheInterfaceIsTwiceAsLarge) {
  open("dot", "2");
  window().resize(1280, 800);
  // In this low window the room of the stage grows only as far as the last row of a hall needs it.
  constexpr double kUnit = 1.2 * 800 / 40 / 16;
  const auto shows_code = [](const json& s) {
    const std::array<double, 4> code = s["stage"]["source_area"];
    return code[2] >= kUnit * 280 && code[3] >= kUnit * 168;  // seven lines of code
  };
  EXPECT_TRUE(wait(shows_code));
  window().key("h");
  EXPECT_TRUE(wait(shows_code)) << "the code is shown without the side panel, too";
}

}  // namespace
}  // namespace heatwave::test
