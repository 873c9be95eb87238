// Contour lines of a field: the levels, the lines, and where their numbers stand.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/colour/colouring.h"
#include "app/lines/sampled_field.h"

namespace heatwave::lines {

inline constexpr int kMostLevels = 16;

struct Levels {
  std::vector<double> values;  ///< in growing order
  double step = 0.0;           ///< from one to the next
};

/// The borders of bands, or every second or third where they are too many; without bands values
/// that are round as they are said. None for a range that has no width.
Levels levels_of(const colour::ColourScale& scale, int most = kMostLevels);
/// Those between the ends of the scale: at the ends there is nothing on one side.
Levels inner_levels(const colour::ColourScale& scale, int most = kMostLevels);

/// The levels, and with them the limits of a fixed range where it has any.
Levels with_limits(Levels levels, const colour::ColourScale& scale,
                   const colour::ColourLimits& limits);

/// A level as it is said, with as many digits as tell it from its neighbours, and its unit.
std::string level_words(const colour::ColourScale& scale, double value, double step);
/// How many steps a level is from the one that is said as zero.
long long steps_from_zero(const colour::ColourScale& scale, double value, double step);

/// Of a square of four samples each.
inline constexpr std::size_t kMostPieces = 40'000;

struct Contour {
  double level = 0.0;
  bool closed = false;              ///< the last point is joined to the first
  std::vector<core::Point> points;  ///< in cells
};

/// Straight between samples. None runs through walls, nor over ground so flat that between two
/// samples it rises by less than a thousandth from one level to the next: there it would only tell
/// of rounding. Where they would be more than `most` pieces, which nobody could tell apart, every
/// second level is left out, and again; a single one that is still too much gives none. They are
/// sorted by their level.
std::vector<Contour> contours(const Samples& samples, const Levels& levels,
                              std::size_t most = kMostPieces);

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
