// CudaSamples takes samples of a field on a CUDA device: passes write them, or kernels between
// passes, into device memory, which is copied to the host once for many samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/cuda/pass_samples.cuh"
#include "kernels/field/sampling.h"

namespace heatwave::field {

struct CudaField;

/// A component of a field at two successive steps.
struct LevelPair {
  const float* now;
  const float* before;
};

/// All calls queue work in the field's stream.
class CudaSamples {
 public:
  /// Sets what is sampled, and drops the samples that were not taken. `most`: the number of samples
  /// that device memory holds, if there is room for their values.
  void set(const Sampling& wanted, const CudaField& field, std::size_t most);
  void set_rule(const TotalRule& rule) { rule_ = rule; }
  [[nodiscard]] const Sampling& wanted() const { return wanted_; }
  /// Returns a number that changes with wanted().
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// Returns whether no step is sampled.
  [[nodiscard]] bool none() const { return is_paused_ || wanted_.none(); }

  /// While one lives, no step is sampled.
  class Pause : core::NonCopyable {
   public:
    explicit Pause(CudaSamples& samples) : samples_(samples) { samples_.is_paused_ = true; }
    ~Pause() { samples_.is_paused_ = false; }

   private:
    CudaSamples& samples_;
  };

  /// Returns how many of these steps device memory has room for; 0: call collect() first.
  [[nodiscard]] std::int64_t steps_that_fit(std::int64_t step, std::int64_t steps) const;
  /// Returns the number of steps to the next sample.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return wanted_.every - step % wanted_.every;
  }
  [[nodiscard]] std::int64_t due(std::int64_t step, std::int64_t steps) const {
    return none() ? 0 : wanted_.due(step, steps);
  }

  /// Samples the field as it is, at this step.
  void take(const CudaField& field, std::int64_t step);

  /// Returns whether passes can take these samples.
  [[nodiscard]] bool fit_in_passes() const {
    return wanted_.cells.size() <= kMostCellsInPass && (!wanted_.totals || slots_ >= kFewestSlots);
  }
  /// Returns how many of these steps one pass can sample. Precondition: fit_in_passes().
  [[nodiscard]] std::int64_t steps_in_pass(const CudaField& field, std::int64_t step,
                                           std::int64_t steps);
  /// Returns what a pass over these steps samples. The pass must be queued next.
  [[nodiscard]] PassSamples in_pass(const CudaField& field, std::int64_t step, std::int64_t steps);
  /// Computes the totals of the rows of all levels that passes have written.
  void add_levels(const CudaField& field);

  /// Copies all samples to the host. Waits for the device.
  void collect(const CudaField& field);
  /// Returns the collected samples.
  [[nodiscard]] SampleSeries take_series();

 private:
  static constexpr std::size_t kFewestSlots = 4;

  /// Returns how many more samples fit into the memory for their time levels.
  [[nodiscard]] std::size_t free_levels() const;
  void begin_sample(std::int64_t step);
  void add(const CudaField& field, const std::vector<LevelPair>& levels, std::size_t first);

  Sampling wanted_;
  std::uint64_t version_ = 0;
  TotalRule rule_;
  bool is_paused_ = false;
  std::size_t most_ = 0;   ///< the number of samples that device memory holds
  std::size_t count_ = 0;  ///< the number of samples that it holds now
  SampleSeries series_;    ///< the steps of all samples, and the values of the collected ones
  core::DeviceBuffer<SampledCell> cells_;
  core::DeviceBuffer<float> values_;
  core::DeviceBuffer<Totals> totals_;
  core::DeviceBuffer<RowTotals> rows_;  ///< the rows of all samples that are not collected
  bool keeps_rows_ = false;  ///< true: totals of rows are samples, because they belong to a part
  core::PinnedBuffer<RowTotals> rows_here_;
  core::PinnedBuffer<float> values_here_;
  core::PinnedBuffer<Totals> totals_here_;
  core::DeviceBuffer<float> levels_;
  std::size_t slots_ = 0;        ///< number of levels in `levels_`
  std::size_t used_ = 0;         ///< number of levels that passes have written
  std::vector<LevelPair> kept_;  ///< levels whose totals are not computed yet
};

/// Adds the cells of a plane that is no component, but walls, in the order of totals.h.
class PlaneSum {
 public:
  /// Returns the sum, of all parts' rows if the field is a part. Waits for the device. `plane` has
  /// the layout of the field's planes.
  double of(const CudaField& field, const float* plane);

 private:
  core::DeviceBuffer<RowTotals> rows_;
  core::DeviceBuffer<Totals> totals_;
  core::PinnedBuffer<Totals> totals_here_;
  core::PinnedBuffer<RowTotals> rows_here_;
};

}  // namespace heatwave::field
