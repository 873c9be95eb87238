// Draws lines in parts, and leaves out points that nobody would miss.
#include "app/ui/stroke.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heatwave::ui {

void stroke(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
            bool closed) {
  constexpr std::size_t kMostAtOnce = 4000;
  if (points.size() <= kMostAtOnce) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, width,
                     closed ? ImDrawFlags_Closed : ImDrawFlags_None);
    return;
  }
  for (std::size_t begin = 0; begin + 1 < points.size(); begin += kMostAtOnce - 1) {
    const auto part = points.subspan(begin, std::min(kMostAtOnce, points.size() - begin));
    list.AddPolyline(part.data(), static_cast<int>(part.size()), colour, width);
  }
  if (closed) stroke(list, std::vector<ImVec2>{points.back(), points.front()}, colour, width);
}

void simplify(std::vector<ImVec2>& points, float tolerance) {
  constexpr std::size_t kMostInOne = 24;  // keeps the work in proportion to the points
  const auto is_near = [&](std::size_t from, std::size_t to) {
    const ImVec2 a = points[from];
    const ImVec2 way{points[to].x - a.x, points[to].y - a.y};
    const float square = way.x * way.x + way.y * way.y;
    const float most = tolerance * tolerance * square;
    for (std::size_t i = from + 1; i < to; ++i) {
      const ImVec2 off{points[i].x - a.x, points[i].y - a.y};
      const float along = off.x * way.x + off.y * way.y;
      const float aside = off.x * way.y - off.y * way.x;
      if (along < 0 || along > square || aside * aside > most) return false;
    }
    return true;
  };
  std::size_t kept = 0;
  for (std::size_t at = 0; at < points.size();) {
    points[kept++] = points[at];
    std::size_t next = at + 1;
    while (next + 1 < points.size() && next - at < kMostInOne && is_near(at, next + 1)) ++next;
    at = next;
  }
  points.resize(kept);
}

std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, float wide) {
  std::vector<std::vector<ImVec2>> found;
  const auto stretch = [wide](float x) { return static_cast<long>(std::floor(x / wide)); };
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const ImVec2 a = points[i];
    const ImVec2 b = points[i + 1];
    const long last = stretch(b.x);
    ImVec2 from = a;
    for (long at = stretch(a.x); at <= last; ++at) {
      ImVec2 to = b;
      if (at < last) {
        to.x = static_cast<float>(at + 1) * wide;
        to.y = a.y + (b.y - a.y) * (to.x - a.x) / (b.x - a.x);
      }
      if (at % 2 == 0) {
        const bool goes_on =
            !found.empty() && found.back().back().x == from.x && found.back().back().y == from.y;
        if (!goes_on) found.push_back({from});
        found.back().push_back(to);
      }
      from = to;
    }
  }
  return found;
}

}  // namespace heatwave::ui
