// A band along the line takes its smooth edges from the pictures of lines beside the letters.
#include "app/ui/stroke.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heatwave::ui {
namespace {

/// As many points as one call may have where indices are short.
constexpr std::size_t kMostAtOnce = 4000;

ImVec2 across(ImVec2 from, ImVec2 to) {
  const ImVec2 way{to.x - from.x, to.y - from.y};
  const float length = std::hypot(way.x, way.y);
  return length > 0 ? ImVec2{way.y / length, -way.x / length} : ImVec2{};
}

/// To the side of a corner, so far that both bands keep their width; not without end where the line
/// turns back.
ImVec2 at_corner(ImVec2 a, ImVec2 b) {
  constexpr float kFarthest = 100.0F;
  const ImVec2 middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
  const float square = middle.x * middle.x + middle.y * middle.y;
  if (square < 1e-6F) return middle;
  const float longer = std::min(1 / square, kFarthest);
  return {middle.x * longer, middle.y * longer};
}

/// `index` and both neighbours are in the line; where it ends, there is one.
void add_corner(ImDrawList& list, std::span<const ImVec2> points, std::size_t index, bool closed,
                float half, const ImVec4& picture, ImU32 colour) {
  const std::size_t count = points.size();
  const ImVec2 at = points[index];
  const bool is_first = index == 0 && !closed;
  const bool is_last = index + 1 == count && !closed;
  const ImVec2 before = is_first ? ImVec2{} : across(points[(index + count - 1) % count], at);
  const ImVec2 after = is_last ? ImVec2{} : across(at, points[(index + 1) % count]);
  const ImVec2 side = is_first ? after : is_last ? before : at_corner(before, after);
  list.PrimWriteVtx({at.x + side.x * half, at.y + side.y * half}, {picture.x, picture.y}, colour);
  list.PrimWriteVtx({at.x - side.x * half, at.y - side.y * half}, {picture.z, picture.w}, colour);
}

void add_band(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
              bool closed) {
  // The picture has an empty pixel on both sides; drawn as wide as the line wants, it is as dark.
  const int pixels =
      std::clamp(static_cast<int>(std::ceil(width - 1e-3F)), 1, IM_DRAWLIST_TEX_LINES_WIDTH_MAX);
  const auto whole = static_cast<float>(pixels);
  const ImVec4& picture = ImGui::GetIO().Fonts->TexUvLines[pixels];
  const float half = width / whole * (whole + 2) / 2;
  const auto count = static_cast<int>(points.size());
  const int pieces = closed ? count : count - 1;
  list.PrimReserve(6 * pieces, 2 * count);
  const unsigned first = list._VtxCurrentIdx;
  for (std::size_t i = 0; i < points.size(); ++i) {
    add_corner(list, points, i, closed, half, picture, colour);
  }
  for (int i = 0; i < pieces; ++i) {
    const unsigned a = first + static_cast<unsigned>(2 * i);
    const unsigned b = first + static_cast<unsigned>(2 * ((i + 1) % count));
    for (const unsigned corner : {a, a + 1, b + 1, a, b + 1, b}) {
      list.PrimWriteIdx(static_cast<ImDrawIdx>(corner));
    }
  }
}

}  // namespace

void stroke(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
            bool closed) {
  if (points.size() < 2 || (colour & IM_COL32_A_MASK) == 0) return;
  const bool has_pictures = (list.Flags & ImDrawListFlags_AntiAliasedLinesUseTex) != 0;
  if (has_pictures && points.size() <= kMostAtOnce) {
    add_band(list, points, colour, width, closed);
    return;
  }
  for (std::size_t begin = 0; begin + 1 < points.size(); begin += kMostAtOnce - 1) {
    const auto part = points.subspan(begin, std::min(kMostAtOnce, points.size() - begin));
    if (has_pictures) {
      add_band(list, part, colour, width, false);
    } else {
      list.AddPolyline(part.data(), static_cast<int>(part.size()), colour, 0, width);
    }
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
