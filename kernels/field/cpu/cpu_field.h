// The memory of a field on the CPU: what edits change, surveys read, and steppers step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/field/cell_step.h"
#include "kernels/field/cpu/cpu_grid.h"

namespace heatwave::field {

struct CpuField {
  CpuField(core::Extent grid, std::size_t components);

  core::Extent extent;
  core::SimdLevel level = core::simd_level();
  std::vector<PaddedPlane> newest;  ///< one for each component
  /// Where the equation looks back, the field one step before; the next step is written here.
  std::vector<PaddedPlane> other;
  /// One for each cell, and some more, so that a line of cells that begins in the last row may end
  /// beyond it; likewise the factors.
  core::BlankArray<std::uint8_t> flags;
  std::vector<float> factors;          ///< 1 where a cell is no medium; empty until a medium comes
  std::vector<std::vector<Run>> runs;  ///< of each row, by its flags
  /// Of the kGroupRows rows from each on together; empty where there are not so many.
  std::vector<std::vector<Run>> group_runs;
  std::vector<float> rim;  ///< component after component; empty until an edge absorbs
  AbsorbingSides absorbing;
  bool is_settled = false;  ///< nothing came from outside since settle_kept()

  [[nodiscard]] std::size_t cell_index(int x, int y) const {
    return core::whole(extent).index(x, y);
  }
  [[nodiscard]] std::uint8_t flag(int x, int y) const { return flags[cell_index(x, y)]; }
  [[nodiscard]] bool is_free(int x, int y) const { return (flag(x, y) & (kHeld | kWall)) == 0; }
  /// Where a cell on these absorbing edges has its memory.
  [[nodiscard]] std::size_t rim_place(AbsorbingSides at, int x, int y,
                                      std::size_t component) const {
    return component * static_cast<std::size_t>(rim_size(extent.width, extent.height)) +
           static_cast<std::size_t>(rim_index(at, x, y, extent.width, extent.height));
  }
  /// Makes room for factors, where there is none yet.
  void add_factors();
  /// What stands there from outside leaves no trace of waves that went out before.
  void set_cell(core::Cell cell, std::size_t component, float value, float older);
  /// Keeps runs in step with the flags of these rows.
  void find_runs(int y0, int y1);
  /// Gives the cells that keep their value the same in both fields, so that steps may pass them by.
  /// Only where fields or flags came from outside since the last time.
  void settle_kept();

  static std::uint64_t bytes(core::Extent extent, std::size_t components);
};

/// The rows that fall to one of so many threads: first and one past the last.
struct Band {
  int begin = 0;
  int end = 0;
};
Band band_of(core::Extent extent, int index, int threads);

}  // namespace heatwave::field
