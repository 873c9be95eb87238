// The chosen variant's code beside its result: line numbers, the important lines, a little colour.
#pragma once

#include <array>

#include "app/rooms/lab/lab_view.h"
#include "app/ui/code_tokens.h"

namespace heatwave::lab_room {

/// Fills what is left of the window.
void draw_lab_source(LabView& context);

}  // namespace heatwave::lab_room
