// Begins and ends panes.
#include "app/ui/pane.h"

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

constexpr ImGuiWindowFlags kFixed =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings;

/// Gives a child window the style of a window during its lifetime.
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
  // Takes the focus if no window has it, as after a click outside all panes, so that Tab starts
  // here.
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_AnyWindow)) ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("panes", nullptr,
               kFixed | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMouseInputs |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
}

void end_panes() { ImGui::End(); }

Pane::Pane(const char* id, const Box& area, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::SetCursorScreenPos({area.left, area.top});
  const WindowStyle style;
  begin_part(id, {area.width(), area.height()}, kFixed | flags, pane_flags());
}

Pane::~Pane() {
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void draw_edge(const Look& look, ImVec2 from, ImVec2 to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  // A line would also cover a part of the pixels before it, which belong to another pane.
  const bool is_upright = from.x == to.x;
  list.AddRectFilled(from, {to.x + (is_upright ? 1.0F : 0.0F), to.y + (is_upright ? 0.0F : 1.0F)},
                     packed_colour(look.theme.line));
  list.PopClipRect();
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

namespace {

/// The part of a window in which words fade at an edge.
struct Fading {
  ImVec2 from, to;
  float height;
};

Fading fading(const Look& look) {
  constexpr float kFade = 16;
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 to{from.x + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize,
                  from.y + ImGui::GetWindowHeight()};
  return {from, to, std::min(kFade * look.unit, (to.y - from.y) / 4)};
}

}  // namespace

void fade_lower_edge(const Look& look) {
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) return;
  const Fading fade = fading(look);
  const ImU32 ground = packed_colour(look.theme.panel);
  const ImU32 none = packed_colour(with_alpha(look.theme.panel, 0.0F));
  ImGui::GetWindowDrawList()->AddRectFilledMultiColor({fade.from.x, fade.to.y - fade.height},
                                                      fade.to, none, none, ground, ground);
}

void fade_edges(const Look& look) {
  fade_lower_edge(look);
  if (ImGui::GetScrollY() <= 0) return;
  const Fading fade = fading(look);
  const ImU32 ground = packed_colour(look.theme.panel);
  const ImU32 none = packed_colour(with_alpha(look.theme.panel, 0.0F));
  ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
      fade.from, {fade.to.x, fade.from.y + fade.height}, ground, ground, none, none);
}

namespace {

constexpr float kSide = 32;
constexpr float kTop = 24;
constexpr int kStyles = 3;

/// Returns the wanted size, limited to the window.
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
  // A click on the shade has raised it above the dialog.
  if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows)) ImGui::SetWindowFocus();
}

void end_dialog() {
  ImGui::End();
  ImGui::PopStyleVar(kStyles);
}

}  // namespace heatwave::ui
