// Tooltips appear after a rest, disappear by themselves and with any key, and never cover words
// being read.
#include "app/ui/tooltips.h"

#include <algorithm>

#include "app/ui/chart_axes.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class TooltipsTest : public WithoutAScreen {
 protected:
  ~TooltipsTest() override { ImGui::EndFrame(); }

  /// Draws a frame with the pointer on a control, this many seconds after the last frame.
  bool frame(double seconds, ImVec2 corner = {10, 10}) {
    if (begun_) ImGui::EndFrame();
    begun_ = true;
    ImGui::GetIO().DeltaTime = static_cast<float>(seconds);
    ImGui::NewFrame();
    tooltips_.begin_frame();
    return tooltips_.is_due_at(corner);
  }
  void point_at(ImVec2 place) {
    ImGui::GetIO().AddMousePosEvent(place.x, place.y);
    frame(0.1);
  }

  bool begun_ = false;
  Tooltips tooltips_;
};

TEST_F(TooltipsTest, AreShownAfterARestForFourSeconds) {
  EXPECT_FALSE(frame(0.1));
  EXPECT_FALSE(frame(0.4));
  EXPECT_TRUE(frame(0.2));
  EXPECT_TRUE(frame(3.7));
  EXPECT_FALSE(frame(0.3));
  EXPECT_FALSE(frame(60));
  EXPECT_FALSE(frame(0.1, {50, 10})) << "the pointer is on another control";
  EXPECT_TRUE(frame(0.6, {50, 10}));
}

TEST_F(TooltipsTest, AreHiddenByAnyKeyUntilThePointerComesToAControlAnew) {
  frame(0.1);
  EXPECT_TRUE(frame(0.6));
  tooltips_.hide();
  EXPECT_FALSE(frame(0.1));
  EXPECT_FALSE(frame(2.0)) << "the tooltip must stay hidden while the pointer rests";
  ImGui::EndFrame();
  ImGui::NewFrame();  // the pointer is on no control
  EXPECT_FALSE(frame(0.1));
  EXPECT_TRUE(frame(0.6));
}

TEST_F(TooltipsTest, OfAChartFollowThePointerAndGoWithAKey) {
  point_at({100, 100});
  point_at({110, 100});
  EXPECT_TRUE(tooltips_.may_follow_pointer());
  tooltips_.hide();
  frame(0.1);
  EXPECT_FALSE(tooltips_.may_follow_pointer());
  point_at({120, 100});
  EXPECT_TRUE(tooltips_.may_follow_pointer());
}

TEST_F(TooltipsTest, StandBesideWordsThatAreReadOrNowhere) {
  const ImVec2 size{200, 50};
  const Box card{400, 50, 640, 400};
  tooltips_.keep_off({card});
  for (const ImVec2 pointer : {ImVec2{300, 100}, {420, 60}, {520, 200}, {630, 390}, {500, 420}}) {
    point_at(pointer);
    const auto at = tooltips_.place_at_pointer(size, 1.0F);
    ASSERT_TRUE(at) << pointer.x << ", " << pointer.y;
    EXPECT_FALSE(Box::at(at->x, at->y, size.x, size.y).meets(card)) << pointer.x;
  }
  const auto with_keys = tooltips_.place_at({450, 100, 550, 130}, {}, size, 1.0F);
  ASSERT_TRUE(with_keys);
  EXPECT_FALSE(Box::at(with_keys->x, with_keys->y, size.x, size.y).meets(card));
  tooltips_.keep_off({{0, 0, 640, 480}});
  EXPECT_FALSE(tooltips_.place_at_pointer(size, 1.0F));
  tooltips_.keep_off({});
  EXPECT_TRUE(tooltips_.place_at_pointer(size, 1.0F));
}

