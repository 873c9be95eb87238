// A strip is a range of rows in which all parts have one kind; long ranges are cut into pieces of
// about equal height.
#include "kernels/field/cuda/tile_cuts.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace heatwave::field {
namespace {

constexpr int kLowest = 8;
constexpr int kHighest = 640;
/// Strips with rows that devices exchange are shorter than others by this many rows, in whose time
/// the exchange begins.
const int kHeadStart = std::getenv("HW_HEAD") ? std::atoi(std::getenv("HW_HEAD")) : 40;

/// The kinds that take longest come first.
enum class Kind : std::uint8_t { any, plain, fixed };
constexpr Kind kKinds[] = {Kind::any, Kind::plain, Kind::fixed};

/// A range of rows that one kind of strip steps.
struct RowRange {
  int x;
  int begin;
  int end;
  Kind kind;
  int fixed_cells;

  bool is_exchanged_above = false;  ///< true: the first rows are exchanged, and others are not
  bool is_exchanged_below = false;

  [[nodiscard]] int rows() const { return end - begin; }
  /// Returns the number of rows whose time the range takes.
  [[nodiscard]] int rows_of_time() const {
    return rows() + (is_exchanged_above ? kHeadStart : 0) + (is_exchanged_below ? kHeadStart : 0);
  }
};

/// Returns into how many pieces of at most this height the rows are cut.
int pieces_of(int rows, int height) { return (rows + height - 1) / height; }

/// Returns where a range is cut into pieces: their first rows, and the end of the last.
std::vector<int> cuts_of(const RowRange& range, Band inner, int pieces) {
  const int share = range.rows_of_time() / pieces;
  int begin = range.begin;
  int end = range.end;
  std::vector<int> cuts;
  if (range.is_exchanged_above && pieces > 1) {
    cuts.push_back(begin);
    begin = std::max(begin + share - kHeadStart, inner.begin);
    --pieces;
  }
  const bool has_last = range.is_exchanged_below && pieces > 1;
  if (has_last) {
    end = std::min(end - share + kHeadStart, inner.end);
    --pieces;
  }
  if (begin >= end) return {range.begin, range.end};
  for (int i = 0; i <= pieces; ++i) cuts.push_back(begin + (end - begin) * i / pieces);
  if (has_last) cuts.push_back(range.end);
  return cuts;
}

/// One number for each kind.
struct PerKind {
  int of[std::size(kKinds)] = {};

