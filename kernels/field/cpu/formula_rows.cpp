// The order of work in the rows of one sub-step: absorbing edges, all cells, values on sides,
// oscillators, and the ends of rows that are rings.
#include "kernels/field/cpu/formula_rows.h"

#include <algorithm>
#include <utility>

#include "kernels/field/cpu/formula_sides.h"
#include "kernels/field/cpu/machine_code_rows.h"

namespace heatwave::field {
namespace {

/// Steps all cells of some rows, group by group: by machine code where there is some, else by
/// bytecode.
class RowGroups {
 public:
  RowGroups(const FormulaLevel& level, const FormulaSides& sides, FormulaWorker::Values& values,
            SeenNeighbours& seen)
      : level_(level), field_(level.field()), bytecode_(level, sides, values.bytecode, seen) {
    if (values.frame) machine_.emplace(level, *values.frame);
    if (machine_) machine_->prepare();
    if (!machine_ || level.code().has_slopes) bytecode_.prepare();
  }

  void step(Band rows) {
    for (int y = rows.begin; y < rows.end;) {
      const int count = rows_at_once(y, rows.end);
      // A group uses the runs of four rows that contain it.
      const auto& runs = count == 1 ? field_.runs[static_cast<std::size_t>(y)]
                                    : field_.group_runs[static_cast<std::size_t>(
                                          std::min(y, field_.extent.height - kGroupRows))];
      if (machine_) {
        machine_->set_rows(y, count);
        for (const Run& run : runs) step_run(run, y, count);
      } else {
        bytecode_.step_rows(runs, y, count);
      }
      y += count;
    }
  }

 private:
  /// Returns how many rows are stepped at once. A group's neighbours are beside it.
  [[nodiscard]] int rows_at_once(int y, int end) const {
    const int height = field_.extent.height;
    const int left = std::min(end, height - 1) - y;
    if (y == 0 || height < kGroupRows) return 1;
    if (!machine_) return std::clamp(left, 1, kGroupRows);
    const int group = machine_->group_rows();
    return group <= left ? group : 1;
  }

  /// Steps a run in some rows, to which the machine code's frame points.
  void step_run(const Run& run, int y, int count) {
    if (run.kind == Run::Kind::fixed) {
      for (int r = 0; r < count; ++r) copy_fixed_run(level_, run, y + r);
    } else if (run.kind == Run::Kind::any && level_.code().has_slopes) {
      for (int r = 0; r < count; ++r) bytecode_.step_row({&run, 1}, y + r);
    } else {
      machine_->step(run, count);
    }
  }

  const FormulaLevel& level_;
  const CpuField& field_;
  BytecodeRows bytecode_;
  std::optional<MachineCodeRows> machine_;  ///< empty: bytecode steps all cells
};

}  // namespace

FormulaWorker::FormulaWorker(const CpuFormula& code) : seen(code.writes.size()) {
  for (const StepCode& step : code.steps) {
    steps.push_back(
        {{formula::BlockValues(step.plain), formula::BlockValues(step.with_medium)}, {}, {}});
    Values& values = steps.back();
    if (code.program().absorbs) values.with_speeds.emplace(step.with_speeds);
    if (step.rows) values.frame.emplace(*step.rows);
  }
}

void FormulaWorker::set_constants(std::span<const float> constants) {
  for (Values& values : steps) {
    values.bytecode.plain.set_constants(constants);
    values.bytecode.with_medium.set_constants(constants);
    if (values.with_speeds) values.with_speeds->set_constants(constants);
    if (!values.frame) continue;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      values.frame->set_scalar(static_cast<int>(i), constants[i]);
    }
  }
}

void FormulaRows::step_rows(Band rows, std::int64_t level, int worker) const {
  const auto sub_step = static_cast<std::size_t>((level - 1) % levels());
  const std::int64_t step = (level - 1) / levels();
  FormulaWorker& memory = *workers_[static_cast<std::size_t>(worker)];
  FormulaWorker::Values& values = memory.steps[sub_step];
  const FormulaLevel one(state_, field_, sub_step, step, first_step_ + step);
  const FormulaSides sides(one);
  RowGroups groups(one, sides, values, memory.seen);
  if (field_.absorbing.any() && one.code().program().absorbs) {
    memory.absorbed.step(one, *values.with_speeds, rows);
  }
  groups.step(rows);
  memory.absorbed.store(one);
  if (sides.any()) {
    for (int y = rows.begin; y < rows.end; ++y) sides.set_values(y);
  }
  if (oscillations_ > 0) oscillate(one, rows, step);
  for (int y = rows.begin; y < rows.end; ++y) {
    if (field_.is_ring[static_cast<std::size_t>(y)] == 0) continue;
    for (const formula::Output& output : one.outputs()) {
      one.to(static_cast<std::size_t>(output.plane)).wrap_row(y);
    }
  }
}

/// Sets the oscillating cells of some rows. `step` is counted from the first of this advance().
void FormulaRows::oscillate(const FormulaLevel& level, Band rows, std::int64_t step) const {
  const auto values =
      values_.subspan(static_cast<std::size_t>(step) * oscillations_, oscillations_);
  for (const OscillatingCell& c : oscillators_.in_rows(rows.begin, rows.end)) {
    for (const formula::Output& output : level.outputs()) {
      if (static_cast<std::size_t>(output.plane) != c.component) continue;
      level.row_to(output.plane, c.cell.y)[c.cell.x] =
          values[static_cast<std::size_t>(c.oscillation)];
    }
  }
}

}  // namespace heatwave::field
