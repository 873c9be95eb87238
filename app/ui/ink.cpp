// A pixel is covered by how near its middle is to the line.
#include "app/ui/ink.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heatwave::ui {
namespace {

constexpr float kLongest = 12.0F;  ///< pixels of a piece: the box about it is not much larger

/// What is there, under ink of this opacity.
std::uint32_t under(std::uint32_t there, ImU32 colour, float opacity) {
  constexpr std::uint32_t kInk = ~IM_COL32_A_MASK;
  const float before = static_cast<float>(there >> IM_COL32_A_SHIFT) / 255.0F;
  const auto packed = [](float part) { return static_cast<std::uint32_t>(part * 255.0F + 0.5F); };
  if (before == 0 || ((there ^ colour) & kInk) == 0) {
    return (colour & kInk) | packed(std::max(before, opacity)) << IM_COL32_A_SHIFT;
  }
  const float after = opacity + before * (1 - opacity);
  const float part = opacity / after;
  std::uint32_t mixed = packed(after) << IM_COL32_A_SHIFT;
  for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
    const auto a = static_cast<float>(there >> shift & 255U);
    const auto b = static_cast<float>(colour >> shift & 255U);
    mixed |= static_cast<std::uint32_t>(a + (b - a) * part + 0.5F) << shift;
  }
  return mixed;
}

}  // namespace

void Ink::clear(int width, int height) {
  width_ = std::max(0, width);
  height_ = std::max(0, height);
  pixels_.assign(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0);
  work_ = 0;
  ++version_;
}

void Ink::stroke(std::span<const ImVec2> points, ImU32 colour, float width, bool closed) {
  const std::size_t count = points.size();
  if (count < 2) return;
  ++version_;
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    const ImVec2 from = points[i];
    const ImVec2 to = points[(i + 1) % count];
    const ImVec2 way{to.x - from.x, to.y - from.y};
    const float length = std::hypot(way.x, way.y);
    // Far outside there is nothing to see.
    if (!(length < 1e5F)) continue;
    const int parts = 1 + static_cast<int>(length / kLongest);
    const auto at = [&](int k) {
      const float part = static_cast<float>(k) / static_cast<float>(parts);
      return ImVec2{from.x + part * way.x, from.y + part * way.y};
    };
    for (int k = 0; k < parts; ++k) piece(at(k), at(k + 1), colour, width / 2);
  }
}

void Ink::piece(ImVec2 from, ImVec2 to, ImU32 colour, float half) {
  const float reach = half + 0.5F;  // of a pixel's middle that is covered at all
  const auto first = [reach](float at) { return static_cast<int>(std::ceil(at - reach - 0.5F)); };
  const auto last = [reach](float at) { return static_cast<int>(std::floor(at + reach - 0.5F)); };
  const int x0 = std::max(0, first(std::min(from.x, to.x)));
  const int x1 = std::min(width_ - 1, last(std::max(from.x, to.x)));
  const int y0 = std::max(0, first(std::min(from.y, to.y)));
  const int y1 = std::min(height_ - 1, last(std::max(from.y, to.y)));
  if (x1 < x0 || y1 < y0) return;
  work_ += static_cast<std::int64_t>(x1 - x0 + 1) * (y1 - y0 + 1);
  const ImVec2 way{to.x - from.x, to.y - from.y};
  const float square = way.x * way.x + way.y * way.y;
  const float per_square = square > 0 ? 1 / square : 0.0F;
  const float full = static_cast<float>(colour >> IM_COL32_A_SHIFT) / 255.0F;
  for (int y = y0; y <= y1; ++y) {
    std::uint32_t* row = &pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_)];
    const float dy = static_cast<float>(y) + 0.5F - from.y;
    for (int x = x0; x <= x1; ++x) {
      const float dx = static_cast<float>(x) + 0.5F - from.x;
      const float part = std::clamp((dx * way.x + dy * way.y) * per_square, 0.0F, 1.0F);
      const float off_x = dx - part * way.x;
      const float off_y = dy - part * way.y;
      const float away = off_x * off_x + off_y * off_y;
      if (away >= reach * reach) continue;
      const float covered = std::min(1.0F, reach - std::sqrt(away));
      row[x] = under(row[x], colour, full * covered);
    }
  }
}

}  // namespace heatwave::ui
