// A pixel is covered by how near its middle is to the line: to all pieces of it before it is inked.
#include "app/ui/ink.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "kernels/core/scratch.h"

namespace heatwave::ui {
namespace {

constexpr float kFar = 1e6F;  ///< pixels: there is no picture so large
constexpr float kHalfRoot = 0.70710678F;

/// Pixels of a row that are looked at together.
constexpr int kLanes = 4;
using Lanes = float __attribute__((vector_size(16)));
using WholeLanes = int __attribute__((vector_size(16)));
using LooseLanes = float __attribute__((vector_size(16), aligned(4), may_alias));
using LoosePixels = int __attribute__((vector_size(16), aligned(4), may_alias));

/// Drawn by one of a team at a time: what lies in them at once stays in a near cache.
constexpr int kRowsAtOnce = 64;

Lanes most(Lanes a, Lanes b) { return a > b ? a : b; }
Lanes least(Lanes a, Lanes b) { return b > a ? a : b; }

bool are_all(WholeLanes is_so) {
  using Halves = long long __attribute__((vector_size(16)));
  const auto halves = reinterpret_cast<Halves>(is_so);
  return (halves[0] & halves[1]) == -1;
}

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

void Ink::draw(int width, int height, std::span<const Line> lines, const InkPlace& place,
               core::ThreadTeam& team) {
  ++version_;
  width_ = std::max(0, width);
  height_ = std::max(0, height);
  core::fit(pixels_, static_cast<std::size_t>(height_) * static_cast<std::size_t>(width_));
  take(lines, place);
  groups_ = static_cast<std::size_t>((width_ + kLanes - 1) / kLanes);
  words_ = (groups_ + 63) / 64;
  bands_.resize(static_cast<std::size_t>(team.size()));
  for (Band& band : bands_) band.groups = 0;
  team.share_pieces((height_ + kRowsAtOnce - 1) / kRowsAtOnce, [&](int piece, int index) {
    Band& band = bands_[static_cast<std::size_t>(index)];
    band.begin = piece * kRowsAtOnce;
    band.end = std::min(height_, band.begin + kRowsAtOnce);
    draw_band(band);
  });
}

void Ink::take(std::span<const Line> lines, const InkPlace& place) {
  points_.clear();
  strokes_.clear();
  const auto right = static_cast<float>(width_);
  const auto low = static_cast<float>(height_);
  for (const Line& line : lines) {
    if (line.points.size() < 2) continue;
    Stroke stroke{.colour = line.colour,
                  .half = line.width * place.scale / 2,
                  .closed = line.closed,
                  .first = points_.size(),
                  .count = line.points.size(),
                  .top = std::numeric_limits<float>::infinity(),
                  .bottom = -std::numeric_limits<float>::infinity()};
    for (const ImVec2 at : line.points) {
      const ImVec2 p{at.x * place.scale - place.left, at.y * place.scale - place.top};
      points_.push_back(p);
      stroke.top = std::min(stroke.top, p.y);
      stroke.bottom = std::max(stroke.bottom, p.y);
      // What is no number is not inside.
      stroke.inside &= p.x >= 0 && p.x <= right && p.y >= 0 && p.y <= low;
    }
    strokes_.push_back(stroke);
  }
}

std::int64_t Ink::work() const {
  std::int64_t all = 0;
  for (const Band& band : bands_) all += kLanes * band.groups;
  return all;
}

void Ink::draw_band(Band& band) {
  const auto row = static_cast<std::size_t>(width_);
  std::fill_n(
      pixels_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(band.begin) * row),
      static_cast<std::size_t>(band.end - band.begin) * row, 0U);
  core::fit(band.covered, kRowsAtOnce * groups_ * kLanes);
  core::fit(band.touched, kRowsAtOnce * words_);
  for (const Stroke& stroke : strokes_) draw_stroke(stroke, band);
}

void Ink::draw_stroke(const Stroke& stroke, Band& band) {
  const float reach = stroke.half + 1;
  const float above = static_cast<float>(band.begin) - reach;
  const float below = static_cast<float>(band.end) + reach;
  if (stroke.bottom < above || stroke.top > below) return;
  const ImVec2* const points = &points_[stroke.first];
  for (std::size_t i = 0; i + (stroke.closed ? 0 : 1) < stroke.count; ++i) {
    ImVec2 from = points[i];
    ImVec2 to = points[i + 1 < stroke.count ? i + 1 : 0];
    if (std::max(from.y, to.y) < above || std::min(from.y, to.y) > below) continue;
    if (stroke.inside || cut(from, to, width_, height_, 2 * stroke.half + 1)) {
      cover(from, to, stroke.half, band);
    }
  }
  blend(stroke, band);
}

void Ink::blend(const Stroke& stroke, Band& band) {
  const float reach = stroke.half + 1;
  const auto within = [&](float y) {
    return static_cast<int>(
        std::clamp(y, static_cast<float>(band.begin), static_cast<float>(band.end)));
  };
  const int end = std::min(band.end, within(stroke.bottom + reach) + 1);
  for (int y = within(stroke.top - reach); y < end; ++y) {
    const auto in_band = static_cast<std::size_t>(y - band.begin);
    float* const covered = &band.covered[in_band * groups_ * kLanes];
    std::uint32_t* const row =
        pixels_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_);
    for (std::size_t word = 0; word < words_; ++word) {
      std::uint64_t touched = std::exchange(band.touched[in_band * words_ + word], 0);
      for (; touched != 0; touched &= touched - 1) {
        const int group = static_cast<int>(64 * word) + std::countr_zero(touched);
        blend(stroke.colour, kLanes * group, covered, row);
      }
    }
  }
}

