// Lines of cells as they are seen: over hills and valleys they are no longer straight.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/scene/shape.h"
#include "app/view/field_look.h"

namespace heatwave::fields_room {

std::vector<ImVec2> path_in_window(const view::FieldLook& look,
                                   const std::vector<core::Point>& corners, bool closed);

}  // namespace heatwave::fields_room
