// The chosen variant's code beside its result, with line numbers, marked lines, and colours.
#pragma once

#include <array>

#include "app/rooms/lab/lab_view.h"
#include "app/ui/code_tokens.h"

namespace heatwave::lab_room {

/// Fills the rest of the window.
void draw_lab_source(LabView& context);

}  // namespace heatwave::lab_room
