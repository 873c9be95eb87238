// Finds the marks of cells from their flags.
#include "app/view/cell_marks.h"

#include <algorithm>
#include <cstring>

#include "kernels/field/cells.h"
#include "kernels/field/display_target.h"

namespace heatwave::view {
namespace {

std::uint8_t kind_of(std::uint8_t flags) {
  if ((flags & field::kHeld) != 0) return kMarkHeld;
  if ((flags & field::kWall) != 0) return kMarkWall;
  return (flags & field::kMedium) != 0 ? kMarkMedium : 0;
}

class Kinds {
 public:
  Kinds(std::span<const std::uint8_t> flags, core::Extent shown) : flags_(flags), shown_(shown) {}

  /// Positions outside the grid repeat the border cells, so that the grid's own edge gets no
  /// outline.
  [[nodiscard]] std::uint8_t at(int x, int y) const {
    const int cx = std::clamp(x, 0, shown_.width - 1);
    const int cy = std::clamp(y, 0, shown_.height - 1);
    return kind_of(flags_[core::whole(shown_).index(cx, cy)]);
  }

  [[nodiscard]] std::uint8_t mark(int x, int y) const {
    const std::uint8_t kind = at(x, y);
    if (kind == 0 || kind == kMarkWall) return kind;
    const auto ends = [&](int dx, int dy) { return at(x + dx, y + dy) != kind; };
    unsigned mark = kind;
    if (ends(-1, 0)) mark |= kMarkWest | kMarkRim;
    if (ends(1, 0)) mark |= kMarkEast | kMarkRim;
    if (ends(0, -1)) mark |= kMarkNorth | kMarkRim;
    if (ends(0, 1)) mark |= kMarkSouth | kMarkRim;
    if (ends(-1, -1) || ends(1, -1) || ends(-1, 1) || ends(1, 1)) mark |= kMarkRim;
    return static_cast<std::uint8_t>(mark);
  }

