// The colour bar beside the field; shows the value of each colour.
#pragma once

#include <array>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// The words and values of a bar besides its colours.
struct BarWords {
  const scene::Scene& scene;      ///< shows the bar's quantity
  field::ComponentSurvey survey;  ///< extremes of the shown values
  bool is_named = false;          ///< the quantity is named above the bar, also a component
};

/// Returns the number of ticks that fit on the bar.
int levels_on_bar(const FieldsView& context, const ui::Box& area, const BarWords& words);
/// The largest value beyond an end of the bar as text, from the longest form to the shortest.
using EndLabels = std::array<std::string, 4>;
EndLabels end_labels(const colour::Legend& legend, double field_value);
/// Draws the bar of `context.colours`.
void draw_colour_bar(const FieldsView& context, const ui::Box& area, const BarWords& words);

}  // namespace heatwave::fields_room
