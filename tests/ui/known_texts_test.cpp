// What is known of texts that have been measured before.
#include "app/ui/known_texts.h"

#include <string>

#include "app/ui/elided.h"
#include "app/ui/text_lines.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

const std::string kWords = "Each thread adds to one histogram in shared memory, one for a warp.";

class KnownTextsTest : public WithoutAScreen {
 protected:
  KnownTextsTest() { ImGui::NewFrame(); }
  ~KnownTextsTest() override { ImGui::EndFrame(); }

  /// All that is known is what measuring it now gives.
  void expect_right() {
    ImFont* font = ImGui::GetFont();
    const float size = ImGui::GetFontSize();
    for (const float width : {40.0F, 90.0F, 91.0F, 200.0F, 2000.0F}) {
      for (const std::string& text : {kWords, std::string("Adds."), std::string()}) {
        EXPECT_EQ(texts_.lines(text, width).text, in_lines(text, width));
        EXPECT_EQ(texts_.elided(text, width, font, size).text, elided(text, width, font, size));
        const ImVec2 wrapped = ImGui::CalcTextSize(text.c_str(), nullptr, false, width);
        EXPECT_EQ(texts_.wrapped(text, width).x, wrapped.x);
        EXPECT_EQ(texts_.wrapped(text, width).y, wrapped.y);
      }
    }
  }

  KnownTexts texts_;
};

TEST_F(KnownTextsTest, IsWhatMeasuringThemAgainWouldGive) {
  expect_right();
  const std::size_t count = texts_.count();
  expect_right();
  EXPECT_EQ(texts_.count(), count);
}

TEST_F(KnownTextsTest, IsAnotherAtAnotherSize) {
  expect_right();
  ImGui::GetIO().FontGlobalScale = 2.0F;
  ImGui::EndFrame();
  ImGui::NewFrame();
  expect_right();
}

TEST_F(KnownTextsTest, IsForgottenWithTheFonts) {
  texts_.begin_frame(1);
  expect_right();
  texts_.begin_frame(1);
  EXPECT_GT(texts_.count(), 0);
  texts_.begin_frame(2);
  EXPECT_EQ(texts_.count(), 0);
}

TEST_F(KnownTextsTest, StaysWhileItIsAskedForAndElseGoes) {
  const KnownTexts::Known* first = &texts_.lines(kWords, 90);
  constexpr int kEach = 300;
  for (int frame = 0; frame < 30; ++frame) {
    texts_.begin_frame(0);
    EXPECT_EQ(&texts_.lines(kWords, 90), first);
    for (int i = 0; i < kEach; ++i) texts_.lines(std::to_string(frame * kEach + i), 90);
    EXPECT_LE(texts_.count(), 2 * (KnownTexts::kMost + kEach + 1));
  }
}

TEST_F(KnownTextsTest, TellsWhetherItFits) {
  EXPECT_TRUE(texts_.lines(kWords, 90).fits);
  EXPECT_FALSE(texts_.lines(kWords, 3).fits);
  EXPECT_FALSE(texts_.elided(kWords, 90, ImGui::GetFont(), ImGui::GetFontSize()).fits);
}

}  // namespace
}  // namespace heatwave::ui
