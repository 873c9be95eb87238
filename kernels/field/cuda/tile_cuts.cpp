// A strip is a range of rows in which all parts have one kind; long ranges are cut into pieces of
// about equal height.
#include "kernels/field/cuda/tile_cuts.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace heatwave::field {
namespace {

constexpr int kLowest = 8;
constexpr int kHighest = 640;
/// The time that an exchange of rows between devices takes, in rows that a plain strip writes. It
/// is hidden if the strips with those rows end so much earlier than the others.
constexpr int kHeadStart = 32;

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

  int exchanged_above = 0;  ///< number of the first rows that devices exchange
  int exchanged_below = 0;  ///< number of the last rows that they exchange

  [[nodiscard]] int rows() const { return end - begin; }
};

/// Returns into how many pieces of at most this height the rows are cut.
int pieces_of(int rows, int height) { return (rows + height - 1) / height; }

/// A range divided into rows that devices exchange and the others between them.
struct DividedRange {
  Band above;
  Band inner;
  Band below;
};

/// Divides a range. Strips of this height hold the exchanged rows, and what they have room for
/// beside them.
DividedRange divided(const RowRange& range, int height) {
  const auto in_strips = [&](int rows) { return pieces_of(rows, height) * height; };
  const int above = std::min(in_strips(range.exchanged_above), range.rows());
  const int below = std::min(in_strips(range.exchanged_below), range.rows() - above);
  const Band inner{range.begin + above, range.end - below};
  return {.above = {range.begin, inner.begin}, .inner = inner, .below = {inner.end, range.end}};
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
    range.exchanged_above = std::clamp(inner.begin - range.begin, 0, range.rows());
    range.exchanged_below = std::clamp(range.end - inner.end, 0, range.rows());
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

/// One number for each kind and list of strips.
struct PerList {
  PerKind exchanged;  ///< strips with rows that devices exchange
  PerKind others;
};

/// Ranges of rows, of which those of equal kind and size are counted together: there may be many,
/// and cells may change in every frame.
class AlikeRanges {
 public:
  explicit AlikeRanges(const std::vector<RowRange>& ranges) {
    for (const RowRange& range : ranges) {
      ++alike_[{range.kind, range.rows(), range.exchanged_above, range.exchanged_below}];
      has_exchanged_ = has_exchanged_ || range.exchanged_above > 0 || range.exchanged_below > 0;
    }
  }

  [[nodiscard]] bool has_exchanged() const { return has_exchanged_; }
  /// Returns the numbers of blocks, each of which has `warps` strips of one kind and list.
  [[nodiscard]] PerList blocks(const PerList& heights, int warps) const {
    PerList blocks;
    for (const auto& [each, count] : alike_) {
      const auto [kind, rows, above, below] = each;
      const int height = heights.exchanged[kind];
      const DividedRange range = divided({.x = 0,
                                          .begin = 0,
                                          .end = rows,
                                          .kind = kind,
                                          .fixed_cells = 0,
                                          .exchanged_above = above,
                                          .exchanged_below = below},
                                         height);
      blocks.exchanged[kind] +=
          count * (pieces_of(range.above.rows(), height) + pieces_of(range.below.rows(), height));
      blocks.others[kind] += count * pieces_of(range.inner.rows(), heights.others[kind]);
    }
    for (const Kind kind : kKinds) {
      blocks.exchanged[kind] = pieces_of(blocks.exchanged[kind], warps);
      blocks.others[kind] = pieces_of(blocks.others[kind], warps);
    }
    return blocks;
  }

 private:
  std::map<std::tuple<Kind, int, int, int>, int> alike_;
  bool has_exchanged_ = false;
};

/// Returns the heights of the tallest strips with which the last block ends earliest, or the
/// exchange if that ends later.
PerList best_heights(const std::vector<RowRange>& ranges, const StripShape& shape,
                     int multiprocessors) {
  const AlikeRanges alike(ranges);
  PerList best;
  double least = std::numeric_limits<double>::infinity();
  // Returns the height of a strip that is not plain and takes as long as a plain one.
  const auto any_height_of = [&](double time) {
    return std::max(kLowest, static_cast<int>(time / shape.any_cost) - shape.beyond);
  };
  const auto try_heights = [&](const PerList& heights) {
    const PerList blocks = alike.blocks(heights, shape.warps);
    Schedule schedule(multiprocessors);
    const auto add = [&](const PerKind& count, const PerKind& height) {
      schedule.add(count[Kind::any], shape.any_cost * (height[Kind::any] + shape.beyond));
      schedule.add(count[Kind::plain], height[Kind::plain] + shape.beyond);
      schedule.add(count[Kind::fixed], kFixedCost * height[Kind::fixed]);
    };
    double end = 0.0;
    if (alike.has_exchanged()) {
      add(blocks.exchanged, heights.exchanged);
      end = schedule.end() + kHeadStart;
    }
    add(blocks.others, heights.others);
    end = std::max(end, schedule.end());
    if (end >= least) return;
    least = end;
    best = heights;
  };
  for (int height = kHighest; height >= kLowest; height -= height > 128 ? 4 : 1) {
    // The time of a plain strip, measured in its rows.
    const double round = height + shape.beyond;
    PerList heights;
    heights.others[Kind::plain] = height;
    heights.others[Kind::fixed] = static_cast<int>(round / kFixedCost);
    for (const int part : {1, 2, 3}) {
      heights.others[Kind::any] = any_height_of(round / part);
      for (const double early : {round, round - kHeadStart, (round - kHeadStart) / 2}) {
        heights.exchanged[Kind::any] = any_height_of(early);
        heights.exchanged[Kind::plain] = std::max(kLowest, static_cast<int>(early) - shape.beyond);
        heights.exchanged[Kind::fixed] = std::max(kLowest, static_cast<int>(early / kFixedCost));
        try_heights(heights);
        if (!alike.has_exchanged()) break;
      }
      if (heights.others[Kind::any] == kLowest) break;
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
    const auto others =
        std::stable_partition(list.tiles.begin(), list.tiles.end(),
                              [&](const auto& tile) { return rows.are_exchanged(rows_of(tile)); });
    list.exchanged = static_cast<std::size_t>(others - list.tiles.begin());
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
  const PerList heights = best_heights(ranges, shape, multiprocessors);
  put_exchanged_first(parts, cut);
  const auto warps = static_cast<std::size_t>(shape.warps);
  // Adds the strips of a kind that write rows for an exchange, or those that do not.
  const auto add_strips = [&](Kind kind, bool are_exchanged) {
    std::vector<FusedTile> strips;
    const auto add = [&](const RowRange& range, Band rows, int height) {
      const int pieces = pieces_of(rows.rows(), height);
      for (int i = 0; i < pieces; ++i) {
        const int begin = rows.begin + rows.rows() * i / pieces;
        const int end = rows.begin + rows.rows() * (i + 1) / pieces;
        strips.push_back(
            {.x = range.x, .y = begin, .fixed_cells = range.fixed_cells, .height = end - begin});
      }
    };
    for (const RowRange& range : ranges) {
      if (range.kind != kind) continue;
      const int height = heights.exchanged[kind];
      const DividedRange rows = divided(range, height);
      if (are_exchanged) {
        add(range, rows.above, height);
        add(range, rows.below, height);
      } else {
        add(range, rows.inner, heights.others[kind]);
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
