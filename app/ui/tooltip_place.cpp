// Dear ImGui leaves a tooltip that fits on no side of the mouse where the mouse is, cut off.
#include "app/ui/tooltip_place.h"

#include <imgui.h>

#include <algorithm>

namespace heatwave::ui {
namespace {

// From here on there is room for the tallest and the widest on some side of the mouse.
constexpr float kHighEnough = 640.0F;
constexpr float kWideEnough = 960.0F;

}  // namespace

void place_next_tooltip(float unit) {
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (room.x <= 0 || room.y <= 0 || !ImGui::IsMousePosValid(&mouse)) return;
  if (room.x >= kWideEnough * unit && room.y >= kHighEnough * unit) return;
  const ImVec2 part{std::clamp(mouse.x / room.x, 0.0F, 1.0F),
                    std::clamp(mouse.y / room.y, 0.0F, 1.0F)};
  const bool left = part.x > 0.5F;
  const bool wide = room.x >= kWideEnough * unit;
  const float beside = wide ? (left ? -12 : 16) * unit : 0.0F;
  ImGui::SetNextWindowPos({mouse.x + beside, mouse.y}, ImGuiCond_Always,
                          {wide ? (left ? 1.0F : 0.0F) : part.x, part.y});
}

void place_next_tooltip_at(const Box& control, float unit) {
  const ImVec2 room = ImGui::GetIO().DisplaySize;
  if (room.x <= 0 || room.y <= 0) return;
  const bool above = control.top + control.bottom > room.y;
  const float gap = 8 * unit;
  const float part = std::clamp((control.left + control.right) / 2 / room.x, 0.0F, 1.0F);
  ImGui::SetNextWindowPos(
      {control.left + part * control.width(), above ? control.top - gap : control.bottom + gap},
      ImGuiCond_Always, {part, above ? 1.0F : 0.0F});
}

}  // namespace heatwave::ui
