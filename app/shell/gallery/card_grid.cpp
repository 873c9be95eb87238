// Fills rows with cards of one width, whose columns line up in all groups.
#include "app/shell/gallery/card_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heatwave::shell {
namespace {

/// The least height of a picture, as a part of the narrowest card's width.
constexpr float kLeastPicture = 0.15F;
/// The least of a cut row that says that the rows go on, as a part of the same width: less is a
/// sliver, which higher pictures above it move out of sight.
constexpr float kLeastBeginning = 0.3F;
/// The most that a card grows, as a multiple of the narrowest one's width, to leave fewer places of
/// the last rows empty.
constexpr float kWidestCard = 1.45F;

}  // namespace

CardGrid::CardGrid(const std::vector<FoundGroup>& groups, const std::vector<float>& headings,
                   const GridSizes& sizes)
    : sizes_(sizes) {
  const auto columns_of = [&sizes](float card) {
    return std::max(1, static_cast<int>((sizes.width + sizes.gap) / (card + sizes.gap)));
  };
  const int most = columns_of(sizes.least);
  const int fewest = std::min(most, columns_of(kWidestCard * sizes.least) + 1);
  int best = most;
  int fewest_empty = 0;
  for (int columns = most; columns >= fewest; --columns) {
    fill_rows(groups, headings, columns);
    const int empty = empty_places();
    if (columns < most && empty >= fewest_empty) continue;
    best = columns;
    fewest_empty = empty;
  }
  fill_rows(groups, headings, best);
  measure_texts(groups);
  stack_rows();
  fit_pictures();
  stack_rows();
}

int CardGrid::empty_places() const {
  int lines = 0;
  int seen = -1;
  for (const GridRow& row : rows_) {
    if (row.count > 0 && std::exchange(seen, row.line) != row.line) ++lines;
  }
  return lines * columns_ - count_;
}

void CardGrid::fit_pictures() {
  float pictures = 0;  // height of the pictures in sight
  int rows = 0;
  int seen = -1;
  float begin = 0;                               // top of the row, or of the heading above it
  const float end = sizes_.height + sizes_.gap;  // end of the sight
  for (const GridRow& row : rows_) {
    if (row.line <= seen) continue;
    const auto index = static_cast<std::size_t>(&row - rows_.data());
    if (row.count == 0 || rows_[index - 1].count > 0) begin = row.top;
    if (row.count == 0) continue;
    seen = row.line;
    ++rows;
    pictures += picture_height();
    const bool is_last = row.top + row.height + sizes_.gap >= height_;
    const float whole = row.top + row.height - sizes_.height;
    const float beyond = is_last ? whole : whole + sizes_.peek;
    if (beyond <= 0) continue;
    const auto fitting = [&](float excess) { return 1.0F - std::max(0.0F, excess) / pictures; };
    if (rows == 1) {
      picture_part_ = std::max(fitting(beyond), kLeastPicture * sizes_.least / pictures);
    } else {
      // A whole row in sight is worth more than the beginning of the next one.
      const float best = fitting(beyond) >= kLeastPart ? fitting(beyond) : fitting(whole);
      if (best >= kLeastPart) {
        picture_part_ = best;
      } else if (end - row.top < kLeastBeginning * sizes_.least) {
        picture_part_ = 1.0F + std::max(0.0F, end - begin) / (pictures - picture_height());
      }
    }
    return;
  }
}

void CardGrid::add_group(const FoundGroup& group, GridRow heading) {
  heading.first = count_;
  rows_.push_back(heading);
  const int all = static_cast<int>(group.cards.size());
  for (int done = 0; done < all; done += columns_) {
    const int count = std::min(columns_, all - done);
    rows_.push_back({.group = heading.group,
                     .first = count_,
                     .count = count,
                     .line = ++heading.line,
                     .column = heading.column});
    count_ += count;
  }
}

void CardGrid::fill_rows(const std::vector<FoundGroup>& groups, const std::vector<float>& headings,
                         int columns) {
  rows_.clear();
  count_ = 0;
  columns_ = columns;
  card_width_ = width_of(1);
  int line = -1;         // the newest heading's
  int last_line = -1;    // the newest row's
  int taken = columns_;  // columns of that line
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const int all = static_cast<int>(groups[g].cards.size());
    const int rows = (all + columns_ - 1) / columns_;
    const int wide = std::min(columns_, std::max(all, columns_of_heading(g)));
    const bool is_beside = rows == 1 && taken + wide <= columns_;
    if (!is_beside) {
      line = last_line + 1;
      taken = 0;
    }
    add_group(groups[g],
              {.group = g, .text = headings[g], .line = line, .column = taken, .columns = wide});
    last_line = line + rows;
    taken = rows == 1 ? taken + wide : columns_;
  }
}

void CardGrid::measure_texts(const std::vector<FoundGroup>& groups) {
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    GridRow& row = rows_[i];
    if (row.count == 0) continue;
    std::size_t first = i;
    while (rows_[first].count > 0) --first;
    const int before = row.first - rows_[first].first;
    for (int card = before; card < before + row.count; ++card) {
      row.text = std::max(
          row.text,
          sizes_.text(*groups[row.group].cards[static_cast<std::size_t>(card)], card_width_));
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
  for (GridRow& row : rows_) {
    Line& line = lines[static_cast<std::size_t>(row.line)];
    line.is_heading = row.count == 0;
    const float picture = line.is_heading ? 0.0F : picture_height();
    line.height = std::max(line.height, picture + row.text);
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

float CardGrid::width_of(int columns) const {
  const auto all = static_cast<float>(columns_);
  const float card = (sizes_.width - (all - 1) * sizes_.gap) / all;
  return static_cast<float>(columns) * (card + sizes_.gap) - sizes_.gap;
}

int CardGrid::columns_of_heading(std::size_t group) const {
  if (sizes_.heading_widths.empty()) return columns_;
  int columns = 1;
  while (columns < columns_ && width_of(columns) < sizes_.heading_widths[group]) ++columns;
  return columns;
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
  const float left = width_of(row.column + card - row.first) + sizes_.gap;
  return ui::Box::at(left, row.top, card_width_, row.height);
}

ui::Box CardGrid::box_of(const GridRow& heading) const {
  return ui::Box::at(width_of(heading.column) + sizes_.gap, heading.top, width_of(heading.columns),
                     heading.height);
}

int CardGrid::beside(int card, int by) const {
  return std::clamp(card + by, 0, std::max(0, count_ - 1));
}

int CardGrid::below(int card, int by) const {
  if (count_ == 0) return 0;
  const int line = rows_[row_of(card)].line;
  const auto middle_of = [this](int of) {
    const ui::Box box = box_of(of);
    return (box.left + box.right) / 2;
  };
  const float middle = middle_of(card);
  int best = card;
  int lines = 0;  // from the card's line to the best one's
  float nearest = 0;
  for (const GridRow& row : rows_) {
    const int apart = (row.line - line) * by;
    if (row.count == 0 || apart <= 0 || (lines > 0 && apart > lines)) continue;
    for (int i = row.first; i < row.first + row.count; ++i) {
      const float distance = std::abs(middle_of(i) - middle);
      if (apart == lines && distance >= nearest) continue;
      best = i;
      lines = apart;
      nearest = distance;
    }
  }
  return best;
}

}  // namespace heatwave::shell
