// A rectangle on the screen by its edges, as it is drawn.
#pragma once

#include <imgui.h>

#include "app/ui/area.h"

namespace heatwave::ui {

struct Box {
  float left = 0.0F;
  float top = 0.0F;
  float right = 0.0F;
  float bottom = 0.0F;

  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] float height() const { return bottom - top; }
  [[nodiscard]] bool contains(ImVec2 p) const {
    return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
  }
  friend bool operator==(const Box&, const Box&) = default;
};

inline Box box_of(const Area& area) {
  return {static_cast<float>(area.x), static_cast<float>(area.y),
          static_cast<float>(area.x + area.width), static_cast<float>(area.y + area.height)};
}

}  // namespace heatwave::ui
