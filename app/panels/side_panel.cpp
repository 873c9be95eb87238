// The panel at the right: groups that fold.
#include "app/panels/panels.h"
#include "app/panels/widgets.h"

namespace heatwave::panels {
namespace {

struct GroupEntry {
  Group group;
  const char* title;
  void (*draw)(PanelContext&);
};

constexpr auto kEntries = std::to_array<GroupEntry>({
    {Group::tools, "Tools", draw_tools_group},
    {Group::item, "Selected", draw_item_group},
    {Group::equation, "Equation", draw_equation_group},
    {Group::colours, "Colours", draw_colours_group},
    {Group::scene, "Scene", draw_scene_group},
    {Group::timings, "Timings", draw_timings_group},
    {Group::exporting, "Save pictures", draw_export_group},
});

}  // namespace

void draw_side_panel(PanelContext& context, const view::Area& area) {
  const float u = context.unit;
  place_window(area);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ImGui::Begin("side", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoNav);
  for (const GroupEntry& entry : kEntries) {
    ImGui::PushID(entry.title);
    if (fold(context, entry.group, entry.title)) {
      entry.draw(context);
      ImGui::Dummy({0, 4 * u});
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
