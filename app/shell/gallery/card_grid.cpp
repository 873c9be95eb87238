// Fills rows with cards of equal width.
#include "app/shell/gallery/card_grid.h"

#include <algorithm>

namespace heatwave::shell {

CardGrid::CardGrid(const std::vector<FoundGroup>& groups, const std::vector<float>& headings,
                   const GridSizes& sizes)
    : sizes_(sizes) {
  columns_ = std::max(1, static_cast<int>((sizes.width + sizes.gap) / (sizes.least + sizes.gap)));
  const auto columns = static_cast<float>(columns_);
  card_width_ = (sizes.width - (columns - 1) * sizes.gap) / columns;
  picture_height_ = std::min(card_width_ / kAspect, sizes.picture);
  const float card_height = picture_height_ + sizes.text;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (g > 0) height_ += sizes.between;
    rows_.push_back({.top = height_, .height = headings[g], .group = g, .first = count_});
    height_ += headings[g];
    const int all = static_cast<int>(groups[g].cards.size());
    for (int done = 0; done < all; done += columns_) {
      const int in_row = std::min(columns_, all - done);
      rows_.push_back({height_, card_height, g, count_, in_row});
      count_ += in_row;
      height_ += card_height + sizes.gap;
    }
  }
}

std::size_t CardGrid::row_of(int card) const {
  const auto after =
      std::upper_bound(rows_.begin(), rows_.end(), card,
                       [](int wanted, const GridRow& row) { return wanted < row.first; });
  return static_cast<std::size_t>(after - rows_.begin()) - 1;
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
