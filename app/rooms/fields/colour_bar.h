// The colour bar beside the field; shows the value of each colour.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// The words and values of a bar besides its colours.
struct BarWords {
  const scene::Scene& scene;      ///< shows the bar's quantity
  field::ComponentSurvey survey;  ///< extremes of the shown values
  /// The bar is of a difference of two fields, which lies within its range.
  bool is_difference = false;
};

/// Returns n if every n-th tick has room for a label of this size; zero always has a label.
/// `apart`: distance between two ticks.
int labels_every(float apart, float size);
/// Returns the words that explain a softened scale, below each other, where bar and words have this
/// height in lines of text; empty: a bar as short as this needs all of it for its ticks.
std::span<const std::string_view> softened_words(float height);
/// Returns the number of ticks that a bar of this height has room for, in lines of text.
int ticks_on_bar(colour::ScaleKind kind, float height);
/// Returns the number of ticks that fit on the bar.
int levels_on_bar(const FieldsView& context, const ui::Box& area, const BarWords& words);
/// The extreme value beyond an end of the bar in words, from the longest form to the shortest:
/// "max 1.25 K". Each form says that it is an extreme, because the bar's ticks end before it.
using EndLabels = std::array<std::string, 3>;
/// `is_maximum`: the field has no larger value; otherwise it has no smaller one.
EndLabels end_labels(const colour::Legend& legend, double field_value, bool is_maximum);
/// Draws the bar of `context.colours`.
void draw_colour_bar(const FieldsView& context, const ui::Box& area, const BarWords& words);

}  // namespace heatwave::fields_room
