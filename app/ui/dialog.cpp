// Draws what dialogs have in common.
#include "app/ui/dialog.h"

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

constexpr float kSide = 32;
constexpr float kTop = 24;
constexpr int kStyles = 3;

/// As large as asked for, or as there is room.
ImVec2 size_of_dialog(const Look& look, ImVec2 wanted) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float gap = 16 * look.unit;
  return {std::min(wanted.x, window.x - gap), std::min(wanted.y, window.y - gap)};
}

}  // namespace

bool draw_shade(const char* id, float darkness) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  place_window(Box::at(0, 0, window.x, window.y));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4{0, 0, 0, darkness});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  const bool clicked = ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0);
  ImGui::End();
  ImGui::PopStyleColor();
  return clicked;
}

void begin_dialog(const Look& look, const char* id, ImVec2 size, ImVec2 at) {
  const float u = look.unit;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({window.x * at.x, window.y * at.y}, ImGuiCond_Always, at);
  set_next_window_size(size_of_dialog(look, size));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kSide * u, kTop * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  // A click on the shade has put that in front of it.
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) ImGui::SetWindowFocus();
}

void end_dialog() {
  ImGui::End();
  ImGui::PopStyleVar(kStyles);
}

}  // namespace heatwave::ui
