// Sets the look of tables, and scrolls them.
#include "app/rooms/lab/table_look.h"

namespace heatwave::lab_room {

void draw_cell(const ui::Look& look, const std::string& text, const ImVec4& ink, bool at_left,
               float indent) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float x = at_left ? from.x + indent : from.x + ImGui::GetContentRegionAvail().x - size.x;
  const float y = from.y + (kRowHeight * look.unit - size.y) / 2;
  ImGui::GetWindowDrawList()->AddText({x, y}, ui::packed(ink), text.c_str());
}

void keep_in_sight(float top, float bottom, float head) {
  const float from = ImGui::GetWindowPos().y + head;
  const float to = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() -
                   (ImGui::GetScrollMaxX() > 0 ? ImGui::GetStyle().ScrollbarSize : 0);
  if (top < from) ImGui::SetScrollY(ImGui::GetScrollY() - (from - top));
  if (bottom > to) ImGui::SetScrollY(ImGui::GetScrollY() + bottom - to);
}

LabTableLook::LabTableLook(const ui::Look& look) {
  const ui::Theme& theme = look.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {8 * look.unit, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleColor(ImGuiCol_Header, ui::with_alpha(theme.accent, 0.16F));
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, ui::with_alpha(theme.accent, 0.10F));
  ImGui::PushStyleColor(ImGuiCol_HeaderActive, ui::with_alpha(theme.accent, 0.22F));
  ImGui::PushStyleColor(ImGuiCol_TableBorderLight, theme.line);
  ImGui::PushStyleColor(ImGuiCol_TableBorderStrong, theme.line);
}

LabTableLook::~LabTableLook() {
  ImGui::PopStyleColor(5);
  ImGui::PopStyleVar(2);
}

}  // namespace heatwave::lab_room
