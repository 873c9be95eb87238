// A part takes those rows of an edit that it holds, some of them twice.
#include "kernels/field/parts/split_edits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "kernels/field/cell_step.h"
#include "kernels/field/totals.h"

namespace heatwave::field {
namespace {

/// The rows of an edit's area that an image holds.
class Slice {
 public:
  Slice(core::Rect area, const RowImage& image)
      : area_(area),
        rows_{std::max(area.y0, image.rows.begin), std::min(area.y1, image.rows.end)},
        shift_(image.local - image.rows.begin) {}

  [[nodiscard]] bool empty() const { return rows_.begin >= rows_.end; }
  [[nodiscard]] core::Rect area() const {
    return {area_.x0, rows_.begin + shift_, area_.x1, rows_.end + shift_};
  }
  [[nodiscard]] bool contains(core::Cell cell) const {
    return cell.y >= rows_.begin && cell.y < rows_.end;
  }
  [[nodiscard]] core::Cell shifted(core::Cell cell) const { return {cell.x, cell.y + shift_}; }

  /// Returns the rows of arrays that have one value for each cell of the area, array after array.
  template <typename T>
  [[nodiscard]] std::vector<T> of(const std::vector<T>& values) const {
    std::vector<T> slice;
    const auto cells = static_cast<std::size_t>(area_.cells());
    if (cells == 0) return slice;
    for (std::size_t first = 0; first + cells <= values.size(); first += cells) {
      const auto at = [&](int row) {
        return values.begin() + static_cast<std::ptrdiff_t>(first + area_.index(area_.x0, row));
      };
      slice.insert(slice.end(), at(rows_.begin), at(rows_.end));
    }
    return slice;
  }
  [[nodiscard]] std::vector<std::vector<float>> of_planes(
      const std::vector<std::vector<float>>& planes) const {
    std::vector<std::vector<float>> slices;
    slices.reserve(planes.size());
    for (const std::vector<float>& plane : planes) slices.push_back(of(plane));
    return slices;
  }

