// The code of a formula is made here: bytecode always, machine code where this processor and system
// run it.
#include "kernels/field/cpu/cpu_formula.h"

#include <utility>

#include "kernels/core/error.h"

namespace heatwave::field {

CpuFormula::CpuFormula(std::shared_ptr<const formula::Formula> of, const CpuField& field)
    : formula(std::move(of)),
      level(field.level),
      kernels(formula::block_kernels(field.level)),
      writes(program().planes.size()) {
  for (const formula::SubStep& step : program().steps) {
    formula::SubStep without_speeds = step;
    for (formula::Output& output : without_speeds.outputs) output.speed_squared = formula::kNone;
    steps.push_back(
        {&step, row_code(step, field), formula::Bytecode(program(), without_speeds, false, level),
         formula::Bytecode(program(), without_speeds, true, level),
         program().absorbs ? formula::Bytecode(program(), step, true, level) : formula::Bytecode(),
         writes});
    for (const formula::Output& output : step.outputs) {
      ++writes[static_cast<std::size_t>(output.plane)];
    }
  }
  for (std::size_t k = 0; k + 1 < steps.size(); ++k) steps[k].time_after = steps[k + 1].step->time;
  for (const formula::SideCondition& side : program().sides) {
    sides.push_back({&side, formula::Bytecode(program(), side.expression, true, level)});
    has_slopes = has_slopes || side.is_slope;
  }
  for (const formula::Integral& integral : program().integrals) {
    integrals.emplace_back(program(), integral.integrand, true, level);
  }
}

std::unique_ptr<formula::RowCode> CpuFormula::row_code(const formula::SubStep& step,
                                                       const CpuField& field) {
  if (why_bytecode.empty()) why_bytecode = formula::why_no_row_code(level);
  if (!why_bytecode.empty()) return nullptr;
  try {
    return std::make_unique<formula::RowCode>(program(), step, level, field.newest[0].stride(),
                                              field.extent.width);
  } catch (const core::Error& error) {
    why_bytecode = error.what();
    return nullptr;
  }
}

}  // namespace heatwave::field
