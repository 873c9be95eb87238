// A RowStep takes a few neighbouring rows one step on, whatever kinds of cells they hold.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/cpu/row_job.h"
#include "kernels/field/cpu/step_rows.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

/// Takes rows one step on. At the beginning `to` holds the time level before `from`. Precondition:
/// whole lines of fixed cells hold the same values in both.
template <typename Equation>
class RowStep {
 public:
  static constexpr int kComponents = Equation::kComponents;
  using Constants = typename Equation::Constants;
  using Planes = std::vector<PaddedPlane>;

  RowStep(CpuField& field, const Constants& constants, Planes& from, Planes& to)
      : field_(field), constants_(constants), from_(from), to_(to) {}

  /// `values` holds one value for each oscillation.
  void step_rows(Band rows, const Oscillators& oscillators, std::span<const float> values) {
    for (int y = rows.begin; y < rows.end;) {
      const int count = rows_at_once(y, rows.end);
      step({y, y + count}, runs_of({y, y + count}));
      y += count;
    }
    if (!values.empty()) {
      for (const OscillatingCell& c : oscillators.in_rows(rows.begin, rows.end)) {
        to_[c.component].row(c.cell.y)[c.cell.x] = values[static_cast<std::size_t>(c.oscillation)];
      }
    }
    for (int y = rows.begin; y < rows.end; ++y) {
      if (field_.is_ring[static_cast<std::size_t>(y)] == 0) continue;
      for (PaddedPlane& plane : to_) plane.wrap_row(y);
    }
  }

 private:
  /// Returns how many rows to step at once: a group, a pair or one. Rows at an absorbing top or
  /// bottom are stepped alone.
  [[nodiscard]] int rows_at_once(int y, int end) const {
    const int height = field_.extent.height;
    const int left = end - y - (field_.absorbing.bottom && end == height ? 1 : 0);
    if (left < 2 || height < kGroupRows || (field_.absorbing.top && y == 0)) return 1;
    return left < kGroupRows ? 2 : kGroupRows;
  }

  /// Returns the runs of these rows. A pair of rows uses the runs of a group that contains it.
  [[nodiscard]] const std::vector<Run>& runs_of(Band rows) const {
    if (rows.end - rows.begin == 1) return field_.runs[static_cast<std::size_t>(rows.begin)];
    const int first = std::min(rows.begin, field_.extent.height - kGroupRows);
    return field_.group_runs[static_cast<std::size_t>(first)];
  }

  void step(Band rows, const std::vector<Run>& runs) {
    const int height = field_.extent.height;
    RowJob<kComponents>
        job;  // clearing the rows first would take a tenth of the time of short rows
    job.count = rows.end - rows.begin;
    job.runs = runs.data();
    job.run_count = static_cast<int>(runs.size());
    job.absorbing = field_.absorbing;
    job.extent = field_.extent;
    job.y = rows.begin;
    job.rim = field_.rim.data();
    job.level = field_.level;
    for (int c = 0; c < kComponents; ++c) {
      const PaddedPlane& from = from_[static_cast<std::size_t>(c)];
      PaddedPlane& to = to_[static_cast<std::size_t>(c)];
      job.rows[c].from[0] = from.row(rows.begin == 0 ? height - 1 : rows.begin - 1);
      job.rows[c].from[job.count + 1] = from.row(rows.end == height ? 0 : rows.end);
      for (int r = 0; r < job.count; ++r) {
        job.rows[c].from[r + 1] = from.row(rows.begin + r);
        job.rows[c].to[r] = to.row(rows.begin + r);
      }
    }
    for (int r = 0; r < job.count; ++r) {
      const int y = rows.begin + r;
      job.flags[r] = field_.flags.data() + field_.cell_index(0, y);
      job.factors[r] = field_.factors ? field_.factors->row(y) : job.rows[0].from[r + 1];
    }
    field::step_rows<Equation>(job, constants_);
  }

  CpuField& field_;
  const Constants& constants_;
  Planes& from_;
  Planes& to_;
};

}  // namespace heatwave::field