 private:
  std::span<const std::uint8_t> flags_;
  core::Extent shown_;
};

std::vector<std::uint8_t> every_kth(std::span<const std::uint8_t> flags, core::Extent extent,
                                    int k) {
  const core::Extent shown = field::thinned_extent(extent, k);
  std::vector<std::uint8_t> thin(static_cast<std::size_t>(shown.cells()));
  for (int y = 0; y < shown.height; ++y) {
    const std::uint8_t* from = &flags[core::whole(extent).index(0, y * k)];
    std::uint8_t* to = &thin[core::whole(shown).index(0, y)];
    for (int x = 0; x < shown.width; ++x) to[x] = from[static_cast<std::ptrdiff_t>(x) * k];
  }
  return thin;
}

/// Held cells on the grid's edge get no outline: it would only frame the picture.
bool on_edge(int x, int y, core::Extent shown) {
  return x == 0 || y == 0 || x == shown.width - 1 || y == shown.height - 1;
}

constexpr int kBlock = 32;
constexpr int kMostBlocks = 24;  ///< along a side; more parts would cost more than they save

/// Interpolation reads cells that lie this far outside a part.
constexpr int kReach = 2;

/// True if any of the cells has one of these marks.
bool has_any(const CellMarks& marks, const core::Rect& cells, unsigned wanted) {
  for (int y = cells.y0; y < cells.y1; ++y) {
    const std::uint8_t* row = marks.at(cells.x0, y);
    const bool any = std::any_of(row, row + cells.width(),
                                 [wanted](std::uint8_t mark) { return (mark & wanted) != 0; });
    if (any) return true;
  }
  return false;
}

PartKind kind_of(const CellMarks& marks, const core::Rect& cells) {
  const core::Rect around = core::intersection(cells.grown(kReach), core::whole(marks.shown()));
  if (marks.has_walls() && has_any(marks, around, kMarkWall)) return PartKind::near_walls;
  // A held cell without an outline looks like any other.
  constexpr unsigned kDrawn = 0xFFU & ~static_cast<unsigned>(kMarkHeld);
  return has_any(marks, cells, kDrawn) ? PartKind::marked : PartKind::plain;
}

}  // namespace

core::Rect CellMarks::update(std::span<const std::uint8_t> flags, core::Extent extent,
                             int thinned) {
  const std::vector<std::uint8_t> thin =
      thinned > 1 ? every_kth(flags, extent, thinned) : std::vector<std::uint8_t>{};
  if (thinned > 1) flags = thin;
  if (extent != extent_ || thinned != thinned_) {
    extent_ = extent;
    thinned_ = thinned;
    shown_ = field::thinned_extent(extent, thinned);
    // New vectors also free the memory of a larger grid.
    flags_ = std::vector(flags.begin(), flags.end());
    marks_ = std::vector<std::uint8_t>(static_cast<std::size_t>(shown_.cells()));
    find_marks(core::whole(shown_));
    return core::whole(shown_);
  }
  const core::Rect cells = changed_cells(flags);
  if (cells.empty()) return {};
  keep(flags, cells);
  // A mark depends on the cell's eight neighbours.
  const core::Rect marks = core::intersection(cells.grown(1), core::whole(shown_));
  find_marks(marks);
  return marks;
}

/// Compares whole rows first, because most rows have not changed.
core::Rect CellMarks::changed_cells(std::span<const std::uint8_t> flags) const {
  const auto width = static_cast<std::size_t>(shown_.width);
  core::Rect changed{shown_.width, shown_.height, 0, 0};
  for (int y = 0; y < shown_.height; ++y) {
    const std::uint8_t* now = &flags[static_cast<std::size_t>(y) * width];
    const std::uint8_t* before = &flags_[static_cast<std::size_t>(y) * width];
    if (std::memcmp(now, before, width) == 0) continue;
    changed.y0 = std::min(changed.y0, y);
    changed.y1 = y + 1;
    // Compares cell by cell only outside the columns already known to have changed.
    const auto first = static_cast<std::size_t>(changed.x0);
    if (std::memcmp(now, before, first) != 0) {
      changed.x0 = static_cast<int>(std::mismatch(now, now + first, before).first - now);
    }
    int last = shown_.width;
    const auto end = static_cast<std::size_t>(changed.x1);
    if (std::memcmp(now + end, before + end, width - end) == 0) continue;
    while (now[last - 1] == before[last - 1]) --last;
    changed.x1 = last;
  }
  return changed;
}

void CellMarks::keep(std::span<const std::uint8_t> flags, core::Rect cells) {
  for (int y = cells.y0; y < cells.y1; ++y) {
    const std::size_t first = core::whole(shown_).index(cells.x0, y);
    std::copy_n(flags.begin() + static_cast<std::ptrdiff_t>(first), cells.width(),
                flags_.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

void CellMarks::find_marks(core::Rect area) {
  const Kinds kinds(flags_, shown_);
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) {
      const std::uint8_t mark = kinds.mark(x, y);
      const bool bare = (mark & kMarkHeld) != 0 && on_edge(x, y, shown_);
      marks_[core::whole(shown_).index(x, y)] = bare ? std::uint8_t{kMarkHeld} : mark;
    }
  }
  has_walls_ = std::any_of(marks_.begin(), marks_.end(),
                           [](std::uint8_t mark) { return (mark & kMarkWall) != 0; });
}

std::vector<MarkedPart> marked_parts(const CellMarks& marks) {
  const core::Extent shown = marks.shown();
  const int longest = std::max(shown.width, shown.height);
  const int block = std::max(kBlock, (longest + kMostBlocks - 1) / kMostBlocks);
  std::vector<MarkedPart> parts;
  std::size_t above = 0;  // index of the first part of the row above
  for (int y = 0; y < shown.height; y += block) {
    std::vector<MarkedPart> row;
    for (int x = 0; x < shown.width; x += block) {
      const core::Rect cells{x, y, std::min(x + block, shown.width),
                             std::min(y + block, shown.height)};
      const PartKind kind = kind_of(marks, cells);
      if (!row.empty() && row.back().kind == kind) {
        row.back().cells.x1 = cells.x1;
      } else {
        row.push_back({cells, kind});
      }
    }
    const bool as_above =
        y > 0 &&
        std::equal(row.begin(), row.end(), parts.begin() + static_cast<std::ptrdiff_t>(above),
                   parts.end(), [](const MarkedPart& a, const MarkedPart& b) {
                     return a.kind == b.kind && a.cells.x0 == b.cells.x0;
                   });
    if (as_above) {
      for (std::size_t i = above; i < parts.size(); ++i) parts[i].cells.y1 = row.front().cells.y1;
    } else {
      above = parts.size();
      parts.insert(parts.end(), row.begin(), row.end());
    }
  }
  return parts;
}

}  // namespace heatwave::view
