// BytecodeRows steps the rows of one sub-step of a formula by bytecode, block by block.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/field/cpu/formula_level.h"
#include "kernels/field/cpu/formula_sides.h"
#include "kernels/field/cpu/run_stretches.h"

namespace heatwave::field {

/// The values of one sub-step in one thread.
struct BytecodeValues {
  formula::BlockValues plain;
  formula::BlockValues with_medium;
};

/// The memory of one thread for neighbours as cells see them.
struct SeenNeighbours {
  static constexpr std::size_t kDirections = 4;

  explicit SeenNeighbours(std::size_t planes) : blocks(kDirections * planes) {}

  std::vector<CellBlock> blocks;  ///< four of each plane
  CellBlock slopes;
};

class BytecodeRows {
 public:
  BytecodeRows(const FormulaLevel& level, const FormulaSides& sides, BytecodeValues& values,
               SeenNeighbours& seen)
      : level_(level), sides_(sides), values_(values), seen_(seen) {}

  /// Sets the uniforms and the noise, which are the same in all rows, before the first row.
  void prepare() {
    const double time = level_.step().step->time;
    level_.prepare(values_.plain, time);
    if (level_.field().factors) level_.prepare(values_.with_medium, time);
  }

  /// Steps runs that hold for all of some rows.
  void step_rows(std::span<const Run> runs, int y, int rows);
  /// Steps runs of a row.
  void step_row(std::span<const Run> runs, int y);

 private:
  [[nodiscard]] formula::BlockValues& values_for(const RunTreatment& treatment) const {
    return treatment.has_media ? values_.with_medium : values_.plain;
  }
  void step_stretch(const RunStretch& stretch, int y, int rows);

  const FormulaLevel& level_;
  const FormulaSides& sides_;
  BytecodeValues& values_;
  SeenNeighbours& seen_;
};

/// Copies the values of a run of fixed cells from their component's plane to the planes of the time
/// stepping.
void copy_fixed_run(const FormulaLevel& level, const Run& run, int y);

}  // namespace heatwave::field
