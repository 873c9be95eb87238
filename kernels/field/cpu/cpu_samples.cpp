// Values are written into the places of their samples, in any order of rows and steps.
#include "kernels/field/cpu/cpu_samples.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "kernels/field/cpu/cpu_field.h"

namespace heatwave::field {

void CpuSamples::set(const Sampling& wanted, core::Extent extent, const Slab& slab) {
  wanted_ = wanted;
  height_ = extent.height;
  own_ = slab.own;
  keeps_rows_ = !slab.is_whole();
  count_ = 0;
  series_ = {};
  first_of_.assign(static_cast<std::size_t>(extent.height) + 1, 0);
  for (const core::Cell& cell : wanted.cells) ++first_of_[static_cast<std::size_t>(cell.y) + 1];
  std::partial_sum(first_of_.begin(), first_of_.end(), first_of_.begin());
  entries_.resize(wanted.cells.size());
  std::vector<std::size_t> next = first_of_;
  for (std::size_t i = 0; i < wanted.cells.size(); ++i) {
    const core::Cell cell = wanted.cells[i];
    entries_[next[static_cast<std::size_t>(cell.y)]++] = {cell.x, i};
  }
}

void CpuSamples::begin(std::int64_t step, std::int64_t steps) {
  count_ = wanted_.due(step, steps);
  if (count_ == 0) return;
  first_ = wanted_.every - step % wanted_.every;
  begun_ = series_.steps.size();
  for (std::int64_t i = 0; i < count_; ++i) {
    series_.steps.push_back(step + first_ + i * wanted_.every);
  }
  series_.values.resize(series_.steps.size() * wanted_.cells.size());
  if (!wanted_.totals) return;
  rows_.resize(static_cast<std::size_t>(count_) * static_cast<std::size_t>(height_));
}

void CpuSamples::read_cells(std::int64_t sample, const std::vector<PaddedPlane>& now, Band rows) {
  const std::size_t first = first_of_[static_cast<std::size_t>(rows.begin)];
  const std::size_t last = first_of_[static_cast<std::size_t>(rows.end)];
  if (first == last) return;
  const PaddedPlane& plane = now[wanted_.component];
  float* values =
      &series_.values[(begun_ + static_cast<std::size_t>(sample)) * wanted_.cells.size()];
  for (int y = rows.begin; y < rows.end; ++y) {
    const float* row = plane.row(y);
    const std::size_t end = first_of_[static_cast<std::size_t>(y) + 1];
    for (std::size_t i = first_of_[static_cast<std::size_t>(y)]; i < end; ++i) {
      values[entries_[i].index] = row[entries_[i].x];
    }
  }
}

void CpuSamples::add_rows(std::int64_t sample, const CpuField& field, const Levels& levels,
                          Band rows) {
  const PaddedPlane& now = levels.now[wanted_.component];
  const PaddedPlane& before = levels.before[wanted_.component];
  RowTotals* totals = &rows_[static_cast<std::size_t>(sample) * static_cast<std::size_t>(height_)];
  for (int i = rows.begin; i < rows.end; ++i) {
    const int y = i < 0 ? i + height_ : i;
    const int below = y + 1 == height_ ? 0 : y + 1;
    const std::size_t cell = field.cell_index(0, y);
    const RowOfTotals row{now.row(y), field.flags.data() + cell, field.extent.width};
    totals[y] = !rule_.is_energy
                    ? sum_of_row(row)
                    : energy_of_row(
                          row, {before.row(y), now.row(below), before.row(below),
                                field.factors ? field.factors->row(y) : nullptr, rule_.stiffness});
  }
}

void CpuSamples::end() {
  if (count_ == 0 || !wanted_.totals) return;
  const auto height = static_cast<std::size_t>(height_);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
    const RowTotals* rows = &rows_[i * height];
    if (keeps_rows_) {
      series_.rows.insert(series_.rows.end(), rows + own_.begin, rows + own_.end);
    } else {
      series_.totals.push_back(totals_of(rows, height_, rule_));
    }
  }
}

SampleSeries CpuSamples::take() { return std::exchange(series_, {}); }

}  // namespace heatwave::field
