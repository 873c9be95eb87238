// A CudaStepper advances the cells of a field on a CUDA device. The solver does everything else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernels/core/device.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/equation_code.h"
#include "kernels/field/oscillators.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

class CudaStepper : core::NonCopyable {
 public:
  virtual ~CudaStepper() = default;

  /// Sets the parameters, in the order of the equation's catalogue row.
  virtual void set_parameters(std::span<const double> parameters) = 0;
  /// Queues `steps` steps, starting at step `step`. Once they have run, `newest` holds the result.
  /// Takes the field's samples if samples_in_passes() returns true.
  virtual void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
                       std::int64_t steps) = 0;
  /// Returns whether advance() takes the field's samples inside its passes.
  [[nodiscard]] virtual bool samples_in_passes(const CudaField& /*field*/) const { return false; }
  /// Returns Report::bytes_per_step for a field of this extent that this stepper has advanced.
  [[nodiscard]] virtual double bytes_per_step(core::Extent extent) const = 0;
  /// Names the method of the newest steps. A colon and the reason follow if a faster method was not
  /// used.
  [[nodiscard]] virtual std::string method() const = 0;
};

/// Returns the bytes that move if the state is read once and written once.
template <typename Equation>
double bytes_read_and_written(core::Extent extent) {
  constexpr int kPlanes = Equation::kComponents * (1 + Equation::kStepsBack);
  return 2.0 * kPlanes * sizeof(float) * static_cast<double>(extent.cells());
}

/// Queues steps and takes the field's samples: inside the passes if the stepper can, otherwise
/// between them.
void advance_with_samples(CudaStepper& stepper, CudaField& field, const Oscillators& oscillators,
                          std::int64_t step, std::int64_t steps);

/// A stepper and the reason why no faster one was chosen; empty: this one is the fastest.
struct ChosenStepper {
  std::unique_ptr<CudaStepper> stepper;
  std::string why_no_faster;

  [[nodiscard]] std::string method() const { return with_reason(stepper->method(), why_no_faster); }
};

/// Makes a stepper of an equation of the catalogue that takes one step in each launch over the
/// whole grid.
std::unique_ptr<CudaStepper> make_plain_cuda_stepper(std::string_view equation);

/// Makes a stepper that keeps the whole grid in registers for thousands of steps, if the device has
/// enough registers; it leaves short runs to `otherwise`. If the device has too few, returns
/// `otherwise`.
ChosenStepper make_resident_stepper(const std::shared_ptr<EquationCode>& code, core::Extent extent,
                                    const core::DeviceFacts& device, ChosenStepper otherwise);

/// Makes the fastest stepper for a grid of this extent that the device can run; most grids take
/// several steps in one pass. `wanted` is honoured if the device supports it.
ChosenStepper make_cuda_stepper(const std::shared_ptr<EquationCode>& code, core::Extent extent,
                                const core::DeviceFacts& device, const Stepping& wanted = {});

}  // namespace heatwave::field
