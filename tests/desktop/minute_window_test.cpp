// Tests the last minute in the real window: one key shows it and returns to the present.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/sanitized.h"
#include "window_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class MinuteWindow : public WindowTest {};

std::filesystem::path only_picture(const std::filesystem::path& folder, std::size_t number) {
  std::vector<std::filesystem::path> all;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  return number < all.size() ? all[number] : std::filesystem::path();
}

TEST_F(MinuteWindow, IsShownAgainByAKeyAndLeftToWhereOneWasWithTheSamePicture) {
  window_.emplace(std::vector<std::string>{"wave-drop", "--size", "160x120"});
  window().wait_frames(10);
  window().drag({40, 60}, {70, 60});
  window().key("p");
  window().drag({20, 20}, {60, 30});
  window().wait_frames(5);
  window().key("space");
  ASSERT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  const json before = window().status();
  const auto out = window().folder() / "out";
  window().key("s");
  ASSERT_TRUE(wait([&](const json&) { return !only_picture(out, 0).empty(); }));
  window().key("F9");
  ASSERT_TRUE(wait([](const json& s) {
    return s["playback"]["open"] == true && s["playback"]["of_last_minute"] == true;
  }));
  ASSERT_TRUE(wait([&](const json& s) {
    return s["playback"]["reached"] >= s["playback"]["seconds"] && s["step"] == before["step"];
  }));
  EXPECT_EQ(window().status()["told"].get<std::string>().find("differs"), std::string::npos);
  window().key("r");
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["reached"] < 0.2; }));
  window().key("F9");
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == false; }));
  EXPECT_TRUE(
      wait([&](const json& s) { return s["step"] == before["step"] && s["playing"] == false; }));
  EXPECT_EQ(window().status()["items"], before["items"]);
  window().key("s");
  ASSERT_TRUE(wait([&](const json&) { return !only_picture(out, 1).empty(); }));
  EXPECT_EQ(bytes_of(only_picture(out, 0)), bytes_of(only_picture(out, 1)));
  EXPECT_EQ(window().status()["can_undo"], true);
  EXPECT_EQ(window().errors(), "");
}

/// Returns the bytes in use besides those that the last minute reports.
std::int64_t held_besides(Window& window) {
  return static_cast<std::int64_t>(window.memory()) -
         window.status()["minute_bytes"].get<std::int64_t>();
}

TEST_F(MinuteWindow, IsTakenOverWhereItStandsAndNotKeptBesides) {
  constexpr std::int64_t kBytesOfField = 1500 * 1500 * 4;
  const FreedGoesBack seen;
  window_.emplace(
      std::vector<std::string>{"heat-plate", "--size", "1500x1500", "--backend", "cpu"});
  window().wait_frames(20);
  const std::int64_t before = held_besides(window());
  window().key("F9");
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == true; }));
  window().click("take over");
  ASSERT_TRUE(wait([](const json& s) { return s["playback"]["open"] == false; }));
  const std::int64_t step = window().status()["step"];
  EXPECT_TRUE(wait([&](const json& s) { return s["step"] > step + 20; }) ||
              window().status()["playing"] == false);
  // A sanitizer does not return freed memory.
  if (!kSanitized) {
    EXPECT_LT(held_besides(window()), before + kBytesOfField / 2);
  }
  EXPECT_EQ(window().errors(), "");
}

}  // namespace
}  // namespace heatwave::test
