// Tests the theme in Dear ImGui's own controls.
#include "app/ui/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/ui/code_tokens.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::ui {
namespace {

class ThemeOfControls : public WithoutAScreen {
 protected:
  /// Returns whether an empty field that has the keys draws anything in the colour of text.
  bool has_caret(const Theme& theme) {
    apply(theme, 1.0F);
    ImGui::GetStyle().FontSizeBase = 13;
    char text[8] = "";
    for (int frame = 0; frame < 3; ++frame) {
      ImGui::NewFrame();
      ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
      if (frame == 0) ImGui::SetKeyboardFocusHere();
      ImGui::InputText("##field", text, sizeof text);
      ImGui::End();
      ImGui::Render();
    }
    const auto& lists = ImGui::GetDrawData()->CmdLists;
    return std::any_of(lists.begin(), lists.end(), [&](const ImDrawList* list) {
      return std::any_of(
          list->VtxBuffer.begin(), list->VtxBuffer.end(),
          [&](const ImDrawVert& each) { return each.col == packed_colour(theme.text); });
    });
  }
};

TEST_F(ThemeOfControls, TheCaretCanBeSeenInBothThemes) {
  EXPECT_TRUE(has_caret(theme_of(true)));
  EXPECT_TRUE(has_caret(theme_of(false)));
}

double luminance(const ImVec4& colour) {
  const auto linear = [](float part) {
    return part <= 0.04045F ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

double contrast(const ImVec4& a, const ImVec4& b) {
  const double one = luminance(a) + 0.05;
  const double other = luminance(b) + 0.05;
  return std::max(one, other) / std::min(one, other);
}

TEST(ThemeContrast, WordsCanBeReadOnEveryBackgroundInBothThemes) {
  constexpr double kLeast = 4.5;
  for (const bool dark : {true, false}) {
    const Theme& theme = theme_of(dark);
    const auto tinted = [&theme](const ImVec4& ground) {  // a chosen segment
      constexpr float kTint = 0.18F;
      const auto mixed = [](float a, float b) { return a + kTint * (b - a); };
      return ImVec4{mixed(ground.x, theme.accent.x), mixed(ground.y, theme.accent.y),
                    mixed(ground.z, theme.accent.z), 1};
    };
    const std::array grounds{theme.surround, theme.panel, theme.raised, theme.hovered};
    for (std::size_t i = 0; i < grounds.size(); ++i) {
      EXPECT_GE(contrast(theme.text, grounds[i]), kLeast) << dark << i;
      EXPECT_GE(contrast(theme.dim, grounds[i]), kLeast) << dark << i;
      EXPECT_GE(contrast(theme.accent, grounds[i]), kLeast) << dark << i;
      EXPECT_GE(contrast(theme.error, grounds[i]), kLeast) << dark << i;
    }
    EXPECT_GE(contrast(theme.accent, tinted(theme.raised)), kLeast) << dark;
    EXPECT_GE(contrast(theme.on_accent, theme.accent), kLeast) << dark;
    for (const ImVec4& token : code_colours(theme)) {
      EXPECT_GE(contrast(token, theme.panel), kLeast) << dark;
      EXPECT_GE(contrast(token, theme.raised), kLeast) << dark;
    }
  }
}

TEST_F(ThemeOfControls, WordsOnADisabledControlCanBeRead) {
  constexpr double kLeast = 4.0;  // less than on others, so that it looks disabled
  for (const bool dark : {true, false}) {
    const Theme& theme = theme_of(dark);
    apply(theme, 1.0F);
    const auto faded = [](const ImVec4& ink, const ImVec4& ground) {
      const float alpha = ImGui::GetStyle().DisabledAlpha;
      const auto mixed = [alpha](float a, float b) { return b + alpha * (a - b); };
      return ImVec4{mixed(ink.x, ground.x), mixed(ink.y, ground.y), mixed(ink.z, ground.z), 1};
    };
    const ImVec4 ground = faded(theme.raised, theme.panel);
    EXPECT_GE(contrast(faded(theme.text, ground), ground), kLeast) << dark;
    EXPECT_LT(contrast(faded(theme.text, ground), ground), 0.6 * contrast(theme.text, theme.raised))
        << dark;
  }
}

}  // namespace
}  // namespace heatwave::ui