void Ink::blend(ImU32 colour, int x, float* covered, std::uint32_t* row) const {
  constexpr std::uint32_t kInk = ~IM_COL32_A_MASK;
  const std::uint32_t full = colour >> IM_COL32_A_SHIFT;
  auto& lanes = reinterpret_cast<LooseLanes&>(covered[x]);
  const auto parts = __builtin_convertvector(lanes * 255.0F + 0.5F, WholeLanes);
  lanes = Lanes{};
  if (x + kLanes <= width_) {
    auto& pixels = reinterpret_cast<LoosePixels&>(row[x]);
    const WholeLanes there = pixels;
    const WholeLanes is_covered = parts > 0;
    const WholeLanes before = there >> IM_COL32_A_SHIFT & 255;
    const auto ink = static_cast<int>(colour & kInk);
    const WholeLanes is_same = ((there ^ ink) & static_cast<int>(kInk)) == 0;
    if (are_all(~is_covered | is_same | (before == 0))) {
      // As below: no sum but a whole number's comes near a whole number.
      const Lanes opacities =
          __builtin_convertvector(parts, Lanes) * static_cast<float>(full) + 127.5F;
      const auto opacity = __builtin_convertvector(opacities * (1 / 255.0F), WholeLanes);
      const WholeLanes after = before > opacity ? before : opacity;
      pixels = is_covered ? (after << IM_COL32_A_SHIFT | ink) : there;
      return;
    }
  }
  for (int k = 0; k < std::min(kLanes, width_ - x); ++k) {
    const auto part = static_cast<std::uint32_t>(parts[k]);
    if (part != 0) row[x + k] = under(row[x + k], colour, (full * part + 127) / 255);
  }
}

void Ink::cover(ImVec2 from, ImVec2 to, float half, Band& band) const {
  const float reach = half + 0.5F;  // of a pixel's middle that is covered at all
  const auto first = [reach](float at) { return static_cast<int>(std::ceil(at - reach - 0.5F)); };
  const auto last = [reach](float at) { return static_cast<int>(std::floor(at + reach - 0.5F)); };
  const int x0 = std::max(0, first(std::min(from.x, to.x)));
  const int x1 = std::min(width_ - 1, last(std::max(from.x, to.x)));
  const int y0 = std::max(band.begin, first(std::min(from.y, to.y)));
  const int y1 = std::min(band.end - 1, last(std::max(from.y, to.y)));
  if (x1 < x0 || y1 < y0) return;
  const ImVec2 way{to.x - from.x, to.y - from.y};
  const float length = std::sqrt(way.x * way.x + way.y * way.y);
  const ImVec2 along = length > 0 ? ImVec2{way.x / length, way.y / length} : ImVec2{1, 0};
  // Of the line's edges from its middle along a row, at most; both ends lie between the edges, too.
  const float slope = along.y != 0 ? along.x / along.y : 0.0F;
  const float aside = along.y != 0 ? reach * std::sqrt(1 + slope * slope) : kFar;
  const bool is_short = x1 / kLanes - x0 / kLanes < 2;  // then all of it is looked at
  // Of their own, or each pixel that is written might change them.
  const std::size_t row = groups_ * kLanes;
  const std::size_t words = words_;
  float* covered = &band.covered[static_cast<std::size_t>(y0 - band.begin) * row];
  std::uint64_t* touched = &band.touched[static_cast<std::size_t>(y0 - band.begin) * words];
  std::int64_t looked_at = 0;
  for (int y = y0; y <= y1; ++y, covered += row, touched += words) {
    const float dy = static_cast<float>(y) + 0.5F - from.y;
    int begin = x0 / kLanes;
    int end = x1 / kLanes + 1;
    if (!is_short) {
      const float middle = from.x + dy * slope - 0.5F;
      const int first_x = std::max(x0, static_cast<int>(std::max(middle - aside, -kFar)));
      const int last_x = std::min(x1, static_cast<int>(std::min(middle + aside, kFar)));
      if (first_x > last_x) continue;
      begin = first_x / kLanes;
      end = last_x / kLanes + 1;
    }
    // No branch and no root: so short a row is done sooner than a branch is guessed wrong.
    const float dx = static_cast<float>(kLanes * begin) + 0.5F - from.x;
    const float off = dx * along.y - dy * along.x;
    const float on = dx * along.x + dy * along.y;
    Lanes x{0, 1, 2, 3};
    for (int group = begin; group < end; ++group, x += 4.0F) {
      const Lanes side = most(off + x * along.y, -(off + x * along.y));
      const Lanes at = on + x * along.x;
      const Lanes beyond = most(most(-at, at - length), Lanes{});
      // About as round as a circle.
      const Lanes away = most(most(side, beyond), kHalfRoot * (side + beyond));
      const Lanes part = most(least(reach - away, Lanes{} + 1.0F), Lanes{});
      auto& lanes = reinterpret_cast<LooseLanes&>(covered[kLanes * group]);
      lanes = most(lanes, part);
      touched[group / 64] |= std::uint64_t{1} << group % 64;
    }
    looked_at += end - begin;
  }
  band.groups += looked_at;
}

}  // namespace heatwave::ui
