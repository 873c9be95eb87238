// Tests compared fields in the real window: both take drags, and their difference is shown.
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "slope_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class CompareWindow : public SlopeWindow {};

TEST_F(CompareWindow, AFieldBesideItselfTakesTheSameSteps) {
  ASSERT_TRUE(wait_view("flat"));
  window().key("u");
  ASSERT_TRUE(wait([](const json& s) { return s.contains("compared"); }));
  window().key("period");
  window().key("period");
  ASSERT_TRUE(
      wait([](const json& s) { return s["step"] == 2 && s["compared"]["largest"] == 0.0; }));
  window().drag({40.5, 60.5}, {90.5, 60.5});
  ASSERT_TRUE(wait([](const json& s) { return s["compared"]["largest"] > 0.01; }));
  EXPECT_EQ(window().status()["compared"]["before"], "the source not moved");
  EXPECT_EQ(window().status()["compared"]["now"], "the source moved");
  // A message answers a drag in the difference, which is no field.
  const json area = window().status()["compared"]["difference_area"];
  window().move_to(area[0].get<double>() + area[2].get<double>() / 2,
                   area[1].get<double>() + area[3].get<double>() / 2);
  window().wait_frames(2);
  window().press();
  window().wait_frames(2);
  window().release();
  EXPECT_TRUE(wait([](const json& s) {
    return s["told"] == "This is the difference: drag something in one of the two fields.";
  }));
  window().key("r");
  ASSERT_TRUE(wait([](const json& s) {
    return s["step"] == 0 && s["compared"]["before"] == "the source not moved";
  }));
  window().key("u");
  EXPECT_TRUE(wait([](const json& s) { return !s.contains("compared"); }));
}

TEST_F(CompareWindow, TheDifferenceIsTwiceAsLargeAsTheFieldsAndLevelWithThem) {
  ASSERT_TRUE(wait_view("flat"));
  window().key("u");
  for (const auto& [width, height] : {std::pair{768, 480}, {1280, 480}, {600, 700}}) {
    window().resize(width, height);
    window().wait_frames(8);
    ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("difference bar"); }));
    const json s = window().status();
    const Area now = s["field_area"];
    const Area before = s["compared"]["area"];
    const Area difference = s["compared"]["difference_area"];
    EXPECT_NEAR(now[2], before[2], 1);
    EXPECT_NEAR(now[3], before[3], 1);
    EXPECT_NEAR(s["cell"].get<double>(), s["compared"]["cell"].get<double>(), 1e-3);
    EXPECT_GT(difference[2], 2 * now[2]) << width;
    EXPECT_GT(difference[3], 2 * now[3] - 1) << width;
    const bool is_row = difference[0] > before[0] + before[2];
    const int along = is_row ? 1 : 0;
    EXPECT_NEAR(difference[along], before[along], 1) << "the first edges are level";
    EXPECT_NEAR(difference[along] + difference[along + 2], now[along] + now[along + 2], 1)
        << "the last edges are level";
    const Area bar = s["places"]["difference bar"];
    EXPECT_NEAR(bar[1], difference[1], 1) << "the bar stands beside what it explains";
    EXPECT_NEAR(bar[3], difference[3], 1);
  }
}

TEST_F(CompareWindow, TheDifferenceLiesInTheGridOfTheFieldsAndSaysItsTerms) {
  open_full_size({(folder_.path() / "slope.json").string()});
  window().key("u");
  ASSERT_TRUE(wait([](const json& s) {
    return s.contains("compared") &&
           s["compared"]["difference_title"] == "difference: right − left";
  }));
  window().wait_frames(3);
  const json s = window().status();
  const Area difference = s["compared"]["difference_area"];
  const Area other = s["compared"]["area"];
  EXPECT_NEAR(difference[0], other[0], 1) << "it begins where the field above it does";
  EXPECT_GE(difference[1], other[1] + other[3]);
  const auto at = [&](double x) {
    return window().colour_at_cell(
        (x - s["origin"][0].get<double>()) / s["cell"].get<double>(),
        (difference[1] + 0.7 * difference[3] - s["origin"][1].get<double>()) /
            s["cell"].get<double>());
  };
  EXPECT_NE(at(difference[0] - 0.5), at(difference[0] - 4)) << "a rim is around it";
  window().key("shift+u");
  ASSERT_TRUE(wait([](const json& now) { return now["compared"]["layout"] == "wipe"; }));
  window().key("ctrl+u");
  EXPECT_TRUE(wait([](const json& now) {
    return now["compared"]["shows_difference"] == true &&
           now["compared"]["difference_title"] == "difference: right − left";
  }));
}

