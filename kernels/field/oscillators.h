// Oscillators holds all cells whose held value oscillates, sorted by position, and computes their
// values on the host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/field/edit.h"

namespace heatwave::field {

class Oscillators {
 public:
  void set_table(std::vector<Oscillation> table) { table_ = std::move(table); }
  /// Replaces the oscillating cells of an area.
  void set_cells(core::Rect area, std::span<const OscillatingCell> cells);

  [[nodiscard]] bool none() const { return cells_.empty(); }
  /// Sorted by row, then by column.
  [[nodiscard]] std::span<const OscillatingCell> cells() const { return cells_; }
  /// Returns the cells in rows y0 to y1, without row y1.
  [[nodiscard]] std::span<const OscillatingCell> in_rows(int y0, int y1) const;

  [[nodiscard]] std::size_t count() const { return table_.size(); }
  /// Returns the value of each oscillation at each of `steps` steps from `first` on, indexed
  /// [step][oscillation].
  [[nodiscard]] std::vector<float> values(std::int64_t first, std::int64_t steps) const;

  /// Splits `steps` steps from `step` on into chunks that fit a table of values, and calls
  /// `advance(steps, values)` for each chunk, with values as above. If nothing oscillates, it makes
  /// one call without values.
  template <typename Advance>
  void in_chunks(std::int64_t step, std::int64_t steps, Advance advance) const {
    for (std::int64_t done = 0; done < steps;) {
      const std::int64_t chunk = none() ? steps : std::min(kTableSteps, steps - done);
      advance(chunk, none() ? std::vector<float>{} : values(step + done + 1, chunk));
      done += chunk;
    }
  }

  static constexpr std::int64_t kTableSteps = 1024;

 private:
  std::vector<Oscillation> table_;
  std::vector<OscillatingCell> cells_;
};

}  // namespace heatwave::field
