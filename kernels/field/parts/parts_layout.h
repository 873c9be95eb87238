// A Layout cuts a grid into parts, which are bands of rows, and lists the copies that keep them
// equal.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/field/slab.h"

namespace heatwave::field {

/// Rows of the whole grid that a part holds.
struct RowImage {
  Band rows;      ///< rows of the whole grid
  int local = 0;  ///< the part's row that holds the first of them
};

/// The rows of one part.
struct PartRows {
  Band own;             ///< rows of the whole grid that belong to the part
  core::Extent extent;  ///< extent of the part's solver
  Slab slab;
  std::vector<RowImage> images;  ///< all rows that the part holds

  /// Returns the part's row that holds one of its own rows.
  [[nodiscard]] int local(int own_row) const { return slab.own.begin + own_row - own.begin; }
};

/// Own rows of a part that another part holds, too.
struct RowCopy {
  int from = 0;  ///< index of the part to which the rows belong
  int from_row = 0;
  int to = 0;
  int to_row = 0;
  /// The rows are neighbours only if the top and bottom edges are joined.
  bool crosses_edges = false;
};

struct Layout {
  core::Extent whole;
  int halo = 0;   ///< number of rows of either neighbour that a part holds; 0: there is one part
  int steps = 0;  ///< number of steps for which these rows suffice; 0: there is one part
  bool joins_edges = true;  ///< false: the first and the last part hold no rows of each other
  std::vector<PartRows> parts;
  std::vector<RowCopy> copies;  ///< each of `halo` rows
};

/// The edge memory of the rows of a RowCopy on one side, as indices of the parts' rims.
struct RimCopy {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// Returns the copies of edge memory that belong to a copy of rows.
std::vector<RimCopy> rim_copies(const Layout& layout, const RowCopy& copy, int components);

/// The rows that the steps of an equation read.
struct StepReach {
  int rows_a_step = 1;  ///< a step reads cells that are at most this many rows away
  /// Rows of either neighbour that are also needed at the last step, for totals
  int rows_at_end = 0;
};

/// Cuts a grid into equal parts, fewer where it has too few rows. The parts hold as many rows of
/// their neighbours as these steps need, or fewer where a part has fewer. `joins_edges`: the top
/// and the bottom edge may be joined, so that the first and the last part are neighbours, too.
Layout cut_rows(core::Extent whole, int parts, int steps, StepReach reach, bool joins_edges);

/// Cuts a grid into equal bands, and each of these into its first rows, its middle and its last
/// rows, as cut_rows() does. Bands that have too few rows for that are parts themselves.
Layout cut_rows_with_edges(core::Extent whole, int bands, int steps, StepReach reach,
                           bool joins_edges);

}  // namespace heatwave::field
