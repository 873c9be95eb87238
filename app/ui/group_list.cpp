// Draws the list of groups and the line that separates it from the room.
#include "app/ui/group_list.h"

#include "app/ui/pane.h"

namespace heatwave::ui {

void draw_group_list(const Look& look, const Box& area, const char* id, Folds& folds,
                     std::span<const Group> groups) {
  const float u = look.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  begin_scrolling_pane(id, area);
  for (const Group& group : groups) {
    ImGui::PushID(group.title);
    if (folds.take_wanted(group.title)) {
      if (!folds.is_open(group.title, group.starts_open)) folds.turn(group.title);
      ImGui::SetScrollHereY(0.0F);
    }
    if (fold(look, folds.is_open(group.title, group.starts_open), group.title)) {
      folds.turn(group.title);
    }
    if (folds.is_open(group.title, group.starts_open)) {
      group.draw();
      space({0, 4 * u});
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y - 4 * u},
                                        {at.x + ImGui::GetContentRegionAvail().x, at.y - 4 * u},
                                        packed_colour(look.theme.line));
    ImGui::PopID();
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({area.left, area.top}, {area.left, area.bottom}, packed_colour(look.theme.line));
  end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::ui
