// The group of tools: what the mouse does on the field, and what a new shape becomes.
#include <array>

#include "app/rooms/actions.h"
#include "app/rooms/controls.h"
#include "app/rooms/fields/role_editor.h"
#include "app/rooms/panels.h"

namespace heatwave::panels {

bool edit_value(PanelContext& context, double& value) {
  row(context, "value");
  return number(context, "##value", value, 0.01, "%.3f", "The value the cells keep.");
}

bool edit_oscillation(PanelContext& context, field::Oscillation& oscillation) {
  row(context, "amplitude");
  bool changed = number(context, "##amplitude", oscillation.amplitude, 0.01, "%.3f",
                        "Half the height of the oscillation.");
  row(context, "period");
  changed |= slider(context, "##period", oscillation.period, 2, 2000, "%.1f steps",
                    "Steps from crest to crest.", true);
  row(context, "phase");
  changed |= slider(context, "##phase", oscillation.phase, 0, 360, "%.0f°",
                    "Where in its period it starts.");
  row(context, "about");
  changed |=
      number(context, "##offset", oscillation.offset, 0.01, "%.3f", "The value it swings about.");
  return changed;
}

bool edit_factor(PanelContext& context, double& factor) {
  row(context, "factor");
  return slider(context, "##factor", factor, 0.01, 20.0, "× %.2f",
                "Multiplies the equation's coefficient in this medium.", true);
}

namespace {

struct ToolEntry {
  Icon icon;
  Action action;
  Tool tool;
  const char* help;
};
constexpr auto kTools = std::to_array<ToolEntry>({
    {Icon::select, Action::tool_select, Tool::select, "Select, move, resize by handles."},
    {Icon::disc, Action::tool_disc, Tool::disc, "Disc: press in its middle and drag."},
    {Icon::rectangle, Action::tool_rectangle, Tool::rectangle,
     "Rectangle: drag from corner to corner."},
    {Icon::line, Action::tool_line, Tool::line, "Line: drag from end to end."},
    {Icon::paint, Action::tool_paint, Tool::paint, "Paint: brings the field to the value."},
    {Icon::hold, Action::tool_hold, Tool::hold,
     "Hold: a stroke that holds its cells at the value and stays as an item."},
    {Icon::erase, Action::tool_erase, Tool::erase,
     "Eraser: rubs out items and field. The right button always does."},
});

struct MakeEntry {
  Icon icon;
  Action action;
  Make make;
  const char* title;
  const char* help;
};
constexpr auto kMakes = std::to_array<MakeEntry>({
    {Icon::source, Action::make_source, Make::source, "Source", "Cells kept at a value."},
    {Icon::oscillating, Action::make_oscillating, Make::oscillating, "Oscillating",
     "Cells that swing up and down."},
    {Icon::wall, Action::make_wall, Make::wall, "Wall", "Nothing passes: insulates or reflects."},
    {Icon::medium, Action::make_medium, Make::medium, "Medium",
     "Heat or waves travel at another speed."},
});

void draw_tool_buttons(PanelContext& context) {
  const float u = context.unit;
  const float gap = 4 * u;
  const float width = (ImGui::GetContentRegionAvail().x - gap * (kTools.size() - 1)) /
                      static_cast<float>(kTools.size()) / u;
  for (std::size_t i = 0; i < kTools.size(); ++i) {
    const ToolEntry& entry = kTools[i];
    if (i > 0) ImGui::SameLine(0, gap);
    const ButtonLook look{
        .active = context.tools.settings().tool == entry.tool, .width = width, .height = 40};
    if (action_button(context, entry.icon, entry.action, entry.help, look)) {
      perform(entry.action, context);
    }
  }
}

void draw_make_buttons(PanelContext& context) {
  const float u = context.unit;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * u) / 2 / u;
  for (std::size_t i = 0; i < kMakes.size(); ++i) {
    const MakeEntry& entry = kMakes[i];
    if (i % 2 == 1) ImGui::SameLine();
    const ButtonLook look{
        .active = context.tools.settings().make == entry.make, .width = width, .text = entry.title};
    if (action_button(context, entry.icon, entry.action, entry.help, look)) {
      perform(entry.action, context);
    }
  }
}

}  // namespace

void draw_tools_group(PanelContext& context) {
  ToolSettings& settings = context.tools.settings();
  draw_tool_buttons(context);
  draw_make_buttons(context);
  switch (settings.make) {
    case Make::source:
      edit_value(context, settings.value);
      break;
    case Make::oscillating:
      edit_oscillation(context, settings.oscillation);
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

}  // namespace heatwave::panels
