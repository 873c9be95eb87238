// Code for an audience: letters that fit, and views that begin with a whole row.
#include "app/ui/code_view.h"

#include <cmath>

#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

class CodeView : public WithoutAScreen {
 protected:
  CodeView() {
    ImGui::NewFrame();
    fonts_.mono = ImGui::GetFont();
    fonts_.mono_size = 13;
  }
  ~CodeView() override { ImGui::EndFrame(); }

  FontSet fonts_;
  Memory memory_;
  Look look_{theme_of(true), fonts_, 1.0F, memory_, nullptr, false};
};

TEST_F(CodeView, LettersAreSmallerUntilALineFitsButNotSmallerThanTheLeast) {
  const float digit = fonts_.mono->CalcTextSizeA(13, 1e6F, 0, "0").x;
  EXPECT_EQ(part_for_columns(look_, 40, 100 * digit, 0.5F), 1.0F);
  EXPECT_EQ(part_for_columns(look_, 400, 100 * digit, 0.5F), 0.5F);
  const float part = part_for_columns(look_, 100, 100 * digit, 0.5F);
  EXPECT_LT(part, 1.0F);
  const SizedCode code(look_, part);
  EXPECT_FLOAT_EQ(code.look.fonts.mono_size, part * 13);
  EXPECT_LE(100 * part * digit + 56 * code.look.unit, 100 * digit) << "beside the line numbers";
}

TEST_F(CodeView, AViewThatScrollsToALineBeginsWithAWholeRow) {
  EXPECT_EQ(scroll_to_line(look_, 3 * kCodeLine, 400), 0);
  const float scroll = scroll_to_line(look_, 40 * kCodeLine, 400);
  EXPECT_EQ(std::fmod(scroll, kCodeLine), 0);
  EXPECT_GT(scroll, 40 * kCodeLine - 200);
  EXPECT_LT(scroll, 40 * kCodeLine);
}

TEST_F(CodeView, AScrolledViewHasRoomForALineAndItsReason) {
  const float view = 4.5F * kCodeLine;
  const float line = 40 * kCodeLine;
  const float scroll = scroll_to_line(look_, line, view);
  EXPECT_GE(line, scroll);
  EXPECT_LE(line + 2 * kCodeLine, scroll + view);
}

TEST_F(CodeView, NoLineIsCutByTheLowerEdge) {
  const std::vector<CodeLine> lines(8, {.number = 8, .text = "", .tokens = {}});
  const float height = 3.5F * kCodeLine;
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({300, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("code", nullptr, ImGuiWindowFlags_NoDecoration);
  ImGui::PopStyleVar();
  draw_code_lines(look_, lines, std::vector<bool>(lines.size(), false));
  float lowest = 0.0F;
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = packed_colour(look_.theme.dim);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    for (unsigned i = 0; i < command.ElemCount; ++i) {
      const ImDrawVert& vertex = list.VtxBuffer[list.IdxBuffer[command.IdxOffset + i]];
      const bool is_seen = vertex.pos.y < command.ClipRect.w && vertex.col == ink;
      if (is_seen) lowest = std::max(lowest, vertex.pos.y);
    }
  }
  ImGui::End();
  ImGui::Render();
  EXPECT_GT(lowest, 2.0F * kCodeLine) << "the third line is seen";
  EXPECT_LE(lowest, 3.0F * kCodeLine) << "the fourth one would be cut";
}

}  // namespace
}  // namespace heatwave::ui