TEST_F(TooltipsTest, OfAControlStandBelowOrAboveItAndNeverCoverIt) {
  const ImVec2 size{200, 50};
  const Box bar{0, 0, 640, 480};
  for (const Box& control : {Box{10, 10, 60, 40}, Box{600, 440, 636, 470}, Box{200, 100, 420, 380},
                             Box{0, 200, 640, 240}, Box{0, 20, 420, 460}}) {
    for (const ImVec2 part : {ImVec2{0.05F, 0.1F}, {0.5F, 0.5F}, {0.95F, 0.9F}}) {
      point_at({control.left + part.x * control.width(), control.top + part.y * control.height()});
      const auto at = tooltips_.place_at(control, bar, size, 1.0F);
      ASSERT_TRUE(at);
      const Box box = Box::at(at->x, at->y, size.x, size.y);
      EXPECT_FALSE(box.meets(control)) << control.left << ", " << control.top;
      EXPECT_GE(std::min({box.left, box.top, 640 - box.right, 480 - box.bottom}), 0);
    }
  }
  point_at({30, 20});
  EXPECT_FLOAT_EQ(tooltips_.place_at({10, 10, 60, 40}, bar, size, 1.0F)->y, 48) << "below";
  EXPECT_FLOAT_EQ(tooltips_.place_at({10, 440, 60, 470}, bar, size, 1.0F)->y, 382) << "above";
}

TEST_F(TooltipsTest, OfAControlInAColumnStandBesideItsNeighbours) {
  const ImVec2 size{200, 50};
  const Box panel{440, 0, 640, 480};
  point_at({500, 110});
  const auto at = tooltips_.place_at({450, 100, 630, 130}, panel, size, 1.0F);
  ASSERT_TRUE(at);
  EXPECT_FLOAT_EQ(at->x, 440 - 8 - 200);
  EXPECT_FLOAT_EQ(at->y, 115 - 25) << "at the height of the control";
  const Box left{0, 0, 200, 480};
  point_at({20, 110});
  EXPECT_FLOAT_EQ(tooltips_.place_at({10, 100, 190, 130}, left, size, 1.0F)->x, 208);
}

TEST_F(TooltipsTest, OfAControlThatFillsTheWindowStandAtThePointer) {
  point_at({300, 200});
  EXPECT_TRUE(tooltips_.place_at({0, 0, 640, 480}, {0, 0, 640, 480}, {200, 50}, 1.0F));
}

TEST_F(TooltipsTest, OfARowStandBesideAllRowsWhereThereIsRoom) {
  const ImVec2 size{200, 50};
  for (const Box& rows :
       {Box{0, 50, 430, 400}, Box{210, 50, 640, 400}, Box{0, 0, 640, 400}, Box{0, 100, 640, 480}}) {
    point_at({rows.left + 220, 200});
    const auto at = tooltips_.place_beside(rows, size, 1.0F);
    ASSERT_TRUE(at);
    EXPECT_FALSE(Box::at(at->x, at->y, size.x, size.y).meets(rows)) << rows.left << rows.top;
  }
  EXPECT_TRUE(tooltips_.place_beside({0, 0, 640, 480}, size, 1.0F)) << "it stands at the pointer";
}

TEST_F(TooltipsTest, LieWhollyInTheWindowWhereverThePointerIs) {
  const ImVec2 size{300, 120};
  for (const float unit : {0.5F, 1.0F, 2.0F}) {
    for (const ImVec2 pointer : {ImVec2{1, 1}, {639, 1}, {1, 479}, {639, 479}, {320, 240}}) {
      point_at(pointer);
      const auto at = tooltips_.place_at_pointer(size, unit);
      ASSERT_TRUE(at);
      EXPECT_GE(at->x, 0);
      EXPECT_GE(at->y, 0);
      EXPECT_LE(at->x + size.x, 640);
      EXPECT_LE(at->y + size.y, 480);
    }
  }
}

TEST_F(TooltipsTest, OfAChartLeavesAQuarterOfASmallWindowFree) {
  ImFont* font = ImGui::GetFont();
  const FontSet fonts{.body = font, .strong = font, .mono = font};
  Memory memory;
  const Look look{theme_of(true), fonts, 1.0F, memory, nullptr, false};
  for (int i = 0; i < 3; ++i) {
    point_at({300.0F + static_cast<float>(i), 200});
    memory.tooltips.begin_frame();
    ChartTooltip tooltip(look);
    tooltip.title("Many figures");
    for (int line = 0; line < 60; ++line) tooltip.figure("time", "0.125 ms");
    tooltip.figure("Speed", std::string(60, 'x') + " " + std::string(60, 'x'));
  }
  const ImVec2 size = memory.tooltips.chart_size;
  EXPECT_GT(size.y, 0.5F * 480);
  EXPECT_LE(size.x, 0.75F * 640 + 1);
  EXPECT_LE(size.y, 0.75F * 480 + 13);
}

}  // namespace
}  // namespace heatwave::ui
