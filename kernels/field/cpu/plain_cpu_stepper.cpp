// One step after another over the whole grid: every thread steps its band of rows, then all meet.
#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/field/cpu/cpu_stepper.h"
#include "kernels/field/cpu/row_step.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation>
class PlainCpuStepper final : public CpuStepper {
 public:
  void set_parameters(std::span<const double> parameters) override {
    constants_ = Equation::constants(parameters);
  }

  void advance(CpuField& field, core::ThreadTeam& team, const Oscillators& oscillators,
               std::int64_t step, std::int64_t steps) override {
    oscillators.in_stretches(step, steps, [&](std::int64_t stretch, const auto& table) {
      const std::size_t count = table.empty() ? 0 : oscillators.count();
      team.run([&](int index) {
        const Band rows = band_of(field.extent, index, team.size());
        for (std::int64_t s = 0; s < stretch; ++s) {
          const bool even = s % 2 == 0;
          RowStep<Equation> one(field, constants_, even ? field.newest : field.other,
                                even ? field.other : field.newest);
          one.step_rows(rows, oscillators,
                        {table.data() + static_cast<std::size_t>(s) * count, count});
          team.sync();
        }
      });
      if (stretch % 2 != 0) std::swap(field.newest, field.other);
    });
  }

 private:
  typename Equation::Constants constants_{};
};

}  // namespace

std::unique_ptr<CpuStepper> make_plain_cpu_stepper(std::string_view equation) {
  return with_equation(equation, Catalogue{},
                       [&]<typename Equation>() -> std::unique_ptr<CpuStepper> {
                         return std::make_unique<PlainCpuStepper<Equation>>();
                       });
}

}  // namespace heatwave::field
