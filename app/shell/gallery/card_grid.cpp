// Fills rows with cards of equal width.
#include "app/shell/gallery/card_grid.h"

#include <algorithm>
#include <cmath>

namespace heatwave::shell {
namespace {

/// The least height of a picture, as a part of the narrowest card's width.
constexpr float kLeastPicture = 0.15F;

}  // namespace

CardGrid::CardGrid(const std::vector<FoundGroup>& groups, const std::vector<float>& headings,
                   const GridSizes& sizes)
    : sizes_(sizes) {
  columns_ = std::max(1, static_cast<int>((sizes.width + sizes.gap) / (sizes.least + sizes.gap)));
  const auto columns = static_cast<float>(columns_);
  card_width_ = (sizes.width - (columns - 1) * sizes.gap) / columns;
  picture_height_ = card_width_ / kAspect;
  fill_rows(groups, headings);
  stack_rows();
  fit_pictures();
  stack_rows();
}

void CardGrid::fit_pictures() {
  int rows = 0;
  int seen = -1;
  for (const GridRow& row : rows_) {
    if (row.count == 0 || row.line <= seen) continue;
    seen = row.line;
    ++rows;
    const bool is_last = row.top + row.height + sizes_.gap >= height_;
    const float whole = row.top + row.height - sizes_.height;
    const float beyond = is_last ? whole : whole + sizes_.peek;
    if (beyond <= 0) continue;
    const auto fitting = [&](float excess) {
      return picture_height_ - std::max(0.0F, excess) / static_cast<float>(rows);
    };
    if (rows == 1) {
      picture_height_ = std::max(fitting(beyond), kLeastPicture * sizes_.least);
    } else {
      // A whole row in sight is worth more than the beginning of the next one.
      const float least = kLeastPart * picture_height_;
      const float best = fitting(beyond) >= least ? fitting(beyond) : fitting(whole);
      if (best >= least) picture_height_ = best;
    }
    return;
  }
}

void CardGrid::fill_rows(const std::vector<FoundGroup>& groups,
                         const std::vector<float>& headings) {
  int line = -1;
  int free = 0;  // columns beside the previous group
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const int all = static_cast<int>(groups[g].cards.size());
    const int columns = std::min(columns_, std::max(all, columns_of_heading(g)));
    const bool is_beside = columns <= free;
    const int column = is_beside ? columns_ - free : 0;
    line += is_beside ? -1 : 1;
    free = all <= columns_ ? columns_ - column - columns : 0;
    rows_.push_back({.group = g,
                     .first = count_,
                     .text = headings[g],
                     .line = line,
                     .column = column,
                     .columns = columns});
    for (int done = 0; done < all; done += columns_) {
      const int in_row = std::min(columns_, all - done);
      GridRow& row = rows_.emplace_back(
          GridRow{.group = g, .first = count_, .count = in_row, .line = ++line, .column = column});
      for (int i = done; i < done + in_row; ++i) {
        const Card& card = *groups[g].cards[static_cast<std::size_t>(i)];
        row.text = std::max(row.text, sizes_.text(card, card_width_));
      }
      count_ += in_row;
    }
  }
}

void CardGrid::stack_rows() {
  struct Line {
    float top = 0.0F;
    float height = 0.0F;
    bool is_heading = false;
  };
  std::vector<Line> lines(rows_.size());
  for (const GridRow& row : rows_) {
    Line& line = lines[static_cast<std::size_t>(row.line)];
    line.is_heading = row.count == 0;
    line.height = std::max(line.height, line.is_heading ? row.text : picture_height_ + row.text);
  }
  height_ = 0;
  for (Line& line : lines) {
    if (line.height <= 0) break;
    if (line.is_heading && height_ > 0) height_ += sizes_.between;
    line.top = height_;
    height_ += line.is_heading ? line.height : line.height + sizes_.gap;
  }
  for (GridRow& row : rows_) {
    const Line& line = lines[static_cast<std::size_t>(row.line)];
    row.top = line.top;
    row.height = line.height;
  }
}

