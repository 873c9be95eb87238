// The groups of what is measured: the experiment's parameters, and a sweep of one of them.
#pragma once

#include <cstdint>

#include "app/rooms/lab/lab_view.h"

namespace heatwave::lab_room {

/// Rounded so that a slid number is easy to say: 13 421 773 becomes 13 000 000.
std::int64_t with_two_digits(double value);

void draw_parameters_group(LabView& context);
void draw_sweep_group(LabView& context);

}  // namespace heatwave::lab_room
