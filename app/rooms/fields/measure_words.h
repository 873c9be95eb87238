// Lengths, times and values as they stand at what measures them: in cells and steps, or in the
// units that they stand for.
#pragma once

#include <cstdint>
#include <string>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// How far apart the values at the ends of the colours are.
double shown_range(const FieldsView& context);
/// A value of what is shown.
std::string value_words(const FieldsView& context, double value);
/// A value that is in units already.
std::string shown_value_words(const FieldsView& context, double value);
std::string length_words(const FieldsView& context, double cells);
std::string time_words(const FieldsView& context, double steps);
/// What the stopwatch shows: steps, and seconds where they stand for any.
std::string stopwatch_words(const FieldsView& context, std::int64_t steps);
/// What a step lasts; 0 where there are no units, or no time follows from them.
double step_seconds(const FieldsView& context);
/// Its length, and the wavelength where waves lie along it.
std::string tape_words(const FieldsView& context, const scene::Segment& tape);

}  // namespace heatwave::fields_room
