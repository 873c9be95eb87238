// Totals of a component: its minimum, its maximum, and its sum or, for waves, their energy.
//
// All backends add in one order, so that they give equal bits: column x of a row is added to lane x
// mod kTotalLanes, from left to right; the lanes are added as a tree, the upper half to the lower
// half; and the rows are added from the top.
#pragma once

#include <cmath>

#include "kernels/core/host_device.h"
#include "kernels/field/cells.h"

namespace heatwave::field {

inline constexpr int kTotalLanes = 128;

struct Totals {
  float minimum = 0.0F;
  float maximum = 0.0F;
  double total = 0.0;  ///< sum of all cells but walls; for waves, the energy
  friend bool operator==(const Totals&, const Totals&) = default;
};

/// The totals of one row.
struct RowTotals {
  double sum = 0.0;  ///< sum of the cells; for waves, twice their energy
  float minimum = INFINITY;
  float maximum = -INFINITY;
};

/// The rule by which a total is computed.
struct TotalRule {
  bool is_energy = false;  ///< false: the sum of the cells
  float stiffness = 0.0F;  ///< c² of the waves whose energy is computed

  [[nodiscard]] HEATWAVE_HOST_DEVICE double of_rows(double sum) const {
    return is_energy ? 0.5 * sum : sum;
  }
};

/// A cell and its eastern and southern neighbours at the current and the previous time level.
struct CellLevels {
  float now;
  float before;
  float east_now;
  float east_before;
  float south_now;
  float south_before;
};

/// Returns twice a cell's part of the energy that steps of the wave equation conserve up to
/// rounding if nothing damps, drives or absorbs. It is v² of the cell, where v is the change of the
/// newest step, plus for both neighbours c² times the current difference times the previous one.
/// `stiffness` is c². `factor` is ignored unless the cell is a medium, in which v² is divided by
/// it. Walls have no energy.
HEATWAVE_HOST_DEVICE float energy_of_cell(const CellLevels& c, float stiffness, unsigned flags,
                                          float factor) {
  const float v = c.now - c.before;
  const float moving = (flags & kMedium) != 0 ? v * v / factor : v * v;
  const float to_east = (c.now - c.east_now) * (c.before - c.east_before);
  const float to_south = (c.now - c.south_now) * (c.before - c.south_before);
  const float east = (flags & kNoEast) != 0 ? 0.0F : to_east;
  const float south = (flags & kNoSouth) != 0 ? 0.0F : to_south;
  return (flags & kWall) != 0 ? 0.0F : moving + stiffness * (east + south);
}

/// Adds rows from the top.
HEATWAVE_HOST_DEVICE Totals totals_of(const RowTotals* rows, int count, const TotalRule& rule) {
  RowTotals all;
  for (int y = 0; y < count; ++y) {
    const RowTotals row = rows[y];
    all.sum += row.sum;
    all.minimum = row.minimum < all.minimum ? row.minimum : all.minimum;
    all.maximum = row.maximum > all.maximum ? row.maximum : all.maximum;
  }
  // −0 and +0 compare equal, so which of them is an extreme depends on the order of comparisons and
  // thus on the backend. Adding +0 turns −0 into +0.
  return {all.minimum + 0.0F, all.maximum + 0.0F, rule.of_rows(all.sum)};
}

}  // namespace heatwave::field
