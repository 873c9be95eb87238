// Finds the marks of cells.
#include "app/view/cell_marks.h"

#include <algorithm>

#include "kernels/field/cells.h"

namespace heatwave::view {
namespace {

std::uint8_t kind_of(std::uint8_t flags) {
  if ((flags & field::kHeld) != 0) return kMarkHeld;
  if ((flags & field::kWall) != 0) return kMarkWall;
  return (flags & field::kMedium) != 0 ? kMarkMedium : 0;
}

class Kinds {
 public:
  Kinds(std::span<const std::uint8_t> flags, core::Extent extent, int thinned)
      : flags_(flags), extent_(extent), thinned_(thinned) {}

  /// Beyond the edge lies more of the same, so that the grid's own edge is no outline.
  [[nodiscard]] std::uint8_t at(int x, int y) const {
    const int cx = std::clamp(x * thinned_, 0, extent_.width - 1);
    const int cy = std::clamp(y * thinned_, 0, extent_.height - 1);
    return kind_of(flags_[core::whole(extent_).index(cx, cy)]);
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
  core::Extent extent_;
  int thinned_;
};

/// Held edges of the grid are one cell thin; outlined they would only frame the picture.
bool on_edge(int x, int y, core::Extent shown) {
  return x == 0 || y == 0 || x == shown.width - 1 || y == shown.height - 1;
}

}  // namespace

std::vector<std::uint8_t> cell_marks(std::span<const std::uint8_t> flags, core::Extent extent,
                                     int thinned) {
  const Kinds kinds(flags, extent, thinned);
  const core::Extent shown{(extent.width + thinned - 1) / thinned,
                           (extent.height + thinned - 1) / thinned};
  std::vector<std::uint8_t> marks;
  marks.reserve(static_cast<std::size_t>(shown.cells()));
  for (int y = 0; y < shown.height; ++y) {
    for (int x = 0; x < shown.width; ++x) {
      const std::uint8_t mark = kinds.mark(x, y);
      const bool bare = (mark & kMarkHeld) != 0 && on_edge(x, y, shown);
      marks.push_back(bare ? static_cast<std::uint8_t>(kMarkHeld) : mark);
    }
  }
  return marks;
}

}  // namespace heatwave::view
