// One step after another over the whole grid: every thread steps its band of rows, then all meet.
#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/field/catalogue.h"
#include "kernels/field/cpu/cpu_stepper.h"
#include "kernels/field/cpu/row_loops.h"

namespace heatwave::field {
namespace {

/// One step over some rows. `to` holds the field one step before `from` when it begins.
template <typename Equation>
class RowStep {
 public:
  static constexpr int kComponents = Equation::kComponents;
  using Constants = typename Equation::Constants;
  using Planes = std::vector<PaddedPlane>;

  RowStep(CpuField& field, const Constants& constants, Planes& from, Planes& to)
      : field_(field), constants_(constants), from_(from), to_(to) {}

  void step_rows(Band rows, const Oscillators& oscillators, std::span<const float> values) {
    for (int y = rows.begin; y < rows.end; ++y) step_row(y);
    if (!values.empty()) {
      for (const OscillatingCell& c : oscillators.in_rows(rows.begin, rows.end)) {
        to_[c.component].row(c.cell.y)[c.cell.x] = values[static_cast<std::size_t>(c.oscillation)];
      }
    }
    for (PaddedPlane& plane : to_) {
      for (int y = rows.begin; y < rows.end; ++y) plane.wrap_row(y);
    }
  }

 private:
  void step_row(int y) {
    const RowJob<kComponents> job = job_of(y);
    for (const Run& run : field_.runs[static_cast<std::size_t>(y)]) {
      if (run.special) {
        Equation::step_special(job, constants_, run.begin, run.end);
      } else {
        Equation::step_plain(job, constants_, run.begin, run.end);
      }
    }
    if constexpr (Equation::kAbsorbs) step_absorbing_cells(job, y);
  }

  [[nodiscard]] RowJob<kComponents> job_of(int y) {
    const int height = field_.extent.height;
    const int north = y == 0 ? height - 1 : y - 1;
    const int south = y == height - 1 ? 0 : y + 1;
    const std::size_t first = field_.cell_index(0, y);
    RowJob<kComponents> job{
        .rows = {},
        .flags = field_.flags.data() + first,
        .factors = field_.factors.empty() ? nullptr : field_.factors.data() + first};
    for (int c = 0; c < kComponents; ++c) {
      const PaddedPlane& from = from_[static_cast<std::size_t>(c)];
      PaddedPlane& to = to_[static_cast<std::size_t>(c)];
      job.rows[c] = {from.row(north), from.row(y), from.row(south), to.row(y)};
    }
    return job;
  }

  void step_absorbing_cells(const RowJob<kComponents>& job, int y) {
    const AbsorbingSides sides = field_.absorbing;
    const int last = field_.extent.width - 1;
    if ((sides.top && y == 0) || (sides.bottom && y == field_.extent.height - 1)) {
      for (int x = 0; x <= last; ++x) step_absorbing(job, x, y);
      return;
    }
    if (sides.left) step_absorbing(job, 0, y);
    // In a grid one column wide the left edge's cell is the right edge's too.
    if (sides.right && !(sides.left && last == 0)) step_absorbing(job, last, y);
  }

  void step_absorbing(const RowJob<kComponents>& job, int x, int y) {
    const std::uint8_t flags = job.flags[x];
    if ((flags & kAbsorb) == 0) return;
    const AbsorbingSides at =
        sides_of(field_.absorbing, x, y, field_.extent.width, field_.extent.height);
    const float factor = job.factors == nullptr ? 1.0F : job.factors[x];
    Values<kComponents> psi;
    for (int c = 0; c < kComponents; ++c) psi[c] = field_.rim[place(at, x, y, c)];
    const Values<kComponents> next = step_absorbing_cell<Equation>(
        neighbourhood<kComponents>(job.rows, x), older_values<kComponents>(job.rows, x), flags,
        factor, at, constants_, psi);
    for (int c = 0; c < kComponents; ++c) {
      field_.rim[place(at, x, y, c)] = psi[c];
      job.rows[c].out[x] = next[c];
    }
  }

  [[nodiscard]] std::size_t place(AbsorbingSides at, int x, int y, int component) const {
    return field_.rim_place(at, x, y, static_cast<std::size_t>(component));
  }

  CpuField& field_;
  const Constants& constants_;
  Planes& from_;
  Planes& to_;
};

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
