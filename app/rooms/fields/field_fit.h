// The field's size beside the parts of the room that share the window with it.
#pragma once

#include <imgui.h>

#include <algorithm>

#include "kernels/core/geometry.h"

namespace heatwave::fields_room {

struct FieldFit {
  core::Extent field;
  ImVec2 taken;  ///< width and height of the room that the field cannot have

  /// Returns the side of a cell of the field, as large as it fits into a room of this size.
  [[nodiscard]] float cell_in(float width, float height) const {
    return std::min((width - taken.x) / static_cast<float>(field.width),
                    (height - taken.y) / static_cast<float>(field.height));
  }
};

}  // namespace heatwave::fields_room
