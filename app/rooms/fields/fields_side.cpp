// The groups of the panel at the right of the field.
#include "app/rooms/fields/fields_view.h"

#include <array>

#include "app/rooms/fields/side_groups.h"
#include "app/rooms/fields/view_group.h"
#include "app/ui/group_list.h"

namespace heatwave::fields_room {
namespace {

const std::array<ui::GroupRow<FieldsView>, 9>& groups() {
  static const std::array<ui::GroupRow<FieldsView>, 9> all{
      {{"Tools", "brush, shapes, what they make", draw_tools_group},
       {"Selected", "place, size, value of what is selected", draw_item_group},
       {"View", view_group_words().c_str(), draw_view_group},
       {"Measure", "probes, profile, tape, stopwatch, units, spectrum, theory, energy",
        draw_measure_group},
       {"Equation", "parameters, keep it stable", draw_equation_group},
       {"Colours", "colour map, what is shown, shading, bands, range", draw_colours_group},
       {"Scene", "size of the grid, cells, edges", draw_scene_group, false},
       {"Timings", "step, draw, frame, steps per second", draw_timings_group},
       {"Save pictures", "field, window, sequence", draw_export_group, false}}};
  return all;
}

}  // namespace

std::span<const ui::GroupRow<FieldsView>> side_groups() { return groups(); }

void draw_fields_side(FieldsView& context, const ui::Box& area) {
  draw_group_list(context, area, "side", context.model.folds, groups_of(context, side_groups()));
}

}  // namespace heatwave::fields_room
