// The places of cards in the gallery, and the way of the arrow keys through them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "app/shell/gallery/gallery_card.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// Sizes in window units.
struct GridSizes {
  float width = 0.0F;  ///< width of a whole row
  float least = 0.0F;  ///< width of the narrowest card
  float gap = 0.0F;    ///< between cards
  /// Returns the height that a card of a width needs below its picture. The highest of a row
  /// counts.
  std::function<float(const Card& card, float width)> text;
  float height = 0.0F;   ///< height in which rows are in sight
  float peek = 0.0F;     ///< height in which the row after the last whole one begins, if any does
  float between = 0.0F;  ///< space above each group but the first
  /// Widths of the groups' headings, so that small groups stand beside each other; empty: each
  /// group begins a row.
  std::vector<float> heading_widths;
};

/// A heading, or the cards of one group in a row; `top` counts from the top of all rows.
struct GridRow {
  float top = 0.0F;
  float height = 0.0F;
  std::size_t group = 0;
  int first = 0;      ///< number of its first card, counted over all groups
  int count = 0;      ///< number of its cards; 0: it is the group's heading
  float text = 0.0F;  ///< height below its pictures, or of the heading
  int line = 0;       ///< counted from the top; groups beside each other have the same ones
  int column = 0;     ///< the column of its line in which it begins
  int columns = 1;    ///< the columns that a heading takes
};

class CardGrid {
 public:
  /// `headings`: the height of each group's heading.
  CardGrid(const std::vector<FoundGroup>& groups, const std::vector<float>& headings,
           const GridSizes& sizes);

  [[nodiscard]] const std::vector<GridRow>& rows() const { return rows_; }
  [[nodiscard]] float height() const { return height_; }
  /// Returns the most cards of a line.
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] float card_width() const { return card_width_; }
  [[nodiscard]] float picture_height() const { return picture_part_ * card_width_ / kAspect; }

  /// Returns a card's box, from the top left corner of all rows.
  [[nodiscard]] ui::Box box_of(int card) const;
  /// Returns a heading's box, from the same corner.
  [[nodiscard]] ui::Box box_of(const GridRow& heading) const;
  /// Returns the card that is `by` further, in the order of reading.
  [[nodiscard]] int beside(int card, int by) const;
  /// Returns the card in the row below (`by` = 1) or above (`by` = -1) whose middle is nearest.
  [[nodiscard]] int below(int card, int by) const;
  /// Returns where a view of this height, scrolled to `from`, is scrolled to for the card: nowhere
  /// if its row and a gap around it are in sight, otherwise so that a row and its gap are at the
  /// top.
  [[nodiscard]] float scroll_to(int card, float from, float height) const;
  /// Returns where a view, scrolled to `from`, is scrolled to by a number of rows, downwards if
  /// positive. A group's first row counts with its heading.
  [[nodiscard]] float scroll_by(int rows, float from) const;
  /// Returns the height of all rows with the space below them that lets a view of this height begin
  /// with a whole row when it is scrolled to its end.
  [[nodiscard]] float scrolled_height(float height) const;

 private:
  static constexpr float kAspect = 1.5F;  ///< width of a picture by its height
  /// Part of that height to which pictures shrink so that another row is in sight.
  static constexpr float kLeastPart = 0.6F;

  /// Fills rows of this many columns.
  void fill_rows(const std::vector<FoundGroup>& groups, const std::vector<float>& headings,
                 int columns);
  /// Adds the heading of a group and the rows of its cards.
  void add_group(const FoundGroup& group, GridRow heading);
  /// Returns the number of places for cards in all lines that have none.
  [[nodiscard]] int empty_places() const;
  void measure_texts(const std::vector<FoundGroup>& groups);
  /// Places the rows below each other, with the present height of pictures.
  void stack_rows();
  /// Lowers the pictures until the first rows, and the beginning of the next one, are in sight, if
  /// little is missing; makes them higher where only a sliver of the next row would be in sight.
  void fit_pictures();

  [[nodiscard]] std::size_t row_of(int card) const;
  /// Returns where the view is scrolled to so that a row begins at its top, for each row that may.
  [[nodiscard]] std::vector<float> stops() const;
  [[nodiscard]] float width_of(int columns) const;
  /// Returns the columns that a group's heading needs.
  [[nodiscard]] int columns_of_heading(std::size_t group) const;

  std::vector<GridRow> rows_;
  float card_width_ = 0.0F;
  GridSizes sizes_;
  int columns_ = 1;
  int count_ = 0;
  float picture_part_ = 1.0F;  ///< height of pictures as a part of their full height
  float height_ = 0.0F;
};

}  // namespace heatwave::shell
