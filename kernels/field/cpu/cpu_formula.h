// A CpuFormula is a formula made ready for one SIMD level of the CPU: the code of its sub-steps,
// conditions on sides and integrals.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/simd.h"
#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/formula/jit/row_code.h"
#include "kernels/field/formula/row_bytecode.h"

namespace heatwave::field {

/// A sub-step as code, and how it changes the planes.
struct StepCode {
  const formula::SubStep* step = nullptr;
  std::unique_ptr<formula::RowCode> rows;  ///< null: bytecode steps all cells
  formula::Bytecode plain;                 ///< for cells that are no media
  formula::Bytecode with_medium;           ///< for all cells
  /// Also computes the speeds of waves; no code: they cannot leave
  formula::Bytecode with_speeds;
  /// By plane: how often a step writes it before this sub-step
  std::vector<int> writes_before;
  double time_after = 1.0;  ///< time of the results, in steps
};

/// A condition on one side as bytecode.
struct SideCode {
  const formula::SideCondition* condition = nullptr;
  formula::Bytecode code;
};

struct CpuFormula {
  CpuFormula(std::shared_ptr<const formula::Formula> of, const CpuField& field);

  [[nodiscard]] const formula::Program& program() const { return formula->program(); }
  [[nodiscard]] std::size_t components() const { return formula->info().components.size(); }
  [[nodiscard]] int parent(int plane) const {
    return program().planes[static_cast<std::size_t>(plane)].parent;
  }

  std::shared_ptr<const formula::Formula> formula;
  core::SimdLevel level;
  const formula::BlockKernels& kernels;
  std::vector<StepCode> steps;
  std::vector<SideCode> sides;
  std::vector<formula::Bytecode> integrals;
  std::vector<int> writes;   ///< by plane: how often a step writes it
  std::string why_bytecode;  ///< why there is no machine code; empty: there is
  bool has_slopes = false;   ///< true: a condition on a side is a slope

 private:
  std::unique_ptr<formula::RowCode> row_code(const formula::SubStep& step, const CpuField& field);
};

}  // namespace heatwave::field
