// A rectangle of the window, given by its edges, for layout and drawing.
#pragma once

#include <algorithm>
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
  /// Accepts Dear ImGui's points and core::Point.
  [[nodiscard]] bool contains(const auto& p) const {
    return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
  }
  [[nodiscard]] bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  /// Returns whether all of the other box lies in this one.
  [[nodiscard]] bool holds(const Box& other) const {
    return other.left >= left && other.top >= top && other.right <= right && other.bottom <= bottom;
  }
  /// Returns the smallest box around both.
  [[nodiscard]] Box around(const Box& other) const {
    return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
            std::max(bottom, other.bottom)};
  }
  /// Returns x, y, width and height, the form for tests that drive the window from outside.
  [[nodiscard]] std::array<float, 4> by_size() const { return {left, top, width(), height()}; }
  friend bool operator==(const Box&, const Box&) = default;
};

/// The boxes of the controls drawn in a frame, for the tour and for tests that drive the window.
/// The key is a control's id, or "choice/title" for one button of a choice.
using Places = std::map<std::string, Box>;

}  // namespace heatwave::ui