  int& operator[](Kind kind) { return of[static_cast<std::size_t>(kind)]; }
  int operator[](Kind kind) const { return of[static_cast<std::size_t>(kind)]; }
};

/// Returns the kinds of cells in a number of parts of one row, combined by `|`.
unsigned kinds_of(const Parts& parts, int row, int column, int columns) {
  unsigned kinds = 0;
  for (int c = column; c < std::min(column + columns, parts.across()); ++c) {
    kinds |= parts.kinds[parts.index(c, row)];
  }
  return kinds;
}

/// Returns the kinds of cells under a tile of `columns` times `rows` parts.
unsigned kinds_of_tile(const Parts& parts, int row, int rows, int column, int columns) {
  unsigned kinds = 0;
  for (int r = row; r < std::min(row + rows, parts.down()); ++r) {
    kinds |= kinds_of(parts, r, column, columns);
  }
  return kinds;
}

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

Kind kind_of(unsigned kinds, bool is_inside) {
  if ((kinds & kSomeFree) == 0) return Kind::fixed;
  return (kinds & kSomeFixed) == 0 && is_inside ? Kind::plain : Kind::any;
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

std::vector<RowRange> ranges_of(const Parts& parts, const StripShape& shape, Cut& cut) {
  std::vector<RowRange> ranges;
  const int columns = shape.width / parts.shape.width;
  std::vector<bool> has_strip(parts.kinds.size());
  // Adds the ranges of a strip's columns inside a band of rows.
  const auto add_ranges = [&](int column, Band band) {
    bool goes_on = false;
    for (int row = band.begin / parts.shape.height; row * parts.shape.height < band.end; ++row) {
      const unsigned kinds = kinds_of(parts, row, column, columns);
      if ((kinds & kSomeMixed) != 0) {
        goes_on = false;
        continue;
      }
      for (int c = column; c < std::min(column + columns, parts.across()); ++c) {
        has_strip[parts.index(c, row)] = true;
      }
      const int begin = std::max(row * parts.shape.height, band.begin);
      const int end = std::min((row + 1) * parts.shape.height, band.end);
      const FusedTile part{.x = column * parts.shape.width,
                           .y = begin,
                           .fixed_cells = (kinds & kSomeFixed) != 0 ? 1 : 0,
                           .height = end - begin};
      if ((kinds & kSomeMedia) != 0) {
        add_media(part, shape.media_height, cut.media.tiles);
        goes_on = false;
        continue;
      }
      const Kind kind =
          kind_of(kinds, strip_is_inside(parts.extent, shape, parts.shape.steps, part));
      const int fixed_cells = kind == Kind::fixed ? kAllFixed : part.fixed_cells;
      if (goes_on && ranges.back().kind == kind) {
        ranges.back().end = end;
        ranges.back().fixed_cells = std::max(ranges.back().fixed_cells, fixed_cells);
      } else {
        ranges.push_back({part.x, begin, end, kind, fixed_cells});
      }
      goes_on = true;
    }
  };
  for (const int column : strip_columns(parts, columns)) {
    for (const Band& band : parts.rows.written) add_ranges(column, band);
  }
  for (RowRange& range : ranges) {
    const Band inner = parts.rows.inner;
    const bool has_inner = range.begin < inner.end && range.end > inner.begin;
    range.is_exchanged_above = has_inner && range.begin < inner.begin;
    range.is_exchanged_below = has_inner && range.end > inner.end;
  }
  for (std::size_t part = 0; part < has_strip.size(); ++part) {
    if (!has_strip[part]) cut.mixed.tiles.push_back(part);
  }
  return ranges;
}

/// The times at which multiprocessors end their blocks, as numbers of multiprocessors.
class Schedule {
 public:
  explicit Schedule(int multiprocessors) : free_at_{{0.0, multiprocessors}} {}

  /// Adds blocks that take this long; each goes to the multiprocessor that is free first.
  void add(int blocks, double time) {
    while (blocks > 0) {
      const auto [start, count] = *free_at_.begin();
      const int begun = std::min(blocks, count);
      free_at_.erase(free_at_.begin());
      if (begun < count) free_at_[start] += count - begun;
      free_at_[start + time] += begun;
      blocks -= begun;
    }
  }
  [[nodiscard]] double end() const { return free_at_.rbegin()->first; }

 private:
  std::map<double, int> free_at_;
};

/// Returns the tallest strips of each kind with which the last block ends earliest.
PerKind best_heights(const std::vector<RowRange>& ranges, const StripShape& shape,
                     int multiprocessors) {
  // Ranges of equal kind and height are counted together: there may be many, and cells may change
  // in every frame.
  std::map<std::pair<Kind, int>, int> alike;
  for (const RowRange& range : ranges) ++alike[{range.kind, range.rows_of_time()}];
  const auto blocks_of = [&](Kind kind, int height) {
    int strips = 0;
    for (const auto& [each, count] : alike) {
      if (each.first == kind) strips += count * pieces_of(each.second, height);
    }
    return (strips + shape.warps - 1) / shape.warps;
  };
  PerKind best;
  double least = std::numeric_limits<double>::infinity();
  for (int height = kHighest; height >= kLowest; height -= height > 128 ? 4 : 1) {
    // The time of a plain strip, measured in its rows.
    const double round = height + shape.beyond;
    const int plain_blocks = blocks_of(Kind::plain, height);
    const int fixed_height = static_cast<int>(round / kFixedCost);
    const int fixed_blocks = blocks_of(Kind::fixed, fixed_height);
    for (const int part : {1, 2, 3}) {
      const int any_height =
          std::max(kLowest, static_cast<int>(round / part / shape.any_cost) - shape.beyond);
      Schedule schedule(multiprocessors);
      schedule.add(blocks_of(Kind::any, any_height), shape.any_cost * (any_height + shape.beyond));
      schedule.add(plain_blocks, round);
      schedule.add(fixed_blocks, kFixedCost * fixed_height);
      if (schedule.end() < least) {
        least = schedule.end();
        best[Kind::any] = any_height;
        best[Kind::plain] = height;
        best[Kind::fixed] = fixed_height;
      }
      if (any_height == kLowest) break;
    }
  }
  return best;
}

/// Moves the tiles with rows that devices exchange to the front, and drops mixed parts without any
/// row that is to be written.
void put_exchanged_first(const Parts& parts, Cut& cut) {
  const PassRows& rows = parts.rows;
  const auto rows_of_part = [&](std::size_t part) {
    const int begin = static_cast<int>(part) / parts.across() * parts.shape.height;
    return Band{begin, std::min(begin + parts.shape.height, parts.extent.height)};
  };
  std::erase_if(cut.mixed.tiles,
                [&](std::size_t part) { return !rows.are_written(rows_of_part(part)); });
  const auto sort = [&](auto& list, auto rows_of) {
    const auto others = std::ranges::stable_partition(
        list.tiles, [&](const auto& tile) { return rows.are_exchanged(rows_of(tile)); });
    list.exchanged = list.tiles.size() - others.size();
  };
  sort(cut.mixed, rows_of_part);
  const auto rows_of_tile = [](const FusedTile& tile) {
    return Band{tile.y, tile.y + tile.height};
  };
  sort(cut.media, rows_of_tile);
  sort(cut.plain, rows_of_tile);
}

}  // namespace

Cut cut_tiles(const Parts& parts, TileShape shape) {
  Cut cut;
  const int columns = shape.width / parts.shape.width;
  const int rows = shape.height / parts.shape.height;
  std::vector<bool> has_tile(parts.kinds.size());
  // Adds a tile that covers the part, as far right and down as its parts are not mixed. It may
  // overlap others, and writes equal values where it does.
  const auto add_tile = [&](int part_row, int part_column) {
    for (int row = part_row; row > part_row - rows && row >= 0; --row) {
      for (int column = part_column; column > part_column - columns && column >= 0; --column) {
        const unsigned kinds = kinds_of_tile(parts, row, rows, column, columns);
        if ((kinds & kSomeMixed) != 0) continue;
        const int y = row * parts.shape.height;
        const FusedTile tile{.x = column * parts.shape.width,
                             .y = y,
                             .fixed_cells = (kinds & kSomeFixed) != 0 ? 1 : 0,
                             .height = std::min(shape.height, parts.extent.height - y)};
        ((kinds & kSomeMedia) != 0 ? cut.media : cut.plain).tiles.push_back(tile);
        for (int r = row; r < std::min(row + rows, parts.down()); ++r) {
          for (int c = column; c < std::min(column + columns, parts.across()); ++c) {
            has_tile[parts.index(c, r)] = true;
          }
        }
        return;
      }
    }
    cut.mixed.tiles.push_back(parts.index(part_column, part_row));
  };
  for (int row = 0; row < parts.down(); ++row) {
    const Band rows_here{row * parts.shape.height, (row + 1) * parts.shape.height};
    if (!parts.rows.are_written(rows_here)) continue;
    for (int column = 0; column < parts.across(); ++column) {
      if (!has_tile[parts.index(column, row)]) add_tile(row, column);
    }
  }
  // Tiles with fixed cells take longer. They begin first, so that no multiprocessor gets two of
  // them while others get none.
  const auto quickness = [](const FusedTile& tile) { return -tile.fixed_cells; };
  std::ranges::stable_sort(cut.plain.tiles, {}, quickness);
  std::ranges::stable_sort(cut.media.tiles, {}, quickness);
  put_exchanged_first(parts, cut);
  return cut;
}

Cut cut_strips(const Parts& parts, const StripShape& shape, int multiprocessors) {
  Cut cut;
  const std::vector<RowRange> ranges = ranges_of(parts, shape, cut);
  const PerKind heights = best_heights(ranges, shape, multiprocessors);
  put_exchanged_first(parts, cut);
  const auto warps = static_cast<std::size_t>(shape.warps);
  // Adds the strips of a kind that write rows for an exchange, or those that do not.
  const auto add_strips = [&](Kind kind, bool are_exchanged) {
    std::vector<FusedTile> strips;
    for (const RowRange& range : ranges) {
      if (range.kind != kind) continue;
      const int pieces = pieces_of(range.rows_of_time(), heights[kind]);
      const std::vector<int> cuts = cuts_of(range, parts.rows.inner, pieces);
      for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        if (parts.rows.are_exchanged({cuts[i], cuts[i + 1]}) != are_exchanged) continue;
        strips.push_back({.x = range.x,
                          .y = cuts[i],
                          .fixed_cells = range.fixed_cells,
                          .height = cuts[i + 1] - cuts[i]});
      }
    }
    // A block's strips lie side by side, so that together they read whole rows of memory. Blocks
    // follow each other downwards: if they were far apart, they would wait for the same memory
    // banks.
    std::ranges::stable_sort(strips, {}, [&](const FusedTile& strip) {
      return std::pair(strip.x / (shape.width * shape.warps), strip.y);
    });
    while (strips.size() % warps != 0) strips.push_back({.x = 0, .y = 0});
    cut.plain.tiles.insert(cut.plain.tiles.end(), strips.begin(), strips.end());
  };
  for (const Kind kind : kKinds) add_strips(kind, true);
  cut.plain.exchanged = cut.plain.tiles.size();
  for (const Kind kind : kKinds) add_strips(kind, false);
  return cut;
}

}  // namespace heatwave::field
