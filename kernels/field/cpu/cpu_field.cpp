// Edits change single cells here, and the list of runs follows the flags of each row.
#include "kernels/field/cpu/cpu_field.h"

#include <algorithm>
#include <functional>

namespace heatwave::field {

CpuField::CpuField(core::Extent grid, std::size_t components, const std::optional<Slab>& rows)
    : slab(rows.value_or(whole_slab(grid))),
      extent(grid),
      places(plane_places(grid, components)),
      newest(blank_planes(grid, places.newest)),
      other(blank_planes(grid, places.other)),
      flags(static_cast<std::size_t>(grid.cells()) + kLineCells, places.flags) {
  runs.resize(static_cast<std::size_t>(grid.height));
  group_runs.resize(static_cast<std::size_t>(grid.height));
  is_ring.resize(static_cast<std::size_t>(grid.height));
  find_runs(0, grid.height);
}

std::uint64_t CpuField::bytes(core::Extent extent, std::size_t components) {
  return 2 * components * PaddedPlane::bytes(extent) + static_cast<std::uint64_t>(extent.cells());
}

void CpuField::add_factors() {
  if (factors) return;
  factors.emplace(extent, places.factors);
  for (int y = 0; y < extent.height; ++y) std::fill_n(factors->row(y), extent.width, 1.0F);
}

void CpuField::set_cell(core::Cell cell, std::size_t component, float value, float older) {
  newest[component].row(cell.y)[cell.x] = value;
  other[component].row(cell.y)[cell.x] = older;
  const AbsorbingSides at = sides_of(absorbing, cell.x, cell.y, extent.width, extent.height);
  if (at.any()) rim[rim_place(at, cell.x, cell.y, component)] = 0.0F;
}

void CpuField::find_runs(int y0, int y1) {
  is_settled = false;
  const int first = std::max(0, y0 - (kGroupRows - 1));
  const int last = std::min(extent.height, y1 + (kGroupRows - 1));
  // Contents of the lines in the previous rows of the group
  std::vector<std::vector<std::uint8_t>> contents;
  for (int y = first; y < last; ++y) {
    if (contents.size() == kGroupRows) contents.erase(contents.begin());
    contents.push_back(
        line_contents({flags.data() + cell_index(0, y), static_cast<std::size_t>(extent.width)}));
    if (y >= y0 && y < y1) {
      runs[static_cast<std::size_t>(y)] = runs_of(contents.back(), extent.width);
      const auto sees = [&](int x, CellFlag missing) {
        return !is_fixed(flag(x, y)) && (flag(x, y) & missing) == 0;
      };
      is_ring[static_cast<std::size_t>(y)] = sees(0, kNoWest) || sees(extent.width - 1, kNoEast);
    }
    if (contents.size() < kGroupRows) continue;
    std::vector<std::uint8_t> joined = contents.front();
    for (const auto& row : contents) {
      std::transform(row.begin(), row.end(), joined.begin(), joined.begin(), std::bit_or<>());
    }
    group_runs[static_cast<std::size_t>(y - (kGroupRows - 1))] = runs_of(joined, extent.width);
  }
}

void CpuField::sync_fixed_cells() {
  if (is_settled) return;
  is_settled = true;
  for (int y = 0; y < extent.height; ++y) {
    for (const Run& run : runs[static_cast<std::size_t>(y)]) {
      if (run.kind != Run::Kind::fixed) continue;
      for (std::size_t c = 0; c < newest.size(); ++c) {
        std::copy(newest[c].row(y) + run.begin, newest[c].row(y) + run.end,
                  other[c].row(y) + run.begin);
      }
    }
  }
}

Band band_of(core::Extent extent, int index, int threads) {
  const auto edge = [&](std::int64_t i) { return static_cast<int>(i * extent.height / threads); };
  return {edge(index), edge(index + 1)};
}

}  // namespace heatwave::field
