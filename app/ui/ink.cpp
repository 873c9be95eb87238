// A pixel is covered by how near its middle is to the line: to all pieces of it before it is inked.
#include "app/ui/ink.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heatwave::ui {
namespace {

constexpr float kFar = 1e6F;  ///< pixels: there is no picture so large
constexpr float kHalfRoot = 0.70710678F;

/// Pixels of a row that are looked at together.
constexpr int kLanes = 4;
using Lanes = float __attribute__((vector_size(16)));
using WholeLanes = int __attribute__((vector_size(16)));

Lanes most(Lanes a, Lanes b) { return a > b ? a : b; }
Lanes least(Lanes a, Lanes b) { return a < b ? a : b; }

/// What is there, under ink of this opacity, of 255.
std::uint32_t under(std::uint32_t there, ImU32 colour, std::uint32_t opacity) {
  constexpr std::uint32_t kInk = ~IM_COL32_A_MASK;
  const std::uint32_t before = there >> IM_COL32_A_SHIFT;
  if (before == 0 || ((there ^ colour) & kInk) == 0) {
    return (colour & kInk) | std::max(before, opacity) << IM_COL32_A_SHIFT;
  }
  const float over = static_cast<float>(opacity) / 255.0F;
  const float after = over + static_cast<float>(before) / 255.0F * (1 - over);
  const float part = over / after;
  std::uint32_t mixed = static_cast<std::uint32_t>(after * 255.0F + 0.5F) << IM_COL32_A_SHIFT;
  for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
    const auto a = static_cast<float>(there >> shift & 255U);
    const auto b = static_cast<float>(colour >> shift & 255U);
    mixed |= static_cast<std::uint32_t>(a + (b - a) * part + 0.5F) << shift;
  }
  return mixed;
}

/// Takes the part of a piece that lies within reach of a picture; false: there is none.
bool cut(ImVec2& from, ImVec2& to, int width, int height, float reach) {
  constexpr double kLongest = 1e9;  // pixels, where doubles still tell parts of one
  const auto x = static_cast<double>(from.x);
  const auto y = static_cast<double>(from.y);
  const double way_x = static_cast<double>(to.x) - x;
  const double way_y = static_cast<double>(to.y) - y;
  // What is no number is not less either.
  if (!(std::abs(way_x) < kLongest && std::abs(way_y) < kLongest)) return false;
  double begin = 0.0;
  double end = 1.0;
  const auto cut_sides = [&](double at, double way, int size) {
    const double low = -static_cast<double>(reach);
    const double high = size - low;
    if (way == 0) return at >= low && at <= high;
    const auto [first, last] = std::minmax({(low - at) / way, (high - at) / way});
    begin = std::max(begin, first);
    end = std::min(end, last);
    return begin <= end;
  };
  if (!cut_sides(x, way_x, width) || !cut_sides(y, way_y, height)) return false;
  from = {static_cast<float>(x + begin * way_x), static_cast<float>(y + begin * way_y)};
  to = {static_cast<float>(x + end * way_x), static_cast<float>(y + end * way_y)};
  return true;
}

}  // namespace

void Ink::clear(int width, int height) {
  width_ = std::max(0, width);
  height_ = std::max(0, height);
  const auto rows = static_cast<std::size_t>(height_);
  pixels_.assign(rows * static_cast<std::size_t>(width_), 0);
  covered_.assign(rows * static_cast<std::size_t>(width_ + kLanes), 0);
  work_ = 0;
  ++version_;
}

void Ink::stroke(std::span<const ImVec2> points, ImU32 colour, float width, bool closed) {
  const std::size_t count = points.size();
  if (count < 2) return;
  ++version_;
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    ImVec2 from = points[i];
    ImVec2 to = points[(i + 1) % count];
    if (cut(from, to, width_, height_, width + 1)) piece(from, to, width / 2);
  }
  const std::uint32_t full = colour >> IM_COL32_A_SHIFT;
  for (const Run& run : runs_) {
    std::uint8_t* covered = covered_row(run.y);
    std::uint32_t* row =
        &pixels_[static_cast<std::size_t>(run.y) * static_cast<std::size_t>(width_)];
    for (int x = run.begin; x < run.end; ++x) {
      if (covered[x] == 0) continue;
      row[x] = under(row[x], colour, (full * covered[x] + 127) / 255);
      covered[x] = 0;
    }
  }
  runs_.clear();
}

void Ink::piece(ImVec2 from, ImVec2 to, float half) {
  const float reach = half + 0.5F;  // of a pixel's middle that is covered at all
  const auto first = [reach](float at) { return static_cast<int>(std::ceil(at - reach - 0.5F)); };
  const auto last = [reach](float at) { return static_cast<int>(std::floor(at + reach - 0.5F)); };
  const int x0 = std::max(0, first(std::min(from.x, to.x)));
  const int x1 = std::min(width_ - 1, last(std::max(from.x, to.x)));
  const int y0 = std::max(0, first(std::min(from.y, to.y)));
  const int y1 = std::min(height_ - 1, last(std::max(from.y, to.y)));
  if (x1 < x0 || y1 < y0) return;
  const ImVec2 way{to.x - from.x, to.y - from.y};
  const float length = std::sqrt(way.x * way.x + way.y * way.y);
  const ImVec2 along = length > 0 ? ImVec2{way.x / length, way.y / length} : ImVec2{1, 0};
  // Of the line's edges from its middle along a row, at most; both ends lie between the edges, too.
  const float slope = along.y != 0 ? along.x / along.y : 0.0F;
  const float aside = along.y != 0 ? reach * std::sqrt(1 + slope * slope) : kFar;
  for (int y = y0; y <= y1; ++y) {
    const float dy = static_cast<float>(y) + 0.5F - from.y;
    const float middle = from.x + dy * slope - 0.5F;
    const int begin = std::max(x0, static_cast<int>(std::max(middle - aside, -kFar)));
    const int last_x = std::min(x1, static_cast<int>(std::min(middle + aside, kFar)));
    if (begin > last_x) continue;
    const int end = begin + (last_x - begin + kLanes) / kLanes * kLanes;
    work_ += end - begin;
    runs_.push_back({y, begin, std::min(end, width_)});
    // No branch and no root: so short a row is done sooner than a branch is guessed wrong.
    const float dx = static_cast<float>(begin) + 0.5F - from.x;
    const float off = dx * along.y - dy * along.x;
    const float on = dx * along.x + dy * along.y;
    Lanes x{0, 1, 2, 3};
    std::uint8_t* const covered = covered_row(y);
    for (int i = begin; i < end; i += kLanes, x += 4.0F) {
      const Lanes side = most(off + x * along.y, -(off + x * along.y));
      const Lanes at = on + x * along.x;
      const Lanes beyond = most(most(-at, at - length), Lanes{});
      // About as round as a circle.
      const Lanes away = most(most(side, beyond), kHalfRoot * (side + beyond));
      const Lanes part = most(least(reach - away, Lanes{} + 1.0F), Lanes{});
      const auto parts = __builtin_convertvector(part * 255.0F + 0.5F, WholeLanes);
      for (int k = 0; k < kLanes; ++k) {
        covered[i + k] = std::max(covered[i + k], static_cast<std::uint8_t>(parts[k]));
      }
    }
  }
}

std::uint8_t* Ink::covered_row(int y) {
  return &covered_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + kLanes)];
}

}  // namespace heatwave::ui
