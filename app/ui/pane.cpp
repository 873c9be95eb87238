// Begins and ends panes.
#include "app/ui/pane.h"

#include "app/ui/sized.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {
namespace {

constexpr ImGuiWindowFlags kFixed =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

/// Gives a child window the style of a window while it lives.
class WindowStyle : core::NonCopyable {
 public:
  WindowStyle() {
    const ImGuiStyle& style = ImGui::GetStyle();
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, style.WindowRounding);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, style.WindowBorderSize);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, style.Colors[ImGuiCol_WindowBg]);
  }
  ~WindowStyle() {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
  }
};

ImGuiChildFlags pane_flags() {
  const bool has_border = ImGui::GetStyle().WindowBorderSize > 0;
  return ImGuiChildFlags_NavFlattened | ImGuiChildFlags_AlwaysUseWindowPadding |
         (has_border ? ImGuiChildFlags_Borders : ImGuiChildFlags_None);
}

}  // namespace

void begin_panes(ImVec2 size) {
  ImGui::SetNextWindowPos({0, 0});
  set_next_window_size(size);
  // Tab begins here where no window has the keyboard: after a click beside all panes.
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_AnyWindow)) ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("panes", nullptr,
               kFixed | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMouseInputs |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
}

void end_panes() { ImGui::End(); }

void begin_pane(const char* id, const Box& area, ImGuiWindowFlags flags) {
  ImGui::SetCursorScreenPos({area.left, area.top});
  const WindowStyle style;
  begin_part(id, {area.width(), area.height()}, kFixed | flags, pane_flags());
}

void begin_scrolling_pane(const char* id, const Box& area) {
  ImGui::SetCursorScreenPos({area.left, area.top});
  const WindowStyle style;
  begin_part(id, {area.width(), area.height()}, kFixed & ~ImGuiWindowFlags_NoScrollbar,
             pane_flags());
}

void begin_fitting_pane(const char* id, ImVec2 lower_right, ImVec2 least, ImVec2 most) {
  ImGui::SetCursorScreenPos({0, 0});
  ImGui::SetNextWindowPos(lower_right, ImGuiCond_Always, {1.0F, 1.0F});
  set_next_window_limits(least, most);
  const WindowStyle style;
  begin_rest(id, kFixed,
             pane_flags() | ImGuiChildFlags_AutoResizeX | ImGuiChildFlags_AutoResizeY |
                 ImGuiChildFlags_AlwaysAutoResize);
}

void end_pane() { ImGui::EndChild(); }

}  // namespace heatwave::ui
