// The groups of the panel at the right of the field.
#include "app/rooms/group_list.h"
#include "app/rooms/panels.h"

namespace heatwave::panels {
namespace {

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
  draw_group_list(context, area, "side", kEntries);
}

}  // namespace heatwave::panels
