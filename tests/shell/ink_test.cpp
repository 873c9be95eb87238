// Strokes are bounded, erased where the eraser touches them, and stay with their page.
#include "app/shell/presenter/ink.h"

#include <gtest/gtest.h>

namespace heatwave::shell {
namespace {

using session::PenColour;
using session::PenTool;

const ui::Box kSheet{0, 0, 1000, 500};

void draw(Ink& ink, std::initializer_list<ImVec2> points) {
  for (const ImVec2& point : points) ink.draw_to(point, kSheet, 10);
  ink.end_stroke();
}

TEST(Ink, IsBoundedTheOldestGoesFirst) {
  Ink ink;
  for (int i = 0; i < 100'000; ++i) {
    ink.draw_to({static_cast<float>(i % 1000), static_cast<float>(i / 100)}, kSheet, 10);
    if (i % 5000 == 0) ink.end_stroke();
  }
  EXPECT_LE(ink.points(), Ink::kMostPoints + 1);
  for (const Stroke& stroke : ink.strokes()) {
    EXPECT_LE(stroke.points.size(), Ink::kLongestStroke + 1);
  }
  ink.wipe();
  EXPECT_TRUE(ink.strokes().empty());
  EXPECT_EQ(ink.points(), 0U);
}

TEST(Ink, EachStrokeHasTheToolAndTheColourItWasDrawnWith) {
  Ink ink;
  draw(ink, {{10, 10}, {20, 20}});
  ink.take(PenTool::highlighter, PenColour::green);
  draw(ink, {{10, 30}, {20, 30}});
  ASSERT_EQ(ink.strokes().size(), 2U);
  EXPECT_EQ(ink.strokes()[0].colour, PenColour::yellow);
  EXPECT_EQ(ink.strokes()[1].tool, PenTool::highlighter);
  EXPECT_EQ(ink.strokes()[1].colour, PenColour::green);
}

TEST(Ink, TheEraserTakesTheStrokesItTouchesAlsoBetweenTheirPoints) {
  Ink ink;
  draw(ink, {{100, 100}, {300, 100}});
  draw(ink, {{100, 200}, {300, 200}});
  ink.take(PenTool::eraser, PenColour::yellow);
  draw(ink, {{200, 150}});
  EXPECT_EQ(ink.strokes().size(), 2U) << "too far from both";
  draw(ink, {{200, 108}});
  ASSERT_EQ(ink.strokes().size(), 1U);
  EXPECT_NEAR(ink.strokes()[0].points[0].y, 0.4F, 1e-5F);
}

TEST(Ink, StaysWithItsPage) {
  Ink ink;
  draw(ink, {{1, 1}, {9, 9}});
  ink.turn_to("step 1");
  EXPECT_TRUE(ink.strokes().empty());
  draw(ink, {{5, 5}, {50, 50}});
  ink.turn_to("step 2");
  EXPECT_TRUE(ink.strokes().empty());
  ink.wipe();
  ink.turn_to("step 1");
  EXPECT_EQ(ink.strokes().size(), 1U);
  ink.wipe_loose();
  EXPECT_EQ(ink.strokes().size(), 1U) << "it belongs to a step";
  ink.turn_to("");
  EXPECT_TRUE(ink.strokes().empty());
}

TEST(Ink, KeepsItsPlaceOnASheetOfAnotherSize) {
  Ink ink;
  draw(ink, {{500, 250}, {600, 250}});
  ink.take(PenTool::eraser, PenColour::yellow);
  ink.draw_to({150, 350}, {100, 100, 200, 600}, 3);
  EXPECT_TRUE(ink.strokes().empty()) << "the middle of the one sheet is the middle of the other";
}

}  // namespace
}  // namespace heatwave::shell
