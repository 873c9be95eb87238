// This stepper takes one step at a time, cell by cell. Every other stepper must give exactly its
// bits.
#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/core/denormals.h"
#include "kernels/field/cpu/cpu_stepper.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation>
class PlainCpuStepper final : public CpuStepper {
 public:
  static constexpr int kComponents = Equation::kComponents;

  void set_parameters(std::span<const double> parameters) override {
    constants_ = Equation::constants(parameters);
  }

  void advance(CpuField& field, core::ThreadTeam& team, const Oscillators& oscillators,
               std::int64_t step, std::int64_t steps) override {
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& table) {
      const std::size_t count = table.empty() ? 0 : oscillators.count();
      for (std::int64_t s = 0; s < chunk; ++s) {
        team.run([&](int index) {
          const core::FlushDenormals here;
          const Band rows = band_of(field.extent, index, team.size());
          for (int y = rows.begin; y < rows.end; ++y) step_row(field, y);
        });
        if (count > 0) {
          for (const OscillatingCell& c : oscillators.cells()) {
            field.other[c.component].row(c.cell.y)[c.cell.x] =
                table[static_cast<std::size_t>(s) * count +
                      static_cast<std::size_t>(c.oscillation)];
          }
        }
        for (PaddedPlane& plane : field.other) {
          for (int y = 0; y < field.extent.height; ++y) plane.wrap_row(y);
        }
        std::swap(field.newest, field.other);
        sample(field, step + s);
      }
      step += chunk;
    });
  }

  [[nodiscard]] double bytes_per_step(const CpuField& field) const override {
    return bytes_per_cell(Equation::info()) * static_cast<double>(field.extent.cells());
  }
  [[nodiscard]] std::string method() const override { return "one step a pass over the grid"; }

 private:
  /// Samples the step after step `step`, which has just been taken.
  static void sample(CpuField& field, std::int64_t step) {
    const core::FlushDenormals here;
    CpuSamples& samples = field.samples;
    samples.begin(step, 1);
    if (samples.sample_at(1) < 0) return;
    const Band all{0, field.extent.height};
    samples.read_cells(0, field.newest, all);
    if (samples.adds_rows()) samples.add_rows(0, field, {field.newest, field.other}, all);
    samples.end();
  }

  void step_row(CpuField& field, int y) const {
    for (int x = 0; x < field.extent.width; ++x) {
      const Values<kComponents> next = stepped(field, x, y);
      for (std::size_t c = 0; c < kComponents; ++c) {
        field.other[c].row(y)[x] = next[static_cast<int>(c)];
      }
    }
  }

  [[nodiscard]] Values<kComponents> stepped(CpuField& field, int x, int y) const {
    const int height = field.extent.height;
    Neighbourhood<kComponents> n;
    Values<kComponents> older;
    for (int c = 0; c < kComponents; ++c) {
      const PaddedPlane& from = field.newest[static_cast<std::size_t>(c)];
      const float* row = from.row(y);
      n[c] = {row[x], row[x - 1], row[x + 1], from.row(y == 0 ? height - 1 : y - 1)[x],
              from.row(y == height - 1 ? 0 : y + 1)[x]};
      older[c] = field.other[static_cast<std::size_t>(c)].row(y)[x];
    }
    const std::uint8_t flags = field.flag(x, y);
    const float factor = field.factors ? field.factors->row(y)[x] : 1.0F;
    if constexpr (Equation::kAbsorbs) {
      if ((flags & kAbsorb) != 0) return absorbed(field, x, y, n, older, factor);
    }
    return step_special_cell<Equation>(n, older, flags, factor, constants_);
  }

  [[nodiscard]] Values<kComponents> absorbed(CpuField& field, int x, int y,
                                             const Neighbourhood<kComponents>& n,
                                             const Values<kComponents>& older, float factor) const {
    const AbsorbingSides at =
        sides_of(field.absorbing, x, y, field.extent.width, field.extent.height);
    const auto memory = [&](int c) -> float& {
      return field.rim[field.rim_place(at, x, y, static_cast<std::size_t>(c))];
    };
    Values<kComponents> psi;
    for (int c = 0; c < kComponents; ++c) psi[c] = memory(c);
    const Values<kComponents> next =
        step_absorbing_cell<Equation>(n, older, field.flag(x, y), factor, at, constants_, psi);
    for (int c = 0; c < kComponents; ++c) memory(c) = psi[c];
    return next;
  }

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
