// The groups of the panel at the right of the field.
#include "app/rooms/fields/fields_side.h"

#include <array>

#include "app/rooms/fields/colours_group.h"
#include "app/rooms/fields/equation_group.h"
#include "app/rooms/fields/export_group.h"
#include "app/rooms/fields/item_group.h"
#include "app/rooms/fields/measure_group.h"
#include "app/rooms/fields/scene_group.h"
#include "app/rooms/fields/timings_group.h"
#include "app/rooms/fields/tools_group.h"
#include "app/ui/group_list.h"

namespace heatwave::fields_room {

void draw_fields_side(FieldsView& context, const ui::Box& area) {
  const std::array<ui::Group, 8> groups{
      {{"Tools", [&context] { draw_tools_group(context); }},
       {"Selected", [&context] { draw_item_group(context); }},
       {"Measure", [&context] { draw_measure_group(context); }},
       {"Equation", [&context] { draw_equation_group(context); }},
       {"Colours", [&context] { draw_colours_group(context); }},
       {"Scene", [&context] { draw_scene_group(context); }, false},
       {"Timings", [&context] { draw_timings_group(context); }},
       {"Save pictures", [&context] { draw_export_group(context); }, false}}};
  draw_group_list(context, area, "side", context.model.folds, groups);
}

}  // namespace heatwave::fields_room
