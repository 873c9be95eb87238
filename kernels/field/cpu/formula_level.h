// A FormulaLevel is one sub-step of one step of a formula on the CPU: the planes that it reads and
// writes, and the numbers that are equal in all cells.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/cpu/cpu_formula.h"
#include "kernels/field/formula/block_values.h"

namespace heatwave::field {

/// All that the levels of a formula read besides the field.
struct FormulaState {
  std::optional<CpuFormula> code;
  std::vector<float> constants;
  double time_step = 1.0;
  formula::Columns columns;
  std::vector<float> ones;  ///< the medium's factor where there are no media
  /// Planes of the time stepping, after the components' planes
  std::vector<PaddedPlane> scratch;
  std::vector<PaddedPlane> other_scratch;
  std::vector<float> integrals;
};

class FormulaLevel {
 public:
  /// Steps are counted twice: `done` are those of this advance() before this one, `number` those of
  /// the field.
  FormulaLevel(const FormulaState& state, CpuField& field, std::size_t sub_step, std::int64_t done,
               std::int64_t number)
      : state_(state),
        code_(*state.code),
        field_(field),
        step_(code_.steps[sub_step]),
        number_(number),
        planes_(code_.writes.size()),
        stride_(static_cast<std::ptrdiff_t>(field.newest[0].stride())) {
    for (std::size_t p = 0; p < planes_; ++p) {
      const std::int64_t before = done * code_.writes[p] + step_.writes_before[p];
      from_[p] = &plane(p, before % 2 != 0);
      to_[p] = &plane(p, before % 2 == 0);
    }
  }

  [[nodiscard]] const FormulaState& state() const { return state_; }
  [[nodiscard]] const CpuFormula& code() const { return code_; }
  [[nodiscard]] CpuField& field() const { return field_; }
  [[nodiscard]] const StepCode& step() const { return step_; }
  [[nodiscard]] const std::vector<formula::Output>& outputs() const { return step_.step->outputs; }
  [[nodiscard]] std::size_t planes() const { return planes_; }
  [[nodiscard]] std::int64_t step_number() const { return number_; }

  [[nodiscard]] core::Extent whole() const { return field_.slab.whole; }
  [[nodiscard]] int row_of_whole(int y) const { return field_.slab.row_of_whole(y); }
  /// The distance between two rows of a plane, in cells.
  [[nodiscard]] std::ptrdiff_t stride() const { return stride_; }

  [[nodiscard]] PaddedPlane& from(std::size_t plane) const { return *from_[plane]; }
  [[nodiscard]] PaddedPlane& to(std::size_t plane) const { return *to_[plane]; }
  /// The rows form a ring: y is from −1 to the height.
  [[nodiscard]] float* row_from(int plane, int y) const {
    const int height = field_.extent.height;
    return from_[static_cast<std::size_t>(plane)]->row(y < 0         ? y + height
                                                       : y >= height ? y - height
                                                                     : y);
  }
  [[nodiscard]] float* row_to(int plane, int y) const {
    return to_[static_cast<std::size_t>(plane)]->row(y);
  }
  /// The media's factors from column x of row y on, as a slot of bytecode.
  [[nodiscard]] float* medium_at(int x, int y) const {
    return field_.factors ? field_.factors->row(y) + x : const_cast<float*>(state_.ones.data());
  }

  /// Returns a uniform of the program. `time` is in steps from the beginning of this step.
  [[nodiscard]] float uniform(std::size_t index, double time) const {
    using Kind = formula::Uniform::Kind;
    const formula::Uniform& uniform = code_.program().uniforms[index];
    switch (uniform.kind) {
      case Kind::time:
        return static_cast<float>((static_cast<double>(number_) + time) * state_.time_step);
      case Kind::integral:
        return state_.integrals[static_cast<std::size_t>(uniform.index)];
      case Kind::second_weight:
        return number_ == 0 ? 0.0F : 0.5F;
    }
    return 0.0F;
  }
  /// Sets the uniforms and the noise, which are the same in all rows.
  void prepare(formula::BlockValues& values, double time) const {
    for (std::size_t i = 0; i < code_.program().uniforms.size(); ++i) {
      values.set_uniform(i, uniform(i, time));
    }
    values.set_noise(number_);
  }

 private:
  [[nodiscard]] PaddedPlane& plane(std::size_t index, bool is_other) const {
    const std::size_t components = code_.components();
    if (index < components) return is_other ? field_.other[index] : field_.newest[index];
    // A thread steps rows of its own: no two write one row at the same time.
    auto& scratch = is_other ? state_.other_scratch : state_.scratch;
    return const_cast<PaddedPlane&>(scratch[index - components]);
  }

  const FormulaState& state_;
  const CpuFormula& code_;
  CpuField& field_;
  const StepCode& step_;
  std::int64_t number_;
  std::size_t planes_;
  std::ptrdiff_t stride_;
  std::array<PaddedPlane*, formula::kMostPlanes> from_{};
  std::array<PaddedPlane*, formula::kMostPlanes> to_{};
};

}  // namespace heatwave::field
