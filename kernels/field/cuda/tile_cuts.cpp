// Strips are stretches of parts of one kind, one below the other, in pieces of about the same
// height.
#include "kernels/field/cuda/tile_cuts.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace heatwave::field {
namespace {

constexpr int kLowest = 8;
constexpr int kHighest = 512;

/// Rows that are stepped the same way.
struct Stretch {
  int x;
  int begin;
  int end;
  bool is_plain;
  bool keeps;

  [[nodiscard]] int pieces(int height) const { return (end - begin + height - 1) / height; }
};

struct Heights {
  int plain;
  int any;
};

/// What all parts hold from column to column of one row.
unsigned kinds_of(const Parts& parts, int row, int column, int columns) {
  unsigned kinds = 0;
  for (int c = column; c < std::min(column + columns, parts.across()); ++c) {
    kinds |= parts.kinds[static_cast<std::size_t>(row * parts.across() + c)];
  }
  return kinds;
}

void give_away(const Parts& parts, int row, int column, int columns, Cut& cut) {
  for (int c = column; c < std::min(column + columns, parts.across()); ++c) {
    cut.mixed.push_back(static_cast<std::size_t>(row * parts.across() + c));
  }
}

std::vector<Stretch> stretches_of(const Parts& parts, const StripShape& shape, Cut& cut) {
  std::vector<Stretch> stretches;
  const int columns = shape.width / parts.shape.width;
  for (int column = 0; column < parts.across(); column += columns) {
    bool goes_on = false;
    for (int row = 0; row < parts.down(); ++row) {
      const unsigned kinds = kinds_of(parts, row, column, columns);
      if ((kinds & kSomeMixed) != 0) {
        give_away(parts, row, column, columns, cut);
        goes_on = false;
        continue;
      }
      const int begin = row * parts.shape.height;
      const int end = std::min(begin + parts.shape.height, parts.extent.height);
      const bool keeps = kinds != 0;
      const FusedTile part{.x = column * parts.shape.width, .y = begin, .height = end - begin};
      const bool is_plain = !keeps && strip_is_inside(parts.extent, shape, parts.shape.steps, part);
      if (goes_on && stretches.back().is_plain == is_plain) {
        stretches.back().end = end;
        stretches.back().keeps = stretches.back().keeps || keeps;
      } else {
        stretches.push_back({part.x, begin, end, is_plain, keeps});
      }
      goes_on = true;
    }
  }
  return stretches;
}

/// The heights with which the last block ends first.
Heights best_heights(const std::vector<Stretch>& stretches, const StripShape& shape, int steps,
                     int multiprocessors) {
  const int beyond = 2 * steps + shape.ahead;  // rows that a strip steps besides its own
  const auto blocks = [&](int strips) { return (strips + shape.warps - 1) / shape.warps; };
  Heights best{.plain = kHighest, .any = kHighest};
  double least = std::numeric_limits<double>::infinity();
  for (int height = kHighest; height >= kLowest; height -= height > 128 ? 4 : 1) {
    const Heights heights{
        .plain = height,
        .any = std::max(kLowest, static_cast<int>((height + beyond) / shape.any_takes) - beyond)};
    int plain = 0;
    int any = 0;
    for (const Stretch& stretch : stretches) {
      (stretch.is_plain ? plain : any) +=
          stretch.pieces(stretch.is_plain ? heights.plain : heights.any);
    }
    const int rounds = (blocks(plain) + blocks(any) + multiprocessors - 1) / multiprocessors;
    const double round = std::max(plain > 0 ? heights.plain + beyond : 0.0,
                                  any > 0 ? shape.any_takes * (heights.any + beyond) : 0.0);
    if (rounds * round >= least) continue;
    least = rounds * round;
    best = heights;
  }
  return best;
}

}  // namespace

Cut cut_tiles(const Parts& parts, TileShape shape) {
  Cut cut;
  const int columns = shape.width / parts.shape.width;
  const int rows = shape.height / parts.shape.height;
  for (int row = 0; row < parts.down(); row += rows) {
    const int end = std::min(row + rows, parts.down());
    for (int column = 0; column < parts.across(); column += columns) {
      unsigned kinds = 0;
      for (int r = row; r < end; ++r) kinds |= kinds_of(parts, r, column, columns);
      if ((kinds & kSomeMixed) == 0) {
        cut.plain.push_back({.x = column * parts.shape.width,
                             .y = row * parts.shape.height,
                             .keeps = kinds != 0 ? 1 : 0});
        continue;
      }
      for (int r = row; r < end; ++r) give_away(parts, r, column, columns, cut);
    }
  }
  return cut;
}

Cut cut_strips(const Parts& parts, const StripShape& shape, int multiprocessors) {
  Cut cut;
  const std::vector<Stretch> stretches = stretches_of(parts, shape, cut);
  const Heights heights = best_heights(stretches, shape, parts.shape.steps, multiprocessors);
  const auto warps = static_cast<std::size_t>(shape.warps);
  for (const bool plain : {false, true}) {  // the slower ones first
    std::vector<FusedTile> strips;
    for (const Stretch& stretch : stretches) {
      if (stretch.is_plain != plain) continue;
      const int pieces = stretch.pieces(plain ? heights.plain : heights.any);
      const auto cut_at = [&](int i) {
        return stretch.begin + (stretch.end - stretch.begin) * i / pieces;
      };
      for (int i = 0; i < pieces; ++i) {
        strips.push_back({.x = stretch.x,
                          .y = cut_at(i),
                          .keeps = stretch.keeps ? 1 : 0,
                          .height = cut_at(i + 1) - cut_at(i)});
      }
    }
    // A block's strips lie side by side, so that they read whole rows of memory together. Blocks
    // follow each other downwards: far apart they would wait for the same banks of memory.
    std::ranges::stable_sort(strips, {}, [&](const FusedTile& strip) {
      return std::pair(strip.x / (shape.width * shape.warps), strip.y);
    });
    while (strips.size() % warps != 0) strips.push_back({.x = 0, .y = 0});
    cut.plain.insert(cut.plain.end(), strips.begin(), strips.end());
  }
  return cut;
}

}  // namespace heatwave::field