TEST_F(CompareWindow, TheBarOfTheDifferenceCoversNoPicture) {
  ASSERT_TRUE(wait_view("flat"));
  window().key("u");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("difference bar"); }));
  window().key("period");
  ASSERT_TRUE(wait([](const json& s) { return s["step"] == 1; }));
  window().drag({40.5, 60.5}, {90.5, 60.5});
  ASSERT_TRUE(wait([](const json& s) { return s["compared"]["largest"] > 0.01; }));
  for (const char* layout : {"side-by-side", "wipe"}) {
    if (layout == std::string("wipe")) {
      window().key("shift+u");
      ASSERT_TRUE(wait([](const json& s) { return s["compared"]["layout"] == "wipe"; }));
      window().key("ctrl+u");
    }
    ASSERT_TRUE(wait([&](const json& s) {
      return s["compared"]["layout"] == layout && s["compared"]["shows_difference"] == true;
    }));
    window().wait_frames(3);
    const json s = window().status();
    const Area bar = s["places"]["difference bar"];
    EXPECT_GT(bar[3], 60) << layout;
    for (const json& picture :
         {s["field_area"], s["compared"]["area"], s["compared"]["difference_area"]}) {
      EXPECT_FALSE(meet(bar, picture)) << layout << ' ' << picture;
    }
  }
}

/// Returns the window position of a cell of the other field.
std::array<double, 2> in_other(const json& status, double x, double y) {
  const json& other = status["compared"];
  return {other["origin"][0].get<double>() + x * other["cell"].get<double>(),
          other["origin"][1].get<double>() + y * other["cell"].get<double>()};
}

TEST_F(CompareWindow, BothComparedFieldsTakeDrags) {
  ASSERT_TRUE(wait_view("flat"));
  window().key("u");
  ASSERT_TRUE(wait([](const json& s) { return s.contains("compared"); }));
  window().wait_frames(3);
  const json before = window().status();
  const auto from = in_other(before, 40.5, 60.5);
  const auto to = in_other(before, 90.5, 60.5);
  window().move_to(from[0], from[1]);
  window().wait_frames(2);
  window().press();
  window().wait_frames(2);
  window().move_to(to[0], to[1]);
  window().wait_frames(2);
  window().release();
  // Fields with the same items would be equal.
  window().key("r");
  window().key("period");
  EXPECT_TRUE(wait(
      [](const json& s) { return s["step"] == 1 && s["compared"].value("largest", 0.0) > 0.01; }));
  EXPECT_EQ(window().status()["items"][0]["bounds"], before["items"][0]["bounds"])
      << "the original is unchanged";
}

TEST_F(CompareWindow, AWipeIsMovedByTheMouseAndByKeysAndTheDifferenceComesOnDemand) {
  ASSERT_TRUE(wait_view("flat"));
  const json alone = window().status()["field_area"];
  window().key("u");
  ASSERT_TRUE(wait([](const json& s) {
    return s.contains("compared") && s["compared"]["layout"] == "side-by-side";
  }));
  window().key("shift+u");
  ASSERT_TRUE(wait([](const json& s) {
    return s["compared"]["layout"] == "wipe" && s["compared"]["shows_difference"] == false &&
           !s["compared"].contains("largest");
  }));
  EXPECT_TRUE(wait([&](const json& s) { return s["field_area"] == alone; }))
      << "each field has the whole area";
  const double divider = window().status()["compared"]["divider"];
  const double y = alone[1].get<double>() + alone[3].get<double>() / 2;
  window().move_to(divider, y);
  window().wait_frames(2);
  window().press();
  window().wait_frames(2);
  window().move_to(divider - 100, y);
  window().wait_frames(2);
  window().release();
  ASSERT_TRUE(wait([&](const json& s) {
    return std::abs(s["compared"]["divider"].get<double>() - (divider - 100)) < 3;
  }));
  const double at = window().status()["compared"]["divided_at"];
  window().key("ctrl+Right");
  EXPECT_TRUE(
      wait([&](const json& s) { return s["compared"]["divided_at"].get<double>() > at + 0.04; }));
  window().key("ctrl+u");
  EXPECT_TRUE(wait([](const json& s) { return s["compared"].contains("largest"); }));
  window().key("shift+u");
  EXPECT_TRUE(wait([](const json& s) { return s["compared"]["layout"] == "side-by-side"; }));
}

}  // namespace
}  // namespace heatwave::test
