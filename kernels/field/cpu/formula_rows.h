// FormulaRows takes the rows of one advance() through the levels of a formula. A step has one level
// for each of its sub-steps.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels/field/cpu/absorbed_cells.h"
#include "kernels/field/cpu/bytecode_rows.h"
#include "kernels/field/cpu/formula_level.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

/// The memory in which one thread steps rows.
struct FormulaWorker {
  /// The values of one sub-step.
  struct Values {
    BytecodeValues bytecode;
    std::optional<formula::BlockValues> with_speeds;  ///< empty: waves cannot leave
    std::optional<formula::RowFrame> frame;           ///< empty: there is no machine code
  };
  explicit FormulaWorker(const CpuFormula& code);
  void set_constants(std::span<const float> constants);

  std::vector<Values> steps;
  SeenNeighbours seen;
  AbsorbedCells absorbed;
};

class FormulaRows {
 public:
  /// `workers` has one for each thread; `values` are those of the oscillators, step by step.
  FormulaRows(const FormulaState& state, std::span<const std::unique_ptr<FormulaWorker>> workers,
              CpuField& field, const Oscillators& oscillators, std::int64_t first_step,
              std::span<const float> values)
      : state_(state),
        workers_(workers),
        field_(field),
        oscillators_(oscillators),
        first_step_(first_step),
        values_(values),
        oscillations_(values.empty() ? 0 : oscillators.count()) {}

  [[nodiscard]] int levels() const { return static_cast<int>(state_.code->steps.size()); }

  void step_rows(Band rows, std::int64_t level, int worker) const;

 private:
  void oscillate(const FormulaLevel& level, Band rows, std::int64_t step) const;

  const FormulaState& state_;
  std::span<const std::unique_ptr<FormulaWorker>> workers_;
  CpuField& field_;
  const Oscillators& oscillators_;
  std::int64_t first_step_;
  std::span<const float> values_;
  std::size_t oscillations_;
};

}  // namespace heatwave::field