float CardGrid::left_of(int column) const {
  return static_cast<float>(column) * (card_width_ + sizes_.gap);
}

int CardGrid::columns_of_heading(std::size_t group) const {
  if (sizes_.heading_widths.empty()) return columns_;
  const float width = sizes_.heading_widths[group] + sizes_.gap;
  return static_cast<int>(std::ceil(width / (card_width_ + sizes_.gap)));
}

std::size_t CardGrid::row_of(int card) const {
  const auto after =
      std::upper_bound(rows_.begin(), rows_.end(), card,
                       [](int wanted, const GridRow& row) { return wanted < row.first; });
  return static_cast<std::size_t>(after - rows_.begin()) - 1;
}

float CardGrid::scroll_to(int card, float from, float height) const {
  constexpr float kTouch = 0.5F;
  const std::size_t row = row_of(card);
  const float bottom = rows_[row].top + rows_[row].height + sizes_.gap;
  const auto top_of = [&](std::size_t at) { return std::max(0.0F, rows_[at].top - sizes_.gap); };
  const auto fits = [&](std::size_t at) { return bottom - top_of(at) <= height + kTouch; };
  // A group's first row is shown with the heading above it, where both fit.
  const std::size_t first = rows_[row - 1].count == 0 && fits(row - 1) ? row - 1 : row;
  if (top_of(first) <= from) return top_of(first);
  if (bottom <= from + height + kTouch) return from;
  std::size_t top = 0;
  while (top < first && !fits(top)) ++top;
  return top_of(top);
}

std::vector<float> CardGrid::stops() const {
  std::vector<float> all;
  bool is_below_heading = false;
  for (const GridRow& row : rows_) {
    const bool begins = row.count == 0 || !is_below_heading;
    is_below_heading = row.count == 0;
    const float top = std::max(0.0F, row.top - sizes_.gap);
    if (begins && (all.empty() || top > all.back())) all.push_back(top);
  }
  return all;
}

float CardGrid::scroll_by(int rows, float from) const {
  constexpr float kTouch = 0.5F;
  const std::vector<float> all = stops();
  if (all.empty()) return 0.0F;
  // The stop at or above the view's top; between two, the way up begins with it.
  const auto after = std::upper_bound(all.begin(), all.end(), from + kTouch);
  std::ptrdiff_t here = std::max<std::ptrdiff_t>(0, after - all.begin() - 1);
  const bool is_between = from > all[static_cast<std::size_t>(here)] + kTouch;
  if (rows < 0 && is_between) ++here;
  here = std::clamp<std::ptrdiff_t>(here + rows, 0, std::ssize(all) - 1);
  return all[static_cast<std::size_t>(here)];
}

float CardGrid::scrolled_height(float height) const {
  if (height_ <= height) return height_;
  for (const float stop : stops()) {
    if (height_ - stop <= height) return stop + height;
  }
  return height_;
}

ui::Box CardGrid::box_of(int card) const {
  const GridRow& row = rows_[row_of(card)];
  return ui::Box::at(left_of(row.column + card - row.first), row.top, card_width_, row.height);
}

ui::Box CardGrid::box_of(const GridRow& heading) const {
  const float width = left_of(heading.columns) - sizes_.gap;
  return ui::Box::at(left_of(heading.column), heading.top, width, heading.height);
}

int CardGrid::beside(int card, int by) const {
  return std::clamp(card + by, 0, std::max(0, count_ - 1));
}

int CardGrid::below(int card, int by) const {
  if (count_ == 0) return 0;
  const GridRow& from = rows_[row_of(card)];
  const int column = from.column + card - from.first;
  const GridRow* to = nullptr;
  for (const GridRow& row : rows_) {
    const int lines = (row.line - from.line) * by;
    if (row.count == 0 || lines <= 0) continue;
    const bool is_nearer = to == nullptr || lines < (to->line - from.line) * by;
    if (is_nearer || (row.line == to->line && row.column <= column)) to = &row;
  }
  if (to == nullptr) return card;
  return to->first + std::clamp(column - to->column, 0, to->count - 1);
}

}  // namespace heatwave::shell
