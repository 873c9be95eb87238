// Fills rows with cards of equal width.
#include "app/shell/gallery/card_grid.h"

#include <algorithm>

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
  for (const GridRow& row : rows_) {
    if (row.count == 0) continue;
    ++rows;
    const float beyond = row.top + row.height - sizes_.height;
    if (beyond <= 0) continue;
    const float fitting = picture_height_ - beyond / static_cast<float>(rows);
    if (rows == 1) picture_height_ = std::max(fitting, kLeastPicture * sizes_.least);
    if (rows > 1 && fitting >= kLeastPart * picture_height_) picture_height_ = fitting;
    return;
  }
}

void CardGrid::fill_rows(const std::vector<FoundGroup>& groups,
                         const std::vector<float>& headings) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    rows_.push_back({.group = g, .first = count_, .text = headings[g]});
    const int all = static_cast<int>(groups[g].cards.size());
    for (int done = 0; done < all; done += columns_) {
      const int in_row = std::min(columns_, all - done);
      GridRow& row = rows_.emplace_back(GridRow{.group = g, .first = count_, .count = in_row});
      for (int i = done; i < done + in_row; ++i) {
        const Card& card = *groups[g].cards[static_cast<std::size_t>(i)];
        row.text = std::max(row.text, sizes_.text(card, card_width_));
      }
      count_ += in_row;
    }
  }
}

void CardGrid::stack_rows() {
  height_ = 0;
  for (GridRow& row : rows_) {
    const bool is_heading = row.count == 0;
    if (is_heading && row.group > 0) height_ += sizes_.between;
    row.top = height_;
    row.height = is_heading ? row.text : picture_height_ + row.text;
    height_ += is_heading ? row.height : row.height + sizes_.gap;
  }
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

ui::Box CardGrid::box_of(int card) const {
  const GridRow& row = rows_[row_of(card)];
  const float left = static_cast<float>(card - row.first) * (card_width_ + sizes_.gap);
  return ui::Box::at(left, row.top, card_width_, row.height);
}

int CardGrid::beside(int card, int by) const {
  return std::clamp(card + by, 0, std::max(0, count_ - 1));
}

int CardGrid::below(int card, int by) const {
  if (count_ == 0) return 0;
  const std::size_t from = row_of(card);
  const int column = card - rows_[from].first;
  for (std::size_t at = from + static_cast<std::size_t>(by); at < rows_.size();
       at += static_cast<std::size_t>(by)) {
    if (rows_[at].count > 0) return rows_[at].first + std::min(column, rows_[at].count - 1);
  }
  return card;
}

}  // namespace heatwave::shell
