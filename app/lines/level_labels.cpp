// Goes along the fixed lines in turn and takes each place that is free.
#include "app/lines/level_labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace heatwave::lines {
namespace {

constexpr double kGap = 16.0;         ///< between two numbers, window units
constexpr double kLeastLength = 2.5;  ///< of a line, in widths of its number

constexpr std::ptrdiff_t kMostOfALevel = 4;

/// Level or upright, at this part of the area.
struct Guide {
  bool upright = false;
  double part = 0.5;
};
constexpr std::array<Guide, 6> kGuides{
    {{false, 0.5}, {true, 0.5}, {false, 0.22}, {false, 0.78}, {true, 0.22}, {true, 0.78}}};

double length_up_to(const Contour& line, double enough) {
  double length = 0.0;
  for (std::size_t i = 1; i < line.points.size() && length < enough; ++i) {
    length += std::hypot(line.points[i].x - line.points[i - 1].x,
                         line.points[i].y - line.points[i - 1].y);
  }
  return length;
}

/// Where the line first crosses the guide.
std::optional<core::Point> crossing(const Contour& line, Guide guide, double at) {
  const auto along = [&](core::Point p) { return guide.upright ? p.x : p.y; };
  const std::size_t count = line.points.size();
  const std::size_t pieces = line.closed ? count : count - 1;
  for (std::size_t i = 0; i < pieces; ++i) {
    const core::Point a = line.points[i];
    const core::Point b = line.points[(i + 1) % count];
    if ((along(a) < at) == (along(b) < at)) continue;
    const double part = (at - along(a)) / (along(b) - along(a));
    return core::Point{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
  }
  return {};
}

}  // namespace

std::vector<LevelLabel> place_labels(std::span<const Contour> lines, const Frame& area,
                                     const std::function<core::Point(double level)>& size_of) {
  std::vector<LevelLabel> labels;
  std::vector<core::Point> sizes;
  sizes.reserve(lines.size());
  for (const Contour& line : lines) {
    const core::Point size = size_of(line.level);
    const double least = kLeastLength * size.x;
    const bool is_long = line.points.size() > 1 && length_up_to(line, least) >= least;
    sizes.push_back(is_long ? size : core::Point{});
  }
  const auto count_of = [&](double level) {
    return std::count_if(labels.begin(), labels.end(),
                         [level](const LevelLabel& label) { return label.level == level; });
  };
  for (const Guide guide : kGuides) {
    const double at = guide.upright ? area.left + guide.part * (area.right - area.left)
                                    : area.top + guide.part * (area.bottom - area.top);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (sizes[i].x <= 0 || count_of(lines[i].level) >= kMostOfALevel) continue;
      const auto place = crossing(lines[i], guide, at);
      if (!place) continue;
      const core::Point half{sizes[i].x / 2, sizes[i].y / 2};
      const Frame box{place->x - half.x, place->y - half.y, place->x + half.x, place->y + half.y};
      const Frame wide{box.left - kGap, box.top - kGap, box.right + kGap, box.bottom + kGap};
      const bool is_free =
          area.holds(box) && std::none_of(labels.begin(), labels.end(),
                                          [&](const LevelLabel& l) { return l.place.meets(wide); });
      if (is_free) labels.push_back({lines[i].level, box});
    }
  }
  return labels;
}

}  // namespace heatwave::lines
