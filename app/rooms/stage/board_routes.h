// The arrows of the board: curves between a cell and a thread's card, around the cards between
// them.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "app/rooms/stage/board_layout.h"
#include "app/ui/box.h"

namespace heatwave::stage_room {

/// A curved line between two points.
struct Curve {
  ImVec2 from, from_bend, to_bend, to;

  [[nodiscard]] ImVec2 at(float part) const;
};

/// An arrow with its head at the end: one curve, or several that follow each other.
class Arrow {
 public:
  explicit Arrow(const Curve& curve) : legs_{curve} {}
  explicit Arrow(std::vector<Curve> legs) : legs_(std::move(legs)) {}

  [[nodiscard]] ImVec2 from() const { return legs_.front().from; }
  [[nodiscard]] ImVec2 to() const { return legs_.back().to; }
  [[nodiscard]] std::size_t legs() const { return legs_.size(); }
  /// Returns the sum of the distances between the ends of its legs.
  [[nodiscard]] float length() const;
  /// Returns a point by its part of the length.
  [[nodiscard]] ImVec2 at(float part) const;
  /// Returns the point this far before its end, or where a shorter last leg begins.
  [[nodiscard]] ImVec2 before_end(float length) const;
  [[nodiscard]] Arrow reversed() const;
  /// Returns the arrow that passes these legs first, which end where it begins.
  [[nodiscard]] Arrow after(std::vector<Curve> legs) const;
  /// Returns whether it passes through one of the boxes.
  [[nodiscard]] bool crosses(std::span<const ui::Box> boxes) const;

 private:
  std::vector<Curve> legs_;
};

/// The head of an arrow: its tip, and the ends of its two sides.
struct ArrowHead {
  ImVec2 tip, one, other;
};
/// Returns the length and the width of the head on a line of this width.
inline float head_length(float width, float unit) { return width * 2.8F + 3.5F * unit; }
ArrowHead head_of(const Arrow& arrow, float length);

/// Goes straight from point to point with rounded corners.
Arrow rounded_way(const std::vector<ImVec2>& points, float radius);

/// Connects the sides that face each other.
Curve curve_between(const ui::Box& from, const ui::Box& to);
/// Returns the curve from a cell of the array, with the rim of its mark, to a card.
Curve curve_out_of(const ArrayPlace& array, const ui::Box& cell, const ui::Box& card, float unit);
/// Moves both ends of a curve along the sides that they are at.
Curve shifted(Curve curve, float shift);
/// Returns the legs from a cell along the lower edge of its row to the row's end, so that an arrow
/// that leaves the array there begins at its cell, and moves the curve to begin where they end.
/// Empty: the curve does not leave at that side, or the cell is the last one of its row.
std::vector<Curve> legs_below_row(const ArrayPlace& array, const ui::Box& cell, float shift,
                                  float unit, Curve& curve);
/// Returns the place of an array's cells and of the indices at their upper and left edge.
ui::Box cells_with_indices(const ArrayPlace& array);

/// A card to which an arrow goes, and what lies around it.
struct CardSite {
  ui::Box card;
  ui::Box block;  ///< the block of the card; its words stand at its upper and left edge
  std::span<const ui::Box> others;       ///< cards of other threads
  std::span<const ui::Box> blocks = {};  ///< all open blocks
  std::span<const ArrayPlace> arrays;    ///< from top to bottom
  float top = 0.0F;                      ///< upper edge of the board
  float unit = 1.0F;
  std::span<const ui::Box> titles = {};  ///< words in the block; the arrow passes at their right
  std::span<const ui::Box> names = {};   ///< words of each array's heading; empty: they are unknown
  /// Distance from the usual way, to the right where it is positive, so that two arrows of one card
  /// do not share a way.
  float shift = 0.0F;
};

/// Returns the way of a curve that arrives at a card: where it comes from outside the block, it
/// enters that from above, clear of words, and passes an array on the way between two cells, clear
/// of its name and indices; arrays between the cell and a block beside it are passed above their
/// names. If it then passes behind other cards, it goes through
/// the gap beside the card's column.
Arrow around_words_and_cards(const Curve& curve, const CardSite& site);

}  // namespace heatwave::stage_room
