// The group of tools: what the mouse does on the field, and what a new shape becomes.
#include "app/rooms/fields/tools_group.h"

#include <array>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/role_editor.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"

namespace heatwave::fields_room {

namespace {

struct ToolEntry {
  ui::Icon icon;
  const char* action;
  Tool tool;
  const char* help;
};
constexpr auto kToolButtons = std::to_array<ToolEntry>({
    {ui::Icon::select, "tool_select", Tool::select, "Select, move, resize by handles."},
    {ui::Icon::disc, "tool_disc", Tool::disc, "Disc: press in its middle and drag."},
    {ui::Icon::rectangle, "tool_rectangle", Tool::rectangle,
     "Rectangle: drag from corner to corner."},
    {ui::Icon::line, "tool_line", Tool::line, "Line: drag from end to end."},
    {ui::Icon::paint, "tool_paint", Tool::paint, "Paint: brings the field to the value."},
    {ui::Icon::hold, "tool_hold", Tool::hold,
     "Hold: a stroke that holds its cells at the value and stays as an item."},
    {ui::Icon::erase, "tool_erase", Tool::erase,
     "Eraser: rubs out items and field. The right button always does."},
});

struct MakeEntry {
  ui::Icon icon;
  const char* action;
  Make make;
  const char* title;
  const char* help;
};
constexpr auto kMakeButtons = std::to_array<MakeEntry>({
    {ui::Icon::source, "make_source", Make::source, "Source", "Cells kept at a value."},
    {ui::Icon::oscillating, "make_oscillating", Make::oscillating, "Oscillating",
     "Cells that swing up and down."},
    {ui::Icon::wall, "make_wall", Make::wall, "Wall", "Nothing passes: insulates or reflects."},
    {ui::Icon::medium, "make_medium", Make::medium, "Medium",
     "Heat or waves travel at another speed."},
});

void draw_tool_buttons(FieldsView& context) {
  const float u = context.unit;
  const float gap = 4 * u;
  const float width = (ImGui::GetContentRegionAvail().x - gap * (kToolButtons.size() - 1)) /
                      static_cast<float>(kToolButtons.size()) / u;
  for (std::size_t i = 0; i < kToolButtons.size(); ++i) {
    const ToolEntry& entry = kToolButtons[i];
    if (i > 0) ImGui::SameLine(0, gap);
    const ui::ButtonLook look{
        .active = context.tools.settings().tool == entry.tool, .width = width, .height = 40};
    action_button(context, entry.icon, entry.action, entry.help, look);
  }
}

void draw_make_buttons(FieldsView& context) {
  const float u = context.unit;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * u) / 2 / u;
  const bool selected = find_item(context.snapshot.scene, context.tools.selected()) != nullptr;
  const bool of_next = makes_items(context.tools.settings().tool) || !selected;
  const std::string whom = of_next ? " The next shape." : " What is selected becomes it.";
  for (std::size_t i = 0; i < kMakeButtons.size(); ++i) {
    const MakeEntry& entry = kMakeButtons[i];
    if (i % 2 == 1) ImGui::SameLine();
    const ui::ButtonLook look{
        .active = context.tools.settings().make == entry.make, .width = width, .text = entry.title};
    action_button(context, entry.icon, entry.action, entry.help + whom, look);
  }
}

}  // namespace

void draw_tools_group(FieldsView& context) {
  ToolSettings& settings = context.tools.settings();
  draw_tool_buttons(context);
  draw_make_buttons(context);
  const colour::Legend legend = session::legend_of(context.snapshot.scene);
  switch (settings.make) {
    case Make::source:
      edit_value(context, "value", settings.value, legend);
      break;
    case Make::oscillating:
      edit_oscillation(context, settings.oscillation, legend);
      break;
    case Make::medium:
      edit_factor(context, settings.factor);
      break;
    case Make::wall:
      break;
  }
  row(context, "brush");
  slider(context, "##brush", settings.brush, FieldTools::kSmallestBrush, FieldTools::kLargestBrush,
         "%.1f cells", "Radius of the brushes and thickness of lines, in cells; keys [ and ].",
         true);
}

}  // namespace heatwave::fields_room
