// Draws fields with lists.
#include "app/ui/unfolded_list.h"

#include <algorithm>

#include "app/ui/elided.h"
#include "app/ui/icons.h"
#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

constexpr float kSignRoom = 34;
constexpr float kFieldPadding = 10;
constexpr float kMostRows = 10;  ///< to be seen at a time

/// Below the field, or above it where there is more room.
void place_next_list(const Look& look, const Box& field) {
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const float wanted = kMostRows * row + 16 * look.unit;
  const float below = ImGui::GetIO().DisplaySize.y - field.bottom;
  const bool above = below < wanted && field.top > below;
  const float room = (above ? field.top : below) - 8 * look.unit;
  ImGui::SetNextWindowPos({field.left, above ? field.top : field.bottom}, ImGuiCond_Always,
                          {0.0F, above ? 1.0F : 0.0F});
  set_next_window_limits({field.width(), 0}, {1e6F, std::min(room, wanted)});
}

}  // namespace

std::string draw_list_field(const Look& look, const std::string& chosen) {
  const float u = look.unit;
  const Box box = last_box();
  const float middle = (box.top + box.bottom) / 2;
  const std::string text = elided(chosen, box.width() - (kSignRoom + kFieldPadding) * u);
  const ImVec4& ground = ImGui::IsItemHovered() ? look.theme.hovered : look.theme.raised;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, ImGui::GetColorU32(ground),
                     6 * u);
  list.AddText({box.left + kFieldPadding * u, middle - ImGui::GetFontSize() / 2},
               ImGui::GetColorU32(look.theme.text), text.c_str());
  draw_icon(list, Icon::chevron_down, {box.right - 18 * u, middle}, 16 * u,
            ImGui::GetColorU32(look.theme.dim));
  return text;
}

bool begin_list(const Look& look, const char* id, const std::string& chosen) {
  const std::string list_id = std::string(id) + " list";
  const ImVec2 size{ImGui::CalcItemWidth(), ImGui::GetFrameHeight()};
  if (press_area(id, size)) ImGui::OpenPopup(list_id.c_str());
  const Box box = last_box();
  draw_list_field(look, chosen);
  if (!ImGui::IsPopupOpen(list_id.c_str())) return false;
  place_next_list(look, box);
  if (!ImGui::BeginPopup(list_id.c_str())) return false;
  look.memory.list_is_open = true;
  return true;
}

}  // namespace heatwave::ui
