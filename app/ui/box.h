// A rectangle of the window by its edges, as parts of the window are laid out and drawn.
#pragma once

#include <array>
#include <map>
#include <string>

namespace heatwave::ui {

/// In window units (not framebuffer pixels), y downwards.
struct Box {
  float left = 0.0F;
  float top = 0.0F;
  float right = 0.0F;
  float bottom = 0.0F;

  static Box at(float x, float y, float width, float height) {
    return {x, y, x + width, y + height};
  }

  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] float height() const { return bottom - top; }
  /// Of a point of Dear ImGui's or of ours.
  [[nodiscard]] bool contains(const auto& p) const {
    return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
  }
  [[nodiscard]] bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  /// x, y, width, height: as whoever drives the window from outside is told.
  [[nodiscard]] std::array<float, 4> by_size() const { return {left, top, width(), height()}; }
  friend bool operator==(const Box&, const Box&) = default;
};

/// Where the controls drawn in a frame lie, for whoever drives the window from outside. Buttons of
/// an action by its keys, of a choice by "choice/title".
using Places = std::map<std::string, Box>;

}  // namespace heatwave::ui
