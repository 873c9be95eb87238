// The colours and sizes of both themes.
#include "app/ui/theme.h"

#include <cstdint>

namespace heatwave::ui {
namespace {

ImVec4 hex(std::uint32_t rgb) {
  return {static_cast<float>((rgb >> 16U) & 255U) / 255.0F,
          static_cast<float>((rgb >> 8U) & 255U) / 255.0F, static_cast<float>(rgb & 255U) / 255.0F,
          1.0F};
}

Theme make_dark() {
  return {.dark = true,
          .surround = hex(0x0C0E12),
          .panel = hex(0x15181E),
          .raised = hex(0x242932),
          .hovered = hex(0x313844),
          .line = hex(0x2C323C),
          .text = hex(0xECEEF2),
          .dim = hex(0xA9B1BD),
          .accent = hex(0xFF9A52),
          .on_accent = hex(0x1C1206),
          .error = hex(0xFF7AA2),
          .outline = {255, 255, 255}};
}

Theme make_light() {
  return {.dark = false,
          .surround = hex(0xDDE1E6),
          .panel = hex(0xF8F9FA),
          .raised = hex(0xE7EAEE),
          .hovered = hex(0xD8DDE3),
          .line = hex(0xCDD3DA),
          .text = hex(0x16191E),
          .dim = hex(0x4E5763),
          .accent = hex(0x933B00),
          .on_accent = hex(0xFFFFFF),
          .error = hex(0xB0124F),
          .outline = {255, 255, 255}};
}

void set_sizes(ImGuiStyle& style) {
  style.WindowPadding = {16, 16};
  style.FramePadding = {10, 6.5F};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 8};
  style.CellPadding = {8, 4};
  style.ScrollbarSize = 12;
  style.GrabMinSize = 16;
  style.InputTextCursorSize = 2;
  style.WindowRounding = 0;
  style.ChildRounding = 6;
  style.PopupRounding = 6;
  style.FrameRounding = 6;
  style.GrabRounding = 4;
  style.ScrollbarRounding = 6;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.DisabledAlpha = 0.6F;  // words on a disabled control can still be read
  style.WindowMinSize = {8, 8};
  style.CircleTessellationMaxError = 0.08F;
}

}  // namespace

const Theme& theme_of(bool dark) {
  static const Theme kDark = make_dark();
  static const Theme kLight = make_light();
  return dark ? kDark : kLight;
}

void apply(const Theme& theme, float scale) {
  ImGuiStyle style;
  set_sizes(style);
  style.ScaleAllSizes(scale);
  style.PopupBorderSize = 1;
  auto& colours = style.Colors;
  colours[ImGuiCol_Text] = theme.text;
  colours[ImGuiCol_TextDisabled] = theme.dim;
  colours[ImGuiCol_InputTextCursor] = theme.text;
  colours[ImGuiCol_WindowBg] = theme.panel;
  colours[ImGuiCol_ChildBg] = with_alpha(theme.panel, 0.0F);
  colours[ImGuiCol_PopupBg] = theme.panel;
  colours[ImGuiCol_Border] = theme.line;
  colours[ImGuiCol_FrameBg] = theme.raised;
  colours[ImGuiCol_FrameBgHovered] = theme.hovered;
  colours[ImGuiCol_FrameBgActive] = theme.hovered;
  colours[ImGuiCol_ScrollbarBg] = with_alpha(theme.panel, 0.0F);
  colours[ImGuiCol_ScrollbarGrab] = theme.hovered;
  colours[ImGuiCol_ScrollbarGrabHovered] = theme.dim;
  colours[ImGuiCol_ScrollbarGrabActive] = theme.dim;
  colours[ImGuiCol_CheckMark] = theme.accent;
  colours[ImGuiCol_SliderGrab] = theme.accent;
  colours[ImGuiCol_SliderGrabActive] = theme.accent;
  colours[ImGuiCol_Button] = theme.raised;
  colours[ImGuiCol_ButtonHovered] = theme.hovered;
  colours[ImGuiCol_ButtonActive] = theme.hovered;
  colours[ImGuiCol_Header] = theme.raised;
  colours[ImGuiCol_HeaderHovered] = theme.hovered;
  colours[ImGuiCol_HeaderActive] = theme.hovered;
  colours[ImGuiCol_Separator] = theme.line;
  colours[ImGuiCol_TextSelectedBg] = with_alpha(theme.accent, 0.35F);
  colours[ImGuiCol_NavCursor] = {};  // draw_focus_frame() draws a larger one
  colours[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.45F};
  ImGui::GetStyle() = style;
}

}  // namespace heatwave::ui
