// Finds ways for arrows: cards stand in columns, and the gaps between columns are free.
#include "app/rooms/stage/board_routes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace heatwave::stage_room {
namespace {

constexpr int kSamples = 24;  ///< points of a leg that are looked at

float distance(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

bool is_inside(const ui::Box& box, ImVec2 at) {
  constexpr float kTouch = 0.5F;
  return at.x > box.left + kTouch && at.x < box.right - kTouch && at.y > box.top + kTouch &&
         at.y < box.bottom - kTouch;
}

/// The points of an arrow that are looked at, and a box around them.
struct Way {
  explicit Way(const Arrow& arrow) {
    const int samples = kSamples * static_cast<int>(arrow.legs());
    for (int i = 1; i < samples; ++i) {
      points.push_back(arrow.at(static_cast<float>(i) / static_cast<float>(samples)));
      const ImVec2 at = points.back();
      if (i == 1) around = {at.x, at.y, at.x, at.y};
      around = {std::min(around.left, at.x), std::min(around.top, at.y),
                std::max(around.right, at.x), std::max(around.bottom, at.y)};
    }
    // A box without a side meets nothing.
    around.right += 1;
    around.bottom += 1;
  }

  [[nodiscard]] bool passes(const ui::Box& box) const {
    return around.meets(box) &&
           std::any_of(points.begin(), points.end(), [&](ImVec2 at) { return is_inside(box, at); });
  }

  std::vector<ImVec2> points;
  ui::Box around;
};

/// Returns a curve that leaves and arrives vertically.
Curve upright(ImVec2 from, ImVec2 to) {
  const float bend = (to.y - from.y) * 0.45F;
  return {from, {from.x, from.y + bend}, {to.x, to.y - bend}, to};
}

/// Returns half of the gap between the card and the next one at its side; without one there, a
/// small distance.
float half_gap(const ui::Box& card, std::span<const ui::Box> others, bool at_right, float unit) {
  float gap = 8 * unit;
  for (const ui::Box& other : others) {
    if (other.bottom < card.top || other.top > card.bottom) continue;
    const float apart = at_right ? other.left - card.right : card.left - other.right;
    if (apart >= 0) gap = std::min(gap, apart);
  }
  return gap / 2;
}

}  // namespace

ImVec2 Curve::at(float part) const {
  const float rest = 1 - part;
  const float a = rest * rest * rest;
  const float b = 3 * rest * rest * part;
  const float c = 3 * rest * part * part;
  const float d = part * part * part;
  return {a * from.x + b * from_bend.x + c * to_bend.x + d * to.x,
          a * from.y + b * from_bend.y + c * to_bend.y + d * to.y};
}

float Arrow::length() const {
  float all = 0.0F;
  for (const Curve& leg : legs_) all += distance(leg.from, leg.to);
  return all;
}

ImVec2 Arrow::at(float part) const {
  float rest = part * length();
  for (const Curve& leg : legs_) {
    const float length = distance(leg.from, leg.to);
    if (rest < length) return leg.at(rest / length);
    rest -= length;
  }
  return to();
}

ImVec2 Arrow::before_end(float length) const {
  const Curve& last = legs_.back();
  if (legs_.size() > 1 && distance(last.from, last.to) < length) return last.from;
  return at(std::max(0.3F, 1 - length / std::max(this->length(), 1.0F)));
}

Arrow Arrow::reversed() const {
  std::vector<Curve> legs;
  for (auto leg = legs_.rbegin(); leg != legs_.rend(); ++leg) {
    legs.push_back({leg->to, leg->to_bend, leg->from_bend, leg->from});
  }
  return Arrow(std::move(legs));
}

Arrow Arrow::after(std::vector<Curve> legs) const {
  legs.insert(legs.end(), legs_.begin(), legs_.end());
  return Arrow(std::move(legs));
}

bool Arrow::crosses(std::span<const ui::Box> boxes) const {
  const Way way(*this);
  return std::any_of(boxes.begin(), boxes.end(),
                     [&way](const ui::Box& box) { return way.passes(box); });
}

namespace {

/// Goes straight from point to point with rounded corners.
std::vector<Curve> rounded_legs(const std::vector<ImVec2>& points, float radius) {
  std::vector<Curve> legs;
  ImVec2 at = points.front();
  const auto towards = [](ImVec2 from, ImVec2 to, float by) {
    const float part = by / std::max(distance(from, to), 0.1F);
    return ImVec2{from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
  };
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 corner = points[i];
    const bool is_last = i + 1 == points.size();
    const float after = is_last ? 0 : distance(corner, points[i + 1]) / 2;
    const float round = is_last ? 0 : std::min({radius, distance(at, corner), after});
    const ImVec2 before = towards(corner, at, round);
    legs.push_back({at, at, before, before});
    if (is_last) break;
    at = towards(corner, points[i + 1], round);
    legs.push_back({before, corner, corner, at});
  }
  return legs;
}

}  // namespace

Arrow rounded_way(const std::vector<ImVec2>& points, float radius) {
  return Arrow(rounded_legs(points, radius));
}

ArrowHead head_of(const Arrow& arrow, float length) {
  const ImVec2 tip = arrow.to();
  const ImVec2 neck = arrow.before_end(length);
  const float far = std::max(distance(neck, tip), 0.1F);
  const ImVec2 along{(tip.x - neck.x) / far * length, (tip.y - neck.y) / far * length};
  const ImVec2 back{tip.x - along.x, tip.y - along.y};
  return {tip,
          {back.x - along.y / 2, back.y + along.x / 2},
          {back.x + along.y / 2, back.y - along.x / 2}};
}

Curve shifted(Curve curve, float shift) {
  const auto move = [shift](ImVec2& end, ImVec2& bend) {
    float& along = std::abs(end.x - bend.x) < 0.5F ? end.x : end.y;
    float& bent = &along == &end.x ? bend.x : bend.y;
    along += shift;
    bent += shift;
  };
  move(curve.from, curve.from_bend);
  move(curve.to, curve.to_bend);
  return curve;
}

Curve curve_between(const ui::Box& from, const ui::Box& to) {
  const ImVec2 a{(from.left + from.right) / 2, (from.top + from.bottom) / 2};
  const ImVec2 b{(to.left + to.right) / 2, (to.top + to.bottom) / 2};
  const bool apart_down = to.top > from.bottom;
  const bool apart_up = to.bottom < from.top;
  if (apart_down || apart_up) {
    return upright({a.x, apart_down ? from.bottom : from.top},
                   {b.x, apart_down ? to.top : to.bottom});
  }
  const bool right = b.x >= a.x;
  Curve curve{.from = {right ? from.right : from.left, a.y},
              .from_bend = {},
              .to_bend = {},
              .to = {right ? to.left : to.right, b.y}};
  const float bend = (curve.to.x - curve.from.x) * 0.45F;
  curve.from_bend = {curve.from.x + bend, curve.from.y};
  curve.to_bend = {curve.to.x - bend, curve.to.y};
  return curve;
}

namespace {

/// Returns a curve from an array at the left that arrives at the card from above, so that it
/// crosses no other cards.
Curve curve_from_left(const ui::Box& cell, const ui::Box& card, float unit) {
  if (card.top > cell.bottom + 30 * unit) return curve_between(cell, card);
  const ImVec2 from{cell.right, (cell.top + cell.bottom) / 2};
  const ImVec2 to{(card.left + card.right) / 2, card.top};
  return {from, {from.x + (to.x - from.x) * 0.5F, from.y}, {to.x, to.y - 60 * unit}, to};
}

}  // namespace

Curve curve_out_of(const ArrayPlace& array, const ui::Box& cell, const ui::Box& card, float unit) {
  const bool shared = array.index_below;  // below or beside the cards, not at the left
  if (!shared && cell.right < card.left) return curve_from_left(cell, card, unit);
  const bool beside = cell.left > card.right && cell.top < card.bottom;
  if (!shared || !beside) return curve_between(cell, card);
  // over everything between them
  const ImVec2 from{(cell.left + cell.right) / 2, cell.top};
  const ImVec2 to{(card.left + card.right) / 2, card.top};
  const float high = std::min(from.y, to.y) - 26 * unit;
  return {from, {from.x, high}, {to.x, high}, to};
}

namespace {

constexpr float kInCell = 2.5F;  ///< part of an arrow inside its cell, in units

/// Returns the height of a way below a row of cells that ends at `bottom`: between two rows it
/// keeps to the upper one.
float height_below_row(const ArrayPlace& array, float bottom, float shift, float unit) {
  float room = 4 * unit;
  for (int i = array.per_row; i < array.size; i += array.per_row) {
    const float gap = array.cell(i).top - array.cell(i - array.per_row).bottom;
    room = std::min(room, 0.4F * std::max(gap, 0.0F));
  }
  return bottom + room + std::clamp(shift / 2, -room / 2, room / 2);
}

/// Returns the legs from a cell's lower edge to the way below its row, at the height of the first
/// of the points, and on through all of these.
std::vector<Curve> legs_out_of_row(ImVec2 edge, std::vector<ImVec2> points, float unit) {
  const ImVec2 begin{edge.x, edge.y - kInCell * unit};
  const ImVec2 corner{edge.x, points.front().y};
  points.insert(points.begin(), {begin, corner});
  // Part of the first leg stays straight, and the head of an arrow with it.
  return rounded_legs(points, std::min(3 * unit, (corner.y - begin.y) / 2));
}

}  // namespace

std::vector<Curve> legs_below_row(const ArrayPlace& array, const ui::Box& cell, float shift,
                                  float unit, Curve& curve) {
  const bool leaves_there = std::abs(curve.from.x - cell.right) < 0.5F &&
                            std::abs(curve.from.y - curve.from_bend.y) < 0.5F;
  if (!leaves_there || cell.right > array.cells.right - 1) return {};
  const float x = (cell.left + cell.right) / 2 + shift;
  const ImVec2 end{array.cells.right + 2 * unit, height_below_row(array, cell.bottom, shift, unit)};
  curve.from_bend = {curve.from_bend.x + end.x - curve.from.x, end.y};
  curve.from = end;
  return legs_out_of_row({x, cell.bottom}, {end}, unit);
}

ui::Box cells_with_indices(const ArrayPlace& array) {
  const ui::Box& cells = array.cells;
  return {array.grid ? std::min(array.box.left, cells.left) : cells.left,
          std::min(array.heading.bottom, cells.top), cells.right, cells.bottom};
}

namespace {

/// Returns where an arrow passes an array that it would cross at `straight`: where two cells meet,
/// clear of the array's name.
float passage(const ArrayPlace& array, const ui::Box& name, float straight, float gap) {
  const ui::Box& cells = array.cells;
  const auto column_of = [&](float x) { return (x - cells.left) / array.cell_width; };
  const auto left_of = [&](float column, float otherwise) {
    const float x = cells.left + column * array.cell_width;
    return x >= cells.left && x <= cells.right ? x : otherwise;
  };
  const float x = left_of(std::round(column_of(straight)), straight);
  if (name.width() <= 0 || x <= name.left - gap || x >= name.right + gap) return x;
  const float clear = name.right + gap;
  const float right = left_of(std::ceil(column_of(clear)), clear);
  const float left = std::min(name.left, cells.left) - gap;
  return straight - left < right - straight ? left : right;
}

/// Returns the legs from a cell above other rows of its array out of that array, below its row and
/// down beside the others; empty: the cell is in the last row, or there is no room.
std::vector<Curve> legs_beside_rows(const Curve& curve, const CardSite& site) {
  const ImVec2 from = curve.from;
  const bool goes_down = std::abs(curve.from_bend.x - from.x) < 0.5F && curve.from_bend.y > from.y;
  const auto own = std::find_if(site.arrays.begin(), site.arrays.end(), [&](const auto& array) {
    return array.values && array.cells.contains(from) && from.y < array.cells.bottom - 1;
  });
  if (!goes_down || own == site.arrays.end()) return {};
  const float u = site.unit;
  const float side = own->cells.right + 6 * u + site.shift;
  const bool is_free = std::none_of(site.arrays.begin(), site.arrays.end(), [&](const auto& other) {
    const ui::Box area = cells_with_indices(other);
    const bool beside = area.top < own->cells.bottom && area.bottom > from.y;
    return &other != &*own && beside && area.left > own->cells.left && area.left < side + 4 * u;
  });
  if (!is_free) return {};
  const float y = height_below_row(*own, from.y, site.shift, u);
  return legs_out_of_row(from, {{side, y}, {side, own->cells.bottom + 6 * u}}, u);
}

/// Returns the legs from a cell down to a point; each array between them is passed where two cells
/// meet, clear of its name.
std::vector<Curve> legs_past_arrays(const Curve& curve, ImVec2 to, const CardSite& site) {
  std::vector<Curve> legs = legs_beside_rows(curve, site);
  ImVec2 at = legs.empty() ? curve.from : legs.back().to;
  for (std::size_t i = 0; i < site.arrays.size(); ++i) {
    const ArrayPlace& array = site.arrays[i];
    const ui::Box name = i < site.names.size() ? site.names[i] : ui::Box{};
    const bool has_name = name.width() > 0;
    // The indices are between the heading and the cells.
    const float top = has_name ? name.top : array.heading.bottom;
    if (top <= at.y || array.cells.bottom >= to.y) continue;
    const float straight = at.x + (to.x - at.x) * (top - at.y) / (to.y - at.y);
    const float x = passage(array, name, straight, 4 * site.unit) + site.shift;
    const bool is_beside = x < array.cells.left || x > array.cells.right;
    if (is_beside && x == straight + site.shift) continue;
    legs.push_back(upright(at, {x, top}));
    at = {x, array.cells.bottom};
    legs.push_back({legs.back().to, legs.back().to, at, at});
  }
  legs.push_back(upright(at, to));
  return legs;
}

/// The arrays between a cell and the block at their right.
struct ArraysBetween {
  float left = 0.0F;   ///< their left edge
  float top = 0.0F;    ///< upper edge of their names
  float start = 0.0F;  ///< right edge of the cell's own array
  bool any = false;
};

/// Returns the arrays that a level line from `from` to `right` would cross.
ArraysBetween arrays_between(ImVec2 from, float right, const CardSite& site) {
  ArraysBetween between{.start = from.x};
  for (const ArrayPlace& array : site.arrays) {
    const ui::Box area = cells_with_indices(array);
    if (from.y < area.top || from.y > area.bottom) continue;
    if (area.left < from.x && area.right >= from.x) {
      between.start = std::max(between.start, area.right);
    } else if (area.left >= from.x && area.left < right) {
      between.left = between.any ? std::min(between.left, area.left) : area.left;
      between.top = between.any ? std::min(between.top, array.box.top) : array.box.top;
      between.any = true;
    }
  }
  return between;
}

/// Returns the arrays that a curve does not begin at.
std::vector<ui::Box> untouched_arrays(ImVec2 from, const CardSite& site) {
  std::vector<ui::Box> areas;
  for (const ArrayPlace& array : site.arrays) {
    if (array.array < 0) continue;  // numbers of the launch, which hide what passes behind them
    const ui::Box& cells = array.cells;
    const bool touches = from.x >= cells.left - 1 && from.x <= cells.right + 1 &&
                         from.y >= cells.top - 1 && from.y <= cells.bottom + 1;
    if (!touches) areas.push_back(cells_with_indices(array));
  }
  return areas;
}

/// Returns the distance by which an arrow keeps below the usual way over a block, so that of two
/// arrows the one that comes down further at the left does not cross the other.
float inward(const CardSite& site) { return std::abs(site.shift) - site.shift; }

/// Returns a box around the card's block and those that stand at its left or above it: an arrow
/// from the left goes over all of them.
ui::Box blocks_in_the_way(const CardSite& site) {
  ui::Box all = site.block;
  for (const ui::Box& other : site.blocks) {
    const bool is_before = other.left < site.block.right && other.top < site.block.bottom;
    if (is_before) all = all.around(other);
  }
  return all;
}

/// Returns the height of an arrow's way above blocks; 0: there is no room for one.
float height_above(const ui::Box& blocks, const CardSite& site) {
  const float room = std::min(28 * site.unit, blocks.top - site.top);
  if (room < 4 * site.unit) return 0.0F;
  return std::max(room - inward(site), 0.4F * room);
}

/// Returns the legs up beside the cell's own array, and over the names of the arrays at its right,
/// until they are above the block, at `x`; empty: there is no array at its right, or no gap.
std::vector<Curve> legs_over_arrays(const Curve& curve, const CardSite& site, float x) {
  const float u = site.unit;
  const ui::Box blocks = blocks_in_the_way(site);
  const ImVec2 corner{blocks.left - 8 * u - site.shift, blocks.top};
  const float above = height_above(blocks, site);
  if (curve.from.x > corner.x || above <= 0) return {};
  const ArraysBetween between = arrays_between(curve.from, corner.x, site);
  if (!between.any || between.left <= between.start) return {};
  const float lane = (between.start + between.left) / 2 - site.shift;
  const float over = std::max(site.top + 3 * u, between.top - 3 * u) + inward(site);
  std::vector<Curve> legs =
      rounded_legs({curve.from, {lane, curve.from.y}, {lane, over}, {corner.x, over}}, 12 * u);
  if (over > corner.y) legs.push_back(upright(legs.back().to, corner));
  const ImVec2 end = legs.back().to;
  const float high = std::min(over, corner.y - above);
  legs.push_back({end, {end.x, high}, {x, high}, {x, corner.y}});
  return legs;
}

/// Returns whether a curve comes to its end nearly level, so that it would look like a part of the
/// edge there.
bool is_flat(const Curve& curve) {
  constexpr float kLeastSlope = 0.4F;
  return curve.to.y - curve.from.y < kLeastSlope * std::abs(curve.to.x - curve.from.x);
}

/// Returns the legs of a curve from the lower edge of a cell to the block's upper edge, at `x`: out
/// of its array, level between that edge and what is above it, and down. Empty: there is no room,
/// or the curve begins elsewhere.
std::vector<Curve> legs_clear_of_edge(const Curve& curve, const CardSite& site, float x) {
  const float u = site.unit;
  const ImVec2 from = curve.from;
  const float above = height_above(blocks_in_the_way(site), site);
  const auto own = std::find_if(site.arrays.begin(), site.arrays.end(), [&](const auto& array) {
    const ui::Box& cells = array.cells;
    return array.values && from.x >= cells.left && from.x <= cells.right &&
           from.y >= cells.top - 1 && from.y <= cells.bottom + 4 * u;
  });
  if (above <= 0 || own == site.arrays.end() || curve.from_bend.y <= from.y) return {};
  const float over = site.block.top - above;
  const float side = own->cells.right + 6 * u + site.shift;
  if (x < side + 6 * u) return {};
  const float y = height_below_row(*own, from.y, site.shift, u);
  const ImVec2 out{side - 6 * u, y};
  std::vector<Curve> legs = legs_out_of_row(from, {out}, u);
  const std::vector<Curve> rest =
      rounded_legs({out, {side, y}, {side, over}, {x, over}, {x, site.block.top}}, 8 * u);
  legs.insert(legs.end(), rest.begin(), rest.end());
  return legs;
}

/// Returns the legs of a curve until it is above the block, at `x`; empty: the curve comes from
/// within the block or from below it.
std::vector<Curve> legs_above_block(const Curve& curve, const CardSite& site, float x) {
  const ui::Box& block = site.block;
  const float u = site.unit;
  const ImVec2 entry{x, block.top};
  if (curve.to.y > site.card.top + 1 || block.height() <= 0) return {};
  std::vector<Curve> over = legs_over_arrays(curve, site, x);
  if (curve.from.y <= block.top) {
    std::vector<Curve> past = legs_past_arrays(curve, entry, site);
    if (is_flat(past.back())) {
      std::vector<Curve> clear = legs_clear_of_edge(curve, site, x);
      const Arrow arrow(clear);
      const bool is_free = !clear.empty() && !arrow.crosses(site.titles) &&
                           !arrow.crosses(untouched_arrays(curve.from, site));
      if (is_free) return clear;
    }
    if (over.empty() || !Arrow(past).crosses(untouched_arrays(curve.from, site))) return past;
  }
  if (!over.empty()) return over;
  // From the left of the blocks up, and over their upper edge.
  const ui::Box blocks = blocks_in_the_way(site);
  const float gap = 8 * u + site.shift;
  const float above = height_above(blocks, site);
  if (curve.from.x > blocks.left - gap || above <= 0) return {};
  const ImVec2 corner{blocks.left - gap, blocks.top};
  const ImVec2 turn{corner.x, curve.from.y};
  const float round = std::min({20 * u, turn.x - curve.from.x, (curve.from.y - blocks.top) / 2});
  const ImVec2 before{turn.x - round, turn.y};
  const ImVec2 after{turn.x, turn.y - round};
  return {{curve.from, curve.from, before, before},
          {before, turn, turn, after},
          upright(after, corner),
          {corner, {corner.x, corner.y - above}, {x, corner.y - above}, {x, corner.y}}};
}

/// The way down into a block, beside the words above a card.
struct Descent {
  float x = 0.0F;
  float words_end = 0.0F;  ///< lower edge of the last words that it passes; 0: there are none
};

Descent descent_to(ImVec2 to, const CardSite& site) {
  Descent descent{.x = to.x};
  const float apart = std::abs(site.shift);
  const float gap = 5 * site.unit + apart + site.shift;
  // Beside one of the words it may meet another one above it.
  for (std::size_t round = 0; round < site.titles.size(); ++round) {
    for (const ui::Box& title : site.titles) {
      if (title.height() <= 0 || to.y < title.bottom) continue;
      if (descent.x <= title.left - gap || descent.x >= title.right + gap) continue;
      descent.x = title.right + gap;
      descent.words_end = std::max(descent.words_end, title.bottom);
    }
  }
  return descent;
}

/// Returns the curve as an arrow that enters the block from above, if it can.
Arrow entering(const Curve& curve, const CardSite& site) {
  const Descent descent = descent_to(curve.to, site);
  std::vector<Curve> legs = legs_above_block(curve, site, descent.x);
  if (legs.empty()) return Arrow(curve);
  ImVec2 to = curve.to;
  if (descent.words_end > 0) {
    constexpr float kFlattest = 1.2F;  // width of a bend by its height
    legs.push_back(upright(legs.back().to, {descent.x, descent.words_end}));
    const float inset = 5 * site.unit + std::abs(site.shift) - site.shift;
    const bool is_flat = descent.x - to.x > kFlattest * (to.y - descent.words_end);
    if (is_flat) to.x = std::min(descent.x, site.card.right - inset);
  }
  legs.push_back(upright(legs.back().to, to));
  return Arrow(std::move(legs));
}

}  // namespace

Arrow around_words_and_cards(const Curve& curve, const CardSite& site) {
  const Arrow direct = entering(curve, site);
  const Way way(direct);
  const ui::Box& card = site.card;
  const float u = site.unit;
  constexpr float kFar = 1e6F;
  float top = kFar;  // edges of the cards that it would cross
  float bottom = -kFar;
  for (const ui::Box& other : site.others) {
    if (!way.passes(other)) continue;
    top = std::min(top, other.top);
    bottom = std::max(bottom, other.bottom);
  }
  const std::vector<ui::Box> arrays = untouched_arrays(curve.from, site);
  const bool keeps_clear = !direct.crosses(arrays);
  const bool comes_down = curve.to.y <= card.top + 1;
  const bool goes_up = curve.to.y >= card.bottom - 1;
  const bool is_between = comes_down ? bottom <= card.top : goes_up && top >= card.bottom;
  if (top >= bottom || !is_between) return direct;
  const float near = 3 * u;
  const float past_others = comes_down ? bottom + 1 * u : top - 1 * u;
  const float corner = std::min(10 * u, card.width() / 3);
  std::array sides{true, false};
  const bool is_left = curve.from.x < (card.left + card.right) / 2;
  if (site.shift < 0 || (site.shift == 0 && is_left)) std::swap(sides[0], sides[1]);
  for (const bool at_right : sides) {
    const float gap = half_gap(card, site.others, at_right, u);
    const float lane = at_right ? card.right + gap : card.left - gap;
    float last = past_others;  // the arrow keeps to its lane until it is past the words, too
    for (const ui::Box& title : site.titles) {
      const bool is_beside = title.bottom <= card.top && title.left < std::max(lane, curve.to.x) &&
                             title.right > std::min(lane, curve.to.x);
      if (comes_down && is_beside) last = std::max(last, title.bottom);
    }
    // The arrow ends at the middle of its card where it has the height for that bend.
    constexpr float kFlattest = 1.1F;  // width of a bend by its height
    const float bend = std::abs(curve.to.x - lane);
    const float height = std::abs(curve.to.y - last) - 4 * u;
    const bool has_height = bend <= kFlattest * height;
    const ImVec2 to = has_height ? curve.to
                                 : ImVec2{at_right ? card.right - corner : card.left + corner,
                                          comes_down ? card.top : card.bottom};
    const ImVec2 beside{lane, comes_down ? top - near : bottom + near};
    // A block below another one is entered through the gaps of both.
    std::array ways{legs_above_block(curve, site, lane), legs_past_arrays(curve, beside, site)};
    if (comes_down && top < site.block.top) std::swap(ways[0], ways[1]);
    for (std::vector<Curve>& legs : ways) {
      if (legs.empty()) continue;
      legs.push_back(upright(legs.back().to, {lane, last}));
      legs.push_back(upright({lane, last}, to));
      Arrow arrow(std::move(legs));
      if (keeps_clear && arrow.crosses(arrays)) continue;
      if (!arrow.crosses(site.others)) return arrow;
    }
  }
  return direct;
}

}  // namespace heatwave::stage_room
