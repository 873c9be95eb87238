// Draws the list of groups, and the line that divides it from the room.
#include "app/rooms/group_list.h"

#include "app/rooms/controls.h"

namespace heatwave::panels {

void draw_group_list(PanelContext& context, const view::Area& area, const char* id,
                     std::span<const GroupEntry> entries) {
  const float u = context.unit;
  place_window(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoNav);
  for (const GroupEntry& entry : entries) {
    ImGui::PushID(entry.title);
    if (fold(context, entry.group, entry.title)) {
      entry.draw(context);
      space({0, 4 * u});
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y - 4 * u},
                                        {at.x + ImGui::GetContentRegionAvail().x, at.y - 4 * u},
                                        packed(context.theme.line));
    ImGui::PopID();
  }
  const auto left = static_cast<float>(area.x);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({left, static_cast<float>(area.y)}, {left, static_cast<float>(area.y + area.height)},
               packed(context.theme.line));
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::panels
