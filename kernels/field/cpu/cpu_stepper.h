// A CpuStepper advances the cells of a field on the CPU. The solver does everything else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernels/core/non_copyable.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

namespace formula {
class Formula;
}  // namespace formula

/// Largest number of steps that a stepper takes in one pass over the grid.
inline constexpr int kMostStepsPerPass = 32;

class CpuStepper : core::NonCopyable {
 public:
  virtual ~CpuStepper() = default;

  /// Sets the parameters, in the order of the equation's catalogue row.
  virtual void set_parameters(std::span<const double> parameters) = 0;
  /// Advances the field by `steps` steps, starting at step `step`. Afterwards `newest` holds the
  /// result.
  virtual void advance(CpuField& field, core::ThreadTeam& team, const Oscillators& oscillators,
                       std::int64_t step, std::int64_t steps) = 0;
  /// Returns Report::bytes_per_step for a field that this stepper has advanced.
  [[nodiscard]] virtual double bytes_per_step(const CpuField& field) const = 0;
  /// Names the method of the newest steps. A colon and the reason follow if a faster method was not
  /// used.
  [[nodiscard]] virtual std::string method() const = 0;
};

/// Makes a stepper that takes one step at a time over the whole grid.
std::unique_ptr<CpuStepper> make_plain_cpu_stepper(std::string_view equation);
/// Makes a stepper that takes several steps in one pass over the grid: rows are stepped again while
/// they are in the cache.
std::unique_ptr<CpuStepper> make_fused_cpu_stepper(std::string_view equation);

/// Makes a stepper that takes several steps or sub-steps of a formula in one pass over the grid.
std::unique_ptr<CpuStepper> make_formula_cpu_stepper(
    std::shared_ptr<const formula::Formula> formula);

/// Makes the faster stepper for a grid of this extent.
std::unique_ptr<CpuStepper> make_cpu_stepper(std::string_view equation, core::Extent extent);

}  // namespace heatwave::field
