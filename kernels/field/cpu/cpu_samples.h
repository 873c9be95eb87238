// CpuSamples records samples of a field on the CPU while steppers step its rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/field/cpu/cpu_grid.h"
#include "kernels/field/cpu/cpu_totals.h"
#include "kernels/field/sampling.h"

namespace heatwave::field {

struct CpuField;

/// Any number of threads may record rows at once if they record different ones.
class CpuSamples {
 public:
  /// The planes of a field at one step and at the step before.
  struct Levels {
    const std::vector<PaddedPlane>& now;
    const std::vector<PaddedPlane>& before;
  };

  /// Sets what is sampled, and drops the samples that were not taken.
  void set(const Sampling& wanted, core::Extent extent, const Slab& slab);
  void set_rule(const TotalRule& rule) { rule_ = rule; }
  [[nodiscard]] const Sampling& wanted() const { return wanted_; }

  /// Prepares for the samples of these steps after step `step`.
  void begin(std::int64_t step, std::int64_t steps);
  /// Returns the index of the sample of the n-th step since begin(), counted from 1; -1: that step
  /// is not sampled.
  [[nodiscard]] std::int64_t sample_at(std::int64_t n) const {
    const std::int64_t since = n - first_;
    return count_ == 0 || since < 0 || since % wanted_.every != 0 ? -1 : since / wanted_.every;
  }
  /// Reads the cells in these rows.
  void read_cells(std::int64_t sample, const std::vector<PaddedPlane>& now, Band rows);
  /// Returns whether add_rows() is needed.
  [[nodiscard]] bool adds_rows() const { return wanted_.totals; }
  /// Computes the totals of these rows. The row below them must be at the same step. Rows are
  /// counted around: row −1 is the last one.
  void add_rows(std::int64_t sample, const CpuField& field, const Levels& levels, Band rows);
  /// Adds the rows of all samples since begin().
  void end();
  /// Returns all samples since the last call.
  SampleSeries take();

 private:
  struct Entry {
    int x;
    std::size_t index;  ///< position in Sampling::cells
  };

  Sampling wanted_;
  int height_ = 0;
  Band own_;  ///< the rows whose totals count
  bool keeps_rows_ =
      false;  ///< true: the totals of rows are samples, because they belong to a part
  TotalRule rule_;
  std::vector<Entry> entries_;         ///< the cells, sorted by row
  std::vector<std::size_t> first_of_;  ///< index of the first entry of each row, and their number
  std::int64_t first_ = 0;             ///< number of the first sampled step since begin()
  std::int64_t count_ = 0;             ///< number of samples since begin()
  std::size_t begun_ = 0;              ///< number of samples before begin()
  std::vector<RowTotals> rows_;        ///< for each sample since begin(), one for each row
  SampleSeries series_;
};

}  // namespace heatwave::field
