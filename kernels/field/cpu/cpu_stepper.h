// What advances the cells of a field on the CPU. The solver keeps everything else.
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

class CpuStepper : core::NonCopyable {
 public:
  virtual ~CpuStepper() = default;

  /// In the order of the equation's catalogue row.
  virtual void set_parameters(std::span<const double> parameters) = 0;
  /// Takes the field from step `step` so many steps on. Afterwards `newest` is the newest.
  virtual void advance(CpuField& field, core::ThreadTeam& team, const Oscillators& oscillators,
                       std::int64_t step, std::int64_t steps) = 0;
  /// The value of Report::bytes_per_step for a field that it has stepped.
  [[nodiscard]] virtual double bytes_per_step(const CpuField& field) const = 0;
  /// How the newest steps were taken and, behind a colon, why in no faster way.
  [[nodiscard]] virtual std::string way() const = 0;
};

/// One step after another over the whole grid.
std::unique_ptr<CpuStepper> make_plain_cpu_stepper(std::string_view equation);
/// Several steps in one pass over the grid, so that rows are stepped again while they are in cache.
std::unique_ptr<CpuStepper> make_fused_cpu_stepper(std::string_view equation);

/// The faster one for a grid of this extent.
std::unique_ptr<CpuStepper> make_cpu_stepper(std::string_view equation, core::Extent extent);

}  // namespace heatwave::field
