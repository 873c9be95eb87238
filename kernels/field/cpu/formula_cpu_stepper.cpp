// The stepper of formulas on the CPU: rows are stepped by machine code where this processor and
// system run it, else by bytecode. A step has one level for each of its sub-steps, so that passes
// join sub-steps as they join steps.
#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/field/cpu/cpu_totals.h"
#include "kernels/field/cpu/formula_rows.h"
#include "kernels/field/cpu/fused_cpu_stepper.h"
#include "kernels/field/formula/block_values.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::field {
namespace {

class FormulaMethod {
 public:
  explicit FormulaMethod(std::shared_ptr<const formula::Formula> formula)
      : formula_(std::move(formula)), parameters_(formula::initial_values(formula_->model())) {}

  void set_parameters(std::span<const double> parameters) {
    parameters_.assign(parameters.begin(), parameters.end());
    state_.constants.clear();
  }
  [[nodiscard]] int levels() const { return static_cast<int>(formula_->program().steps.size()); }
  [[nodiscard]] int planes() const { return static_cast<int>(formula_->program().planes.size()); }
  [[nodiscard]] int steps_back() const { return formula_->program().steps_back; }
  [[nodiscard]] std::size_t row_bytes(const CpuField& field) const {
    return 2 * formula_->program().planes.size() * field.newest[0].stride() * sizeof(float);
  }

  /// Makes everything ready for the steps from `step` on. Returns how many of them may be taken
  /// before an integral has to be renewed.
  std::int64_t prepare(CpuField& field, core::ThreadTeam& team, std::int64_t step) {
    const formula::Program& program = formula_->program();
    if (!state_.code || state_.code->level != field.level) {
      workers_.clear();
      state_.code.emplace(formula_, field);
    }
    const auto threads = static_cast<std::size_t>(team.size());
    const bool is_new = workers_.empty() || state_.constants.empty();
    while (workers_.size() < threads) {
      workers_.push_back(std::make_unique<FormulaWorker>(*state_.code));
    }
    if (state_.columns.empty()) {
      state_.columns = formula::Columns(field.extent.width);
      state_.ones.assign(formula::kMostBlockCells + kLineCells, 1.0F);
      for (std::size_t p = state_.code->components(); p < program.planes.size(); ++p) {
        state_.scratch.emplace_back(field.extent);
        state_.other_scratch.emplace_back(field.extent);
      }
    }
    if (state_.constants.empty()) {
      state_.constants =
          formula::constants_of(program, formula_->model(), parameters_, field.slab.whole);
      state_.time_step =
          formula::ConstantValues(formula_->model(), parameters_, field.slab.whole).time_step();
    }
    if (is_new) {
      for (const auto& worker : workers_) worker->set_constants(state_.constants);
    }
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
    const bool goes_on = step == next_step_;
    state_.integrals.resize(program.integrals.size());
    for (std::size_t i = 0; i < program.integrals.size(); ++i) {
      const std::int64_t every = program.integrals[i].every;
      if (step % every == 0 || !goes_on) state_.integrals[i] = integral(field, team, i, step);
      until = std::min(until, every - step % every);
    }
    return until;
  }
  FormulaRows rows(CpuField& field, const Oscillators& oscillators, std::int64_t step,
                   std::span<const float> values) const {
    return {state_, workers_, field, oscillators, step, values};
  }
  void finish(std::int64_t step) { next_step_ = step; }
  /// Returns by which code the newest steps were made, and why by no faster one.
  [[nodiscard]] std::string code() const {
    if (!state_.code) return {};
    const std::string& why = state_.code->why_bytecode;
    return why.empty() ? ", by machine code" : ", by bytecode: " + why;
  }

 private:
  /// Adds an expression over all cells but walls, row by row as totals are added.
  float integral(CpuField& field, core::ThreadTeam& team, std::size_t which, std::int64_t step) {
    const formula::Bytecode& code = state_.code->integrals[which];
    const Slab& slab = field.slab;
    const core::Extent own{field.extent.width, slab.own.rows()};
    std::vector<double> sums(static_cast<std::size_t>(own.height));
    constexpr int kPieces = 64;
    const int pieces = std::min(kPieces, own.height);
    team.share_pieces(pieces, [&](int piece, int /*worker*/) {
      const core::FlushDenormals here;
      formula::BlockValues values(code);
      values.set_constants(state_.constants);
      values.set_noise(step);
      const auto& uniforms = formula_->program().uniforms;
      for (std::size_t i = 0; i < uniforms.size(); ++i) {
        if (uniforms[i].kind != formula::Uniform::Kind::time) continue;
        values.set_uniform(i, static_cast<float>(static_cast<double>(step) * state_.time_step));
      }
      std::vector<float> row(static_cast<std::size_t>(field.extent.width) + kLineCells + 1);
      const Band rows = band_of(own, piece, pieces);
      for (int i = rows.begin; i < rows.end; ++i) {
        const int y = slab.own.begin + i;
        values.set_row(slab.row_of_whole(y), slab.whole.height);
        for (int x = 0; x < field.extent.width; x += code.block_cells()) {
          for (std::size_t c = 0; c < field.newest.size(); ++c) {
            values.slot(c * formula::kPlaneSlots + formula::kCentre) = field.newest[c].row(y) + x;
          }
          values.slot(code.medium_slot()) =
              field.factors ? field.factors->row(y) + x : state_.ones.data();
          values.slot(code.column_slot()) = state_.columns.at(x);
          values.slot(code.output_slot(0)) = row.data() + x;
          values.run({x, slab.row_of_whole(y)}, slab.whole,
                     std::min(code.block_cells(), field.extent.width - x));
        }
        const std::uint8_t* flags = field.flags.data() + field.cell_index(0, y);
        sums[static_cast<std::size_t>(i)] = sum_of_row({row.data(), flags, field.extent.width}).sum;
      }
    });
    if (!slab.is_whole()) return static_cast<float>(slab.sums->add(sums));
    double sum = 0.0;
    for (const double row : sums) sum += row;
    return static_cast<float>(sum);
  }

  std::shared_ptr<const formula::Formula> formula_;
  std::vector<double> parameters_;
  FormulaState state_;
  std::vector<std::unique_ptr<FormulaWorker>> workers_;  ///< one for each thread
  std::int64_t next_step_ = -1;  ///< the step after the newest; −1: no step has been taken
};

}  // namespace

std::unique_ptr<CpuStepper> make_formula_cpu_stepper(
    std::shared_ptr<const formula::Formula> formula) {
  return std::make_unique<FusedCpuStepper<FormulaMethod>>(FormulaMethod(std::move(formula)));
}

}  // namespace heatwave::field
