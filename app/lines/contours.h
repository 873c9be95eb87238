// Contour lines of a field: their levels, the lines, and the positions of their labels.
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
  std::vector<double> values;  ///< in ascending order
  double step = 0.0;           ///< distance between adjacent levels, or at most that
};

/// Returns the borders of bands, or every n-th border if they are too many; without bands, values
/// that are round in the displayed unit: those of a softened scale lie the closer the nearer they
/// are to zero, and all are multiples of `step`. Empty for a range of zero width.
Levels levels_of(const colour::ColourScale& scale, int most = kMostLevels);
/// Returns the levels except the ends of the scale, where the field lies on one side only.
Levels inner_levels(const colour::ColourScale& scale, int most = kMostLevels);

/// Returns the levels that have labels where the labels of others must be `room` away, as a part of
/// the colour bar: those nearest to zero first, and a level only together with its mirror image.
std::vector<double> labelled_levels(const colour::ColourScale& scale, const Levels& levels,
                                    double room);

/// Adds the limits of a fixed range, where they are finite.
Levels with_limits(Levels levels, const colour::ColourScale& scale,
                   const colour::ColourLimits& limits);

/// Formats a level with its unit and with enough digits to tell it from its neighbours.
std::string level_text(const colour::ColourScale& scale, double value, double step);
/// Returns the distance of a level from zero of the displayed unit, in steps.
long long steps_from_zero(const colour::ColourScale& scale, double value, double step);

/// Default limit for the number of line pieces; a piece crosses one square of four samples.
inline constexpr std::size_t kMostPieces = 40'000;

struct Contour {
  double level = 0.0;
  bool closed = false;              ///< the last point is joined to the first
  std::vector<core::Point> points;  ///< positions in cells
};

/// Traces the lines by linear interpolation between samples, sorted by level. No line runs through
/// walls, nor where the four samples of a square differ by less than a thousandth of the level step
/// and a line would show only rounding errors. If there are more than `most` pieces, too many to
/// tell apart, every second level is dropped, repeatedly; empty if even a single level has too
/// many.
std::vector<Contour> contours(const Samples& samples, const Levels& levels,
                              std::size_t most = kMostPieces);

/// A rectangle in window coordinates, y downwards.
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

/// Places labels on lines given in window coordinates; `size_of` returns the size of a level's
/// label. Labels stand where lines cross fixed guides, so that they move with the lines and do not
/// jump. A line has at most one label at each guide and none if it is not much longer than its
/// label; a level has only a few, and none has two where another could have its first.
std::vector<LevelLabel> place_labels(std::span<const Contour> lines, const Frame& area,
                                     const std::function<core::Point(double level)>& size_of);

}  // namespace heatwave::lines
