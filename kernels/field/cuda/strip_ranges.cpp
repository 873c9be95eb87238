// A strip's columns are followed down the grid: a range goes on as long as the kind of its cells
// does.
#include "kernels/field/cuda/strip_ranges.h"

#include <algorithm>
#include <utility>

namespace heatwave::field {
namespace {

/// Wide strips replace others only in this many rows or more.
constexpr int kFewestWideRows = 256;

int divided_up(int count, int by) { return (count + by - 1) / by; }

/// Extends the tile above by this one if it has room; otherwise adds the tile.
void add_media(const FusedTile& tile, int highest, std::vector<FusedTile>& media) {
  if (!media.empty()) {
    FusedTile& above = media.back();
    if (above.x == tile.x && above.y + above.height == tile.y &&
        above.height + tile.height <= highest) {
      above.height += tile.height;
      above.fixed_cells = std::max(above.fixed_cells, tile.fixed_cells);
      return;
    }
  }
  media.push_back(tile);
}

/// Returns the part columns in which strips begin. An outermost column that is mostly mixed, as at
/// an absorbing edge, belongs to no strip: the column beside it need not be mixed, too. The last
/// two strips may overlap, and write equal values where they do.
std::vector<int> strip_columns(const Parts& parts, int columns) {
  const auto is_mixed = [&](int column) {
    int mixed = 0;
    for (int row = 0; row < parts.down(); ++row) {
      if ((parts.kinds[parts.index(column, row)] & kSomeMixed) != 0) ++mixed;
    }
    return 2 * mixed > parts.down();
  };
  int begin = 0;
  int end = parts.across();
  if (end > columns + 1) {
    if (is_mixed(0)) ++begin;
    if (is_mixed(end - 1)) --end;
  }
  std::vector<int> starts;
  for (int column = begin; column < end; column += columns) {
    starts.push_back(end < parts.across() ? std::min(column, end - columns) : column);
  }
  return starts;
}

/// Returns how many of some plain strips side by side it is best to replace by wide ones.
int replaced_of(int strips, const StripShape& shape) {
  int best = 0;
  double least = strips;
  for (int replaced = 1; replaced <= strips; ++replaced) {
    const int columns = replaced * shape.width;
    if (columns < shape.wide_width) continue;
    const int wide = divided_up(columns, shape.wide_width);
    const double time = wide * shape.wide_cost + strips - replaced;
    if (time < least) {
      least = time;
      best = replaced;
    }
  }
  return best;
}

}  // namespace

StripRanges::StripRanges(const Parts& parts, const StripShape& shape)
    : parts_(parts), shape_(shape), starts_(strip_columns(parts, columns())) {
  under_.reserve(starts_.size() * static_cast<std::size_t>(parts.down()));
  for (int row = 0; row < parts.down(); ++row) {
    for (const int start : starts_) under_.push_back(parts.under_tile(row, 1, start, columns()));
  }
}

int StripRanges::media_height(int multiprocessors) const {
  const auto lowest = std::ranges::count_if(under_, [](const PartsUnderTile& under) {
    return (under.kinds & (kSomeMedia | kSomeMixed)) == kSomeMedia;
  });
  return lowest <= multiprocessors ? parts_.shape.height : shape_.media_height;
}

void StripRanges::add_other_tiles(int multiprocessors, Cut& cut) const {
  const int highest = media_height(multiprocessors);
  std::vector<bool> is_covered(parts_.kinds.size());
  for (const Band& band : parts_.rows.written) {
    const Band rows = part_rows(band);
    for (std::size_t strip = 0; strip < starts_.size(); ++strip) {
      for (int row = rows.begin; row < rows.end; ++row) {
        const unsigned kinds = under_[index(strip, row)].kinds;
        if ((kinds & kSomeMixed) != 0) continue;
        const int column = starts_[strip];
        for (int c = column; c < std::min(column + columns(), parts_.across()); ++c) {
          is_covered[parts_.index(c, row)] = true;
        }
        if ((kinds & kSomeMedia) == 0) continue;
        const StripRange range = strip_at(strip, row, band);
        add_media({.x = range.x,
                   .y = range.rows.begin,
                   .fixed_cells = (kinds & kSomeFixed) != 0 ? 1 : 0,
                   .height = range.rows.rows()},
                  highest, cut.media.tiles);
      }
    }
  }
  for (std::size_t part = 0; part < is_covered.size(); ++part) {
    if (!is_covered[part]) cut.mixed.tiles.push_back(part);
  }
}

std::vector<StripRange> StripRanges::find(bool wide) {
  for (const Band& band : parts_.rows.written) {
    is_wide_.assign(under_.size(), false);
    if (wide) add_wide_ranges(band);
    for (std::size_t strip = 0; strip < starts_.size(); ++strip) add_ranges(strip, band);
  }
  return std::exchange(ranges_, {});
}

Band StripRanges::rows_of(int row, Band band) const {
  return {std::max(row * parts_.shape.height, band.begin),
          std::min((row + 1) * parts_.shape.height, band.end)};
}

Band StripRanges::part_rows(Band band) const {
  return {band.begin / parts_.shape.height, divided_up(band.end, parts_.shape.height)};
}

StripRange StripRanges::strip_at(std::size_t strip, int row, Band band) const {
  const auto [kinds, factor] = under_[index(strip, row)];
  StripRange range{.x = starts_[strip] * parts_.shape.width,
                   .rows = rows_of(row, band),
                   .kind = StripKind::any,
                   .factor = factor,
                   .fixed_cells = (kinds & kSomeFixed) != 0 ? 1 : 0};
  const FusedTile tile{.x = range.x, .y = range.rows.begin, .height = range.rows.rows()};
  if ((kinds & kSomeFree) == 0) {
    range.kind = StripKind::fixed;
  } else if (kinds == kSomeFree &&
             strip_is_inside(parts_.extent, shape_, parts_.shape.steps, tile)) {
    range.kind = StripKind::plain;
  }
  return range;
}

std::vector<StripRanges::PlainArea> StripRanges::plain_areas(int row, Band band) const {
  std::vector<PlainArea> areas;
  bool goes_on = false;
  for (std::size_t strip = 0; strip < starts_.size(); ++strip) {
    const StripRange range = strip_at(strip, row, band);
    const bool is_plain = range.kind == StripKind::plain;
    if (is_plain && goes_on && areas.back().factor == range.factor) {
      ++areas.back().strips;
    } else if (is_plain) {
      areas.push_back(
          {.first = strip, .strips = 1, .factor = range.factor, .begin = row, .end = row + 1});
    }
    goes_on = is_plain;
  }
  return areas;
}

void StripRanges::add_wide_ranges(Band band) {
  std::vector<PlainArea> open;
  const Band rows = part_rows(band);
  for (int row = rows.begin; row <= rows.end; ++row) {
    std::vector<PlainArea> next;
    if (row < rows.end) next = plain_areas(row, band);
    for (const PlainArea& area : open) {
      const auto same = std::ranges::find_if(next, [&](const PlainArea& one) {
        return one.first == area.first && one.strips == area.strips && one.factor == area.factor;
      });
      if (same == next.end()) {
        replace(area, band);
      } else {
        same->begin = area.begin;
      }
    }
    open = std::move(next);
  }
}

void StripRanges::replace(const PlainArea& area, Band band) {
  const Band rows{rows_of(area.begin, band).begin, rows_of(area.end - 1, band).end};
  const int replaced = rows.rows() < kFewestWideRows ? 0 : replaced_of(area.strips, shape_);
  if (replaced == 0) return;
  const int begin = starts_[area.first] * parts_.shape.width;
  const std::size_t last = area.first + static_cast<std::size_t>(replaced) - 1;
  const int end = starts_[last] * parts_.shape.width + shape_.width;
  for (int x = begin; x < end; x += shape_.wide_width) {
    ranges_.push_back({.x = std::min(x, end - shape_.wide_width),
                       .rows = rows,
                       .kind = StripKind::wide,
                       .factor = area.factor});
  }
  for (int row = area.begin; row < area.end; ++row) {
    for (std::size_t strip = area.first; strip <= last; ++strip) is_wide_[index(strip, row)] = true;
  }
}

void StripRanges::add_ranges(std::size_t strip, Band band) {
  bool goes_on = false;
  const Band rows = part_rows(band);
  for (int row = rows.begin; row < rows.end; ++row) {
    const bool is_other = (under_[index(strip, row)].kinds & (kSomeMixed | kSomeMedia)) != 0;
    if (is_other || is_wide_[index(strip, row)]) {
      goes_on = false;
      continue;
    }
    const StripRange range = strip_at(strip, row, band);
    if (goes_on && ranges_.back().kind == range.kind && ranges_.back().factor == range.factor) {
      ranges_.back().rows.end = range.rows.end;
      ranges_.back().fixed_cells = std::max(ranges_.back().fixed_cells, range.fixed_cells);
    } else {
      ranges_.push_back(range);
    }
    goes_on = true;
  }
}

}  // namespace heatwave::field
