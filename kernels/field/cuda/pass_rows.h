// PassRows says which rows a pass writes, and which of them devices exchange.
#pragma once

#include <optional>
#include <vector>

#include "kernels/field/slab.h"

namespace heatwave::field {

struct PassRows {
  std::vector<Band> written;  ///< from the top
  /// Copied rows that are written on each side of a slab's own rows
  int copied = 0;
  Band inner;  ///< rows that an exchange of rows between devices neither reads nor overwrites

  /// Returns whether an exchange reads or overwrites any of these rows.
  [[nodiscard]] bool are_exchanged(Band rows) const {
    return rows.begin < inner.begin || rows.end > inner.end;
  }
  /// Returns whether any of these rows is written.
  [[nodiscard]] bool are_written(Band rows) const;
};

/// Returns the rows of a pass that writes all rows, without an exchange.
PassRows all_rows(int height);

/// Returns the rows of a pass over a slab that no exchange follows: its own rows, and the
/// copied ones whose neighbours the slab holds. `reach`: rows that a tile reads
/// beyond those that it writes. Returns all_rows() if the slab is a whole grid or has too few rows.
PassRows rows_of_slab(const Slab& slab, int height, int reach);

/// Returns the rows of the last pass before an exchange, which overwrites all rows but the slab's
/// own; unset: the slab is a whole grid or has too few rows.
std::optional<PassRows> rows_before_exchange(const Slab& slab, int reach);

}  // namespace heatwave::field
