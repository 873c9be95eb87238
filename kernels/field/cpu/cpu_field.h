// CpuField is the memory of a field on the CPU: edits change it, surveys read it and steppers step
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/field/cell_step.h"
#include "kernels/field/cpu/cpu_grid.h"
#include "kernels/field/cpu/cpu_samples.h"

namespace heatwave::field {

struct CpuField {
  /// `rows`: unset: the grid is the whole one
  CpuField(core::Extent grid, std::size_t components, const std::optional<Slab>& rows = {});

  Slab slab;
  core::Extent extent;
  PlanePlaces places;
  core::SimdLevel level = core::simd_level();
  std::vector<PaddedPlane> newest;  ///< one plane for each component
  /// One plane for each component. If the equation looks back, it holds the previous time level.
  /// The next step is written into it.
  std::vector<PaddedPlane> other;
  /// One byte for each cell, plus padding: a line of cells that begins in the last row may end
  /// beyond that row.
  core::BlankArray<std::uint8_t> flags;
  /// 1 where a cell is not a medium; empty: no cell has been a medium yet
  std::optional<PaddedPlane> factors;
  std::vector<std::vector<Run>> runs;  ///< runs of each row, found from its flags
  /// Runs of each group of kGroupRows rows, indexed by the group's first row. Empty: fewer rows are
  /// left below that row.
  std::vector<std::vector<Run>> group_runs;
  /// 1: the row's ends are neighbours of each other, so that the padding beyond them is read; 0:
  /// not
  std::vector<std::uint8_t> is_ring;
  std::vector<float> rim;  ///< component after component; empty: no edge has absorbed yet
  AbsorbingSides absorbing;
  CpuSamples samples;       ///< filled by the steppers while they step
  bool is_settled = false;  ///< true: no edit has changed values or flags since sync_fixed_cells()

  [[nodiscard]] std::size_t cell_index(int x, int y) const {
    return core::whole(extent).index(x, y);
  }
  [[nodiscard]] std::uint8_t flag(int x, int y) const { return flags[cell_index(x, y)]; }
  [[nodiscard]] bool is_free(int x, int y) const { return (flag(x, y) & (kHeld | kWall)) == 0; }
  /// Returns the index of a cell's edge memory in `rim`.
  [[nodiscard]] std::size_t rim_place(AbsorbingSides at, int x, int y,
                                      std::size_t component) const {
    return component * static_cast<std::size_t>(rim_size(extent.width, extent.height)) +
           static_cast<std::size_t>(rim_index(at, x, y, extent.width, extent.height));
  }
  /// Allocates the factors unless they are allocated already.
  void add_factors();
  /// Sets both time levels of a cell and clears its edge memory, so that no trace of earlier waves
  /// is left.
  void set_cell(core::Cell cell, std::size_t component, float value, float older);
  /// Updates the runs of these rows after their flags have changed.
  void find_runs(int y0, int y1);
  /// Copies each fixed cell's value into both time levels, so that steps may skip fixed cells. Does
  /// nothing unless an edit has changed values or flags since the last call.
  void sync_fixed_cells();

  static std::uint64_t bytes(core::Extent extent, std::size_t components);
};

/// Returns the rows of one thread.
Band band_of(core::Extent extent, int index, int threads);

}  // namespace heatwave::field
