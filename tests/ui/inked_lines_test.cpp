// Lines as a picture of the processor's: where it lies, and when it is drawn anew.
#include "app/ui/inked_lines.h"

#include <cstring>
#include <optional>

#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class InkedLinesTest : public WithoutAScreen {
 protected:
  InkedLinesTest() { std::memset(&name_, 1, sizeof(name_)); }

  /// The box that shows the picture in the window.
  std::optional<Box> frame(const std::vector<Line>& lines) {
    ImGui::NewFrame();
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    drawn_.draw(list, {100, 50, 300, 150}, lines, &inker_);
    ImGui::Render();
    if (list.VtxBuffer.Size != 4) return {};
    const ImVec2 a = list.VtxBuffer[0].pos;
    const ImVec2 b = list.VtxBuffer[2].pos;
    return Box{a.x, a.y, b.x, b.y};
  }

  ImTextureID name_;
  std::uint64_t version_ = 0;
  std::uint32_t darkest_ = 0;
  core::ThreadTeam team_{2};
  const Inker inker_{team_, [this](const Ink& ink) {
                       version_ = ink.version();
                       darkest_ = 0;
                       for (const std::uint32_t pixel : ink.pixels())
                         darkest_ = std::max(darkest_, pixel >> 24);
                       return name_;
                     }};
  InkedLines drawn_;
};

TEST_F(InkedLinesTest, AreAPictureWithinTheBoxNoLargerThanTheyAre) {
  const Line line{.colour = IM_COL32_WHITE, .width = 2, .points = {{150, 80.5F}, {900, 80.5F}}};
  EXPECT_EQ(frame({line}), (Box{147, 77, 300, 84}));
  EXPECT_EQ(darkest_, 255U);
  EXPECT_FALSE(frame({}));
}

TEST_F(InkedLinesTest, AreDrawnAnewOnlyWhereTheyChanged) {
  Line line{.colour = IM_COL32_WHITE, .width = 2, .points = {{150, 80}, {200, 90}}};
  (void)frame({line});
  const std::uint64_t first = version_;
  (void)frame({line});
  EXPECT_EQ(version_, first);
  line.points.back().y += 1;
  (void)frame({line});
  EXPECT_NE(version_, first);
  const std::uint64_t second = version_;
  line.colour = IM_COL32(255, 0, 0, 255);
  (void)frame({line});
  EXPECT_NE(version_, second);
}

TEST_F(InkedLinesTest, AreTrianglesWhereThereAreNoTextures) {
  ImGui::NewFrame();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const std::vector<Line> lines{{.colour = IM_COL32_WHITE, .points = {{1, 1}, {9, 9}, {20, 3}}}};
  drawn_.draw(list, {0, 0, 100, 100}, lines, nullptr);
  ImGui::Render();
  EXPECT_EQ(list.IdxBuffer.Size, 12);
}

}  // namespace
}  // namespace heatwave::ui
