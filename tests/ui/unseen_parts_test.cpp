// Parts of a panel that are out of sight are laid out seldom, and nobody can tell.
#include "app/ui/unseen_parts.h"

#include <array>
#include <string>

#include "app/ui/group_list.h"
#include "app/ui/steady_lists.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

constexpr std::size_t kGroups = 6;

class UnseenPartsTest : public WithoutAScreen {
 protected:
  /// What is seen of a list of groups, each with two buttons: three of them are out of sight.
  struct Seen {
    std::array<int, kGroups> laid_out{};
    std::size_t stops = 0;
    Places places;
    float scrolls = 0.0F;
    std::uint64_t drawn = 0;
  };

  Seen frame(bool pressed, bool tab = false) {
    Seen seen;
    ImGui::NewFrame();
    memory_.focus.begin_frame();
    if (tab) memory_.focus.move(1);
    memory_.unseen.begin_frame(pressed);
    ImFont* font = ImGui::GetFont();
    const FontSet fonts{.body = font, .strong = font, .large = font, .mono = font, .version = 1};
    const Look look{theme_of(true), fonts, 1.0F, memory_, &seen.places, false};
    std::vector<Group> groups;
    for (std::size_t i = 0; i < kGroups; ++i) {
      groups.push_back({kTitles[i], [&, i] {
                          ++seen.laid_out[i];
                          const ImVec2 at = ImGui::GetCursorScreenPos();
                          ImGui::GetWindowDrawList()->AddCircleFilled(at, 3, IM_COL32_WHITE);
                          plain_button(look, "upper", 100);
                          note_place(look, std::string(kTitles[i]) + "/upper");
                          space({10, height_});
                          plain_button(look, "lower", 100);
                          note_place(look, std::string(kTitles[i]) + "/lower");
                        }});
    }
    draw_group_list(look, {0, 0, 300, 480}, "list", folds_, groups);
    ImGui::Begin("list");
    seen.scrolls = ImGui::GetScrollMaxY();
    if (scroll_to_ >= 0) ImGui::SetScrollY(scroll_to_);
    scroll_to_ = -1.0F;
    ImGui::End();
    ImGui::Render();
    seen.stops = memory_.focus.drawn();
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) seen.drawn += sum_of(*data.CmdLists[i]);
    return seen;
  }
  /// All is known once so many frames have passed.
  Seen settled() {
    for (int i = 0; i < 4 * UnseenParts::kEvery; ++i) (void)frame(false);
    return frame(false);
  }

  static constexpr std::array<const char*, kGroups> kTitles{"a", "b", "c", "d", "e", "f"};
  Memory memory_;
  Folds folds_;
  float height_ = 60.0F;
  float scroll_to_ = -1.0F;
};

TEST_F(UnseenPartsTest, WhatIsInSightIsLaidOutInEachFrameAndTheRestOnceInAFew) {
  settled();
  std::array<int, kGroups> times{};
  for (int i = 0; i < 4 * UnseenParts::kEvery; ++i) {
    const Seen seen = frame(false);
    int unseen = 0;
    for (std::size_t g = 0; g < kGroups; ++g) {
      times[g] += seen.laid_out[g];
      if (g >= 4) unseen += seen.laid_out[g];
    }
    EXPECT_LE(unseen, 1) << "not all at once";
  }
  EXPECT_EQ(times[0], 4 * UnseenParts::kEvery);
  EXPECT_EQ(times[1], 4 * UnseenParts::kEvery);
  EXPECT_EQ(times[4], 4);
  EXPECT_EQ(times[5], 4);
}

TEST_F(UnseenPartsTest, StopsPlacesAndTheRoomToScrollAreAsIfAllWereLaidOut) {
  settled();
  for (int i = 0; i < 2 * UnseenParts::kEvery; ++i) (void)frame(true);
  const Seen all = frame(true);
  ASSERT_EQ(all.laid_out[5], 1);
  ASSERT_GT(all.scrolls, 0.0F);
  for (const float scroll : {0.0F, 31.0F, all.scrolls}) {
    scroll_to_ = scroll;
    settled();
    for (int i = 0; i < UnseenParts::kEvery; ++i) (void)frame(true);
    const Seen whole = frame(true);
    const Seen part = settled();
    EXPECT_EQ(part.stops, whole.stops);
    EXPECT_EQ(part.places, whole.places);
    EXPECT_EQ(part.scrolls, whole.scrolls);
  }
}

TEST_F(UnseenPartsTest, NothingOfThemIsDrawn) {
  const std::uint64_t drawn = settled().drawn;
  for (int i = 0; i < 2 * UnseenParts::kEvery; ++i) EXPECT_EQ(frame(false).drawn, drawn);
}

TEST_F(UnseenPartsTest, AllAreLaidOutAfterAnythingIsPressed) {
  settled();
  for (int i = 0; i < UnseenParts::kEvery; ++i) {
    EXPECT_EQ(frame(i == 0).laid_out, (std::array<int, kGroups>{1, 1, 1, 1, 1, 1}));
  }
}

TEST_F(UnseenPartsTest, TabComesToTheirControlsAndThenTheyAreLaidOut) {
  const std::size_t stops = settled().stops;
  for (std::size_t i = 0; i < stops; ++i) {
    EXPECT_EQ(frame(false, true).laid_out[5], 1);
    EXPECT_TRUE(memory_.focus.is_held());
  }
}

TEST_F(UnseenPartsTest, WhatGrewOutOfSightHasItsRoomSoon) {
  const float before = settled().scrolls;
  height_ += 20;
  EXPECT_EQ(settled().scrolls, before + 20 * kGroups);
}

TEST_F(UnseenPartsTest, WhatIsScrolledIntoSightIsThereInThatFrame) {
  settled();
  scroll_to_ = 1e6F;
  (void)frame(false);
  for (int i = 0; i < UnseenParts::kEvery; ++i) EXPECT_EQ(frame(false).laid_out[5], 1);
}

}  // namespace
}  // namespace heatwave::ui