 private:
  core::Rect area_;
  Band rows_;
  int shift_;  ///< from rows of the whole grid to those of the part
};

SetCells sliced(const SetCells& edit, const Slice& slice) {
  SetCells cells{.area = slice.area(),
                 .flags = slice.of(edit.flags),
                 .held_values = slice.of(edit.held_values),
                 .factors = slice.of(edit.factors),
                 .oscillating = {}};
  for (const OscillatingCell& c : edit.oscillating) {
    if (!slice.contains(c.cell)) continue;
    cells.oscillating.push_back(c);
    cells.oscillating.back().cell = slice.shifted(c.cell);
  }
  return cells;
}

PaintCells sliced(const PaintCells& edit, const Slice& slice) {
  return {slice.area(), slice.of(edit.mask), edit.value, edit.component};
}

PutCells sliced(const PutCells& edit, const Slice& slice) {
  return {slice.area(), slice.of(edit.mask), slice.of_planes(edit.planes)};
}

RestoreCells sliced(const RestoreCells& edit, const Slice& slice) {
  return {slice.area(), slice.of_planes(edit.planes)};
}

std::vector<Edit> split(const SetRules& rules, const PartRows& /*part*/,
                        const AbsorbingSides& /*absorbing*/) {
  return {rules};
}

/// Closes the first and the last row of a part, which are no neighbours, though the part's rows
/// form a ring. The edges of the whole grid have flags of their own.
void close_ring(SetCells& cells, const PartRows& part) {
  if (part.images.size() > 1) return;  // its first and last rows are neighbours in the whole grid
  const auto mark = [&](int row, CellFlag missing) {
    if (row < cells.area.y0 || row >= cells.area.y1) return;
    for (int x = cells.area.x0; x < cells.area.x1; ++x) {
      std::uint8_t& flags = cells.flags[cells.area.index(x, row)];
      flags = static_cast<std::uint8_t>(flags | missing);
    }
  };
  if (part.own.begin > 0) mark(0, kNoNorth);
  if (part.own.end < part.slab.whole.height) mark(part.extent.height - 1, kNoSouth);
}

/// Lets copies of cells on the top and bottom edges of the whole grid absorb no waves: the part has
/// no edge memory for them, and its steps need no values that they would have after a step.
void stop_absorbing(SetCells& cells, const PartRows& part, const AbsorbingSides& absorbing) {
  for (int y = cells.area.y0; y < cells.area.y1; ++y) {
    const bool is_own = y >= part.slab.own.begin && y < part.slab.own.end;
    const int row = part.slab.row_of_whole(y);
    if (is_own || (row != 0 && row != part.slab.whole.height - 1)) continue;
    for (int x = cells.area.x0; x < cells.area.x1; ++x) {
      if ((absorbing.left && x == 0) || (absorbing.right && x == part.extent.width - 1)) continue;
      std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
      flags = static_cast<std::uint8_t>(flags & ~kAbsorb);
    }
  }
}

std::vector<Edit> split(const SetCells& edit, const PartRows& part,
                        const AbsorbingSides& absorbing) {
  std::vector<Edit> edits;
  for (const RowImage& image : part.images) {
    const Slice slice(edit.area, image);
    if (slice.empty()) continue;
    SetCells cells = sliced(edit, slice);
    close_ring(cells, part);
    stop_absorbing(cells, part, absorbing);
    edits.emplace_back(std::move(cells));
  }
  return edits;
}

template <typename CellEdit>
std::vector<Edit> split(const CellEdit& edit, const PartRows& part,
                        const AbsorbingSides& /*absorbing*/) {
  std::vector<Edit> edits;
  for (const RowImage& image : part.images) {
    const Slice slice(edit.area, image);
    if (!slice.empty()) edits.emplace_back(sliced(edit, slice));
  }
  return edits;
}

/// A stretch of edge memory, in one component of the whole grid and of a part.
struct RimStretch {
  std::size_t whole;
  std::size_t part;
  std::size_t count;
};

std::vector<RimStretch> rim_stretches(const PartRows& part, const std::vector<RowImage>& images) {
  const core::Extent whole = part.slab.whole;
  const core::Extent here = part.extent;
  std::vector<RimStretch> stretches;
  const auto index = [](AbsorbingSides side, int row, core::Extent extent) {
    return static_cast<std::size_t>(rim_index(side, 0, row, extent.width, extent.height));
  };
  for (const RowImage& image : images) {
    for (const AbsorbingSides side :
         {AbsorbingSides{.left = true}, AbsorbingSides{.right = true}}) {
      stretches.push_back({index(side, image.rows.begin, whole), index(side, image.local, here),
                           static_cast<std::size_t>(image.rows.rows())});
    }
  }
  const auto width = static_cast<std::size_t>(whole.width);
  const AbsorbingSides top{.top = true};
  const AbsorbingSides bottom{.bottom = true};
  if (part.own.begin == 0) stretches.push_back({index(top, 0, whole), index(top, 0, here), width});
  if (part.own.end == whole.height) {
    stretches.push_back({index(bottom, 0, whole), index(bottom, 0, here), width});
  }
  return stretches;
}

/// Calls `copy(whole, part, count)` for each stretch of edge memory of all components.
template <typename Copy>
void for_rim(const PartRows& part, const std::vector<RowImage>& images, std::size_t components,
             Copy copy) {
  const auto size = [](core::Extent extent) {
    return static_cast<std::size_t>(rim_size(extent.width, extent.height));
  };
  for (std::size_t c = 0; c < components; ++c) {
    for (const RimStretch& stretch : rim_stretches(part, images)) {
      copy(c * size(part.slab.whole) + stretch.whole, c * size(part.extent) + stretch.part,
           stretch.count);
    }
  }
}

/// Returns where a part holds its own rows.
RowImage own_rows(const PartRows& part) { return {part.own, part.slab.own.begin}; }

std::ptrdiff_t cell_of(core::Extent extent, int row) {
  return static_cast<std::ptrdiff_t>(row) * extent.width;
}

}  // namespace

std::vector<Edit> edits_of_part(const Edit& edit, const PartRows& part,
                                const AbsorbingSides& absorbing) {
  return std::visit([&](const auto& e) { return split(e, part, absorbing); }, edit);
}

FieldState state_of_part(const FieldState& state, const PartRows& part, std::size_t components) {
  FieldState here{.extent = part.extent, .step = state.step, .planes = {}, .rim = {}};
  for (const std::vector<float>& plane : state.planes) {
    std::vector<float>& cells =
        here.planes.emplace_back(static_cast<std::size_t>(part.extent.cells()));
    for (const RowImage& image : part.images) {
      std::copy(plane.begin() + cell_of(state.extent, image.rows.begin),
                plane.begin() + cell_of(state.extent, image.rows.end),
                cells.begin() + cell_of(part.extent, image.local));
    }
  }
  if (state.rim.empty()) return here;
  here.rim.resize(components *
                  static_cast<std::size_t>(rim_size(part.extent.width, part.extent.height)));
  for_rim(part, part.images, components, [&](std::size_t from, std::size_t to, std::size_t count) {
    std::copy_n(&state.rim[from], count, &here.rim[to]);
  });
  return here;
}

void gather_state(FieldState& state, const FieldState& of_part, const PartRows& part,
                  std::size_t components) {
  const RowImage own = own_rows(part);
  for (std::size_t plane = 0; plane < of_part.planes.size(); ++plane) {
    std::copy_n(of_part.planes[plane].begin() + cell_of(part.extent, own.local),
                cell_of(part.extent, own.rows.rows()),
                state.planes[plane].begin() + cell_of(state.extent, own.rows.begin));
  }
  gather_rim(state.rim, of_part.rim, part, components);
}

void gather_rim(std::vector<float>& rim, const std::vector<float>& of_part, const PartRows& part,
                std::size_t components) {
  if (of_part.empty()) return;
  const core::Extent whole = part.slab.whole;
  rim.resize(components * static_cast<std::size_t>(rim_size(whole.width, whole.height)));
  for_rim(part, {own_rows(part)}, components,
          [&](std::size_t to, std::size_t from, std::size_t count) {
            std::copy_n(&of_part[from], count, &rim[to]);
          });
}

SplitSampling split_sampling(const Sampling& wanted, const Layout& layout) {
  SplitSampling split{.whole = wanted, .parts = {}, .places = {}};
  Sampling without_cells = wanted;
  without_cells.cells.clear();
  split.parts.assign(layout.parts.size(), without_cells);
  for (const core::Cell cell : wanted.cells) {
    std::size_t p = 0;
    while (cell.y >= layout.parts[p].own.end) ++p;
    split.places.push_back({p, split.parts[p].cells.size()});
    split.parts[p].cells.push_back({cell.x, layout.parts[p].local(cell.y)});
  }
  return split;
}

SampleSeries joined_samples(const SplitSampling& split, const std::vector<SampleSeries>& parts,
                            const Layout& layout, bool is_energy) {
  SampleSeries joined;
  for (std::size_t p = 0; p < parts.size() && joined.steps.empty(); ++p) {
    joined.steps = parts[p].steps;
  }
  joined.values.reserve(joined.steps.size() * split.places.size());
  std::vector<RowTotals> rows(split.whole.totals ? static_cast<std::size_t>(layout.whole.height)
                                                 : 0);
  for (std::size_t s = 0; s < joined.steps.size(); ++s) {
    for (const SplitSampling::Place& place : split.places) {
      const std::size_t first = s * split.parts[place.part].cells.size();
      joined.values.push_back(parts[place.part].values[first + place.index]);
    }
    if (!split.whole.totals) continue;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Band own = layout.parts[p].own;
      const auto count = static_cast<std::size_t>(own.rows());
      std::copy_n(&parts[p].rows[s * count], count, &rows[static_cast<std::size_t>(own.begin)]);
    }
    joined.totals.push_back(
        totals_of(rows.data(), layout.whole.height, {.is_energy = is_energy, .stiffness = 0.0F}));
  }
  return joined;
}

}  // namespace heatwave::field
