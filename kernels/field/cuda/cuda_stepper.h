// What advances the cells of a field on a CUDA device. The solver keeps everything else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernels/core/device.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/oscillators.h"
#include "kernels/field/stepping.h"

namespace heatwave::field {

class CudaStepper : core::NonCopyable {
 public:
  virtual ~CudaStepper() = default;

  /// In the order of the equation's catalogue row.
  virtual void set_parameters(std::span<const double> parameters) = 0;
  /// Queues so many steps from step `step` on. Behind them `newest` is the newest.
  virtual void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
                       std::int64_t steps) = 0;
  /// The value of Report::bytes_per_step for a field of this extent that it has stepped.
  [[nodiscard]] virtual double bytes_per_step(core::Extent extent) const = 0;
  /// How the newest steps were taken and, behind a colon, why in no faster way.
  [[nodiscard]] virtual std::string way() const = 0;
};

/// Bytes of a state that is read once and written once.
template <typename Equation>
double bytes_there_and_back(core::Extent extent) {
  constexpr int kPlanes = Equation::kComponents * (1 + Equation::kStepsBack);
  return 2.0 * kPlanes * sizeof(float) * static_cast<double>(extent.cells());
}

/// A stepper and, in words, why none of the faster ones was taken; empty where this is the fastest.
struct ChosenStepper {
  std::unique_ptr<CudaStepper> stepper;
  std::string why_no_faster;

  [[nodiscard]] std::string way() const { return with_reason(stepper->way(), why_no_faster); }
};

/// One launch a step over the whole grid.
std::unique_ptr<CudaStepper> make_plain_cuda_stepper(std::string_view equation);

/// Several steps a pass by strips that run down the grid; null where the grid is too small for
/// these or the device cannot hold them.
std::unique_ptr<CudaStepper> make_strip_cuda_stepper(std::string_view equation, core::Extent extent,
                                                     const core::DeviceFacts& device);

/// Keeps such a grid in registers for thousands of steps where the device has enough of them, and
/// leaves to `otherwise` what is not worth that; else gives that one back.
ChosenStepper kept_in_registers(std::string_view equation, core::Extent extent,
                                const core::DeviceFacts& device, ChosenStepper otherwise);

/// The fastest for such a grid that this device can run: as a rule several steps a pass. What is
/// wanted counts where the device can do it.
ChosenStepper make_cuda_stepper(std::string_view equation, core::Extent extent,
                                const core::DeviceFacts& device, const Stepping& wanted = {});

}  // namespace heatwave::field
