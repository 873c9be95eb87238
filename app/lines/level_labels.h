// Where the numbers of contours stand: on their lines, and on no other number.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/lines/contours.h"

namespace heatwave::lines {

/// A part of the window, y downwards.
struct Frame {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;
  [[nodiscard]] bool meets(const Frame& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  [[nodiscard]] bool holds(const Frame& other) const {
    return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
  }
};

struct LevelLabel {
  double level = 0.0;
  Frame place;
};

/// Lines in the window's coordinates; `size_of` a level's number. Numbers stand where lines cross
/// some fixed ones, so that they move with the lines and do not jump; a line gets one on each of
/// those at most, none where it is not much longer than its number, and no level more than a few.
std::vector<LevelLabel> place_labels(std::span<const Contour> lines, const Frame& area,
                                     const std::function<core::Point(double level)>& size_of);

}  // namespace heatwave::lines
