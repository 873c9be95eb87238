// The fused stepper of the built-in equations: rows are stepped by the loops of their SIMD level.
#include "kernels/field/cpu/fused_cpu_stepper.h"

#include <limits>

#include "kernels/field/cpu/row_step.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// Takes the rows of one advance() through its steps.
template <typename Equation>
class EquationRows {
 public:
  EquationRows(CpuField& field, const typename Equation::Constants& constants,
               const Oscillators& oscillators, std::span<const float> values)
      : field_(field),
        constants_(constants),
        oscillators_(oscillators),
        values_(values),
        oscillations_(values.empty() ? 0 : oscillators.count()) {}

  static constexpr int levels() { return 1; }
  void step_rows(Band rows, std::int64_t step, int /*worker*/) const {
    const bool is_odd = step % 2 != 0;
    RowStep<Equation> one(field_, constants_, is_odd ? field_.newest : field_.other,
                          is_odd ? field_.other : field_.newest);
    one.step_rows(
        rows, oscillators_,
        values_.subspan(static_cast<std::size_t>(step - 1) * oscillations_, oscillations_));
  }

 private:
  CpuField& field_;
  const typename Equation::Constants& constants_;
  const Oscillators& oscillators_;
  std::span<const float> values_;
  std::size_t oscillations_;
};

template <typename Equation>
class EquationMethod {
 public:
  void set_parameters(std::span<const double> parameters) {
    constants_ = Equation::constants(parameters);
  }
  static constexpr int levels() { return 1; }
  static constexpr int planes() { return Equation::kComponents; }
  static constexpr int steps_back() { return Equation::kStepsBack; }
  static std::size_t row_bytes(const CpuField& field) {
    return 2 * field.newest.size() * field.newest[0].stride() * sizeof(float);
  }
  static std::int64_t prepare(CpuField& /*field*/, core::ThreadTeam& /*team*/,
                              std::int64_t /*step*/) {
    return std::numeric_limits<std::int64_t>::max();
  }
  static void finish(std::int64_t /*step*/) {}
  static const char* code() { return ""; }
  EquationRows<Equation> rows(CpuField& field, const Oscillators& oscillators,
                              std::int64_t /*step*/, std::span<const float> values) const {
    return {field, constants_, oscillators, values};
  }

 private:
  typename Equation::Constants constants_{};
};

}  // namespace

std::unique_ptr<CpuStepper> make_fused_cpu_stepper(std::string_view equation) {
  return with_equation(equation, Catalogue{},
                       [&]<typename Equation>() -> std::unique_ptr<CpuStepper> {
                         return std::make_unique<FusedCpuStepper<EquationMethod<Equation>>>(
                             EquationMethod<Equation>());
                       });
}

std::unique_ptr<CpuStepper> make_cpu_stepper(std::string_view equation, core::Extent extent) {
  return extent.height >= kRowsPerStep ? make_fused_cpu_stepper(equation)
                                       : make_plain_cpu_stepper(equation);
}

}  // namespace heatwave::field
