// One step of one row after another, whatever their cells are.
#pragma once

#include <span>
#include <vector>

#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/cpu/row_loops.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

/// Takes rows one step on. `to` holds the field one step before `from` when it begins; cells that
/// keep their value have it in both.
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
      switch (run.kind) {
        case Run::Kind::plain:
          Equation::step_plain(job, constants_, run.begin, run.end);
          break;
        case Run::Kind::special:
          Equation::step_special(job, constants_, run.begin, run.end);
          break;
        case Run::Kind::kept:  // both planes hold what it keeps
          break;
        case Run::Kind::restored:
          restore(job, run);
          break;
      }
    }
    if constexpr (Equation::kAbsorbs) step_absorbing_cells(job, y);
  }

  static void restore(const RowJob<kComponents>& job, const Run& run) {
    for (int c = 0; c < kComponents; ++c) {
      for (int x = run.begin; x < run.end; ++x) job.rows[c].out[x] = job.rows[c].centre[x];
    }
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

}  // namespace heatwave::field
