// A RunStretch is a part of some rows that bytecode steps as one block, or as a few: here runs are
// joined to stretches, by the flags of their cells.
#pragma once

#include <span>

#include "kernels/field/cpu/cpu_field.h"

namespace heatwave::field {

/// How bytecode steps the cells of a run.
struct RunTreatment {
  bool has_media = false;
  /// True: cells lack neighbours in many ways, so that a copy of their neighbours is made.
  bool copies_neighbours = false;
  /// kNoNorth, kNoSouth: neighbours that all cells lack
  unsigned lacking = 0;

  friend bool operator==(const RunTreatment&, const RunTreatment&) = default;
};

/// Columns of some rows. Fixed cells among them get their values back. Stretches of several rows
/// are whole rows.
struct RunStretch {
  std::span<const Run> runs;
  RunTreatment treatment;

  [[nodiscard]] int begin() const { return runs.front().begin; }
  [[nodiscard]] int end() const { return runs.back().end; }
};

/// Returns the stretch of row y that begins with the first of these runs. `has_slopes`: a condition
/// on a side is a slope. Precondition: the first run's cells are not fixed.
RunStretch first_stretch(const CpuField& field, bool has_slopes, std::span<const Run> runs, int y);

/// Returns whole rows as one stretch, in which the rows follow each other in memory. No runs: they
/// have to be stepped row by row, or that is faster.
RunStretch stretch_of_rows(const CpuField& field, bool has_slopes, std::span<const Run> runs, int y,
                           int rows);

}  // namespace heatwave::field
