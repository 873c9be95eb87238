// CudaSamples takes samples of a field on a CUDA device: kernels between passes write them into
// device memory, which is copied to the host once for many samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/field/sampling.h"

namespace heatwave::field {

struct CudaField;

/// A cell whose value is sampled.
struct SampledCell {
  int x;
  int y;
};

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
  /// Returns whether no step is sampled.
  [[nodiscard]] bool none() const { return wanted_.none(); }

  /// Returns how many of these steps device memory has room for; 0: call collect() first.
  [[nodiscard]] std::int64_t steps_that_fit(std::int64_t step, std::int64_t steps) const;
  /// Returns the number of steps to the next sample.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return wanted_.every - step % wanted_.every;
  }

  /// Samples the field as it is, at this step.
  void take(const CudaField& field, std::int64_t step);

  /// Copies all samples to the host. Waits for the device.
  void collect(const CudaField& field);
  /// Returns the collected samples.
  [[nodiscard]] SampleSeries take_series();

 private:
  void begin_sample(std::int64_t step);
  /// Queues the computation of a level's totals.
  void add(const CudaField& field, const LevelPair& level);

  Sampling wanted_;
  TotalRule rule_;
  std::size_t most_ = 0;   ///< the number of samples that device memory holds
  std::size_t count_ = 0;  ///< the number of samples that it holds now
  SampleSeries series_;    ///< the steps of all samples, and the values of the collected ones
  core::DeviceBuffer<SampledCell> cells_;
  core::DeviceBuffer<float> values_;
  core::DeviceBuffer<Totals> totals_;
  core::DeviceBuffer<RowTotals> rows_;
  core::PinnedBuffer<float> values_here_;
  core::PinnedBuffer<Totals> totals_here_;
};

}  // namespace heatwave::field
