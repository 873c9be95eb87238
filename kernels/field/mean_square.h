// MeanSquare averages the squares of a plane over time: it takes a sample every few steps and
// averages over windows of steps.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/core/fma.h"
#include "kernels/core/geometry.h"
#include "kernels/core/host_device.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/averaging_window.h"
#include "kernels/field/display_target.h"

namespace heatwave::field {

/// Returns a sum of squares with one more sample; every backend updates its sums by it. A value
/// whose square would be a denormal float counts as zero: denormals are slow on CPUs and flushed by
/// some steppers.
HEATWAVE_HOST_DEVICE float with_square(float sum, float value) {
  constexpr float kLeast = 1e-15F;
  const float counted = fabsf(value) < kLeast ? 0.0F : value;
  return core::fma(counted, counted, sum);
}

class CudaSquareSums;

/// A display target that takes each frame it is shown as one sample. It adds squares where the
/// cells lie, and keeps the sums of whole windows in host memory.
class MeanSquare final : public DisplayTarget {
 public:
  /// It keeps this number of planes of floats in host memory.
  static constexpr int kPlanes = 3;

  /// Averaging begins after this step. `threads`: the number of CPU threads that add large planes.
  MeanSquare(core::Extent extent, const AveragingWindow& window, std::int64_t step, int threads);
  ~MeanSquare() override;
  MeanSquare(const MeanSquare&) = delete;
  MeanSquare& operator=(const MeanSquare&) = delete;
  MeanSquare(MeanSquare&&) = delete;
  MeanSquare& operator=(MeanSquare&&) = delete;

  [[nodiscard]] core::Extent extent() const { return extent_; }
  [[nodiscard]] const AveragingWindow& window() const { return window_; }
  /// Drops all samples; averaging begins after this step.
  void restart(std::int64_t step);
  /// Returns the number of steps from here to the next sample, at least 1.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  /// Returns true if the field of this step is to be shown as the next sample.
  [[nodiscard]] bool wants(std::int64_t step) const;
  /// Counts the sample of this step. Call it after that sample was shown.
  void took(std::int64_t step);

  /// Returns the mean of the newest window that was sampled from its beginning to its end. Before
  /// there is one, it returns the mean of all samples since averaging began, and 0 without samples.
  [[nodiscard]] std::span<const float> mean();
  /// Returns the number of samples that the mean is taken over.
  [[nodiscard]] std::int64_t samples() const;

  [[nodiscard]] int longest_side() const override;
  [[nodiscard]] bool takes_device_frames() const override;
  void show(const HostFrame& frame) override;
  void show(const DeviceFrame& frame) override;

 private:
  /// Brings the newest sums to host memory; drops all samples where the device was lost.
  void fetch();
  void close_window();

  core::Extent extent_;
  AveragingWindow window_;
  core::ThreadTeam team_;
  std::vector<float> sums_;                 ///< the current window's sums
  std::unique_ptr<CudaSquareSums> device_;  ///< their copy in a device's memory; null: none
  bool on_host_ = true;                     ///< true: `sums_` include the newest sample
  bool on_device_ = false;                  ///< true: `device_` includes the newest sample
  std::int64_t count_ = 0;                  ///< number of samples in the current window
  bool whole_ = true;                       ///< true: it was sampled from its beginning
  std::vector<float> earlier_;              ///< the previous window's sums
  std::int64_t earlier_count_ = 0;          ///< number of its samples; 0: there was no such window
  bool earlier_whole_ = false;              ///< true: it was sampled from its beginning
  std::int64_t newest_ = 0;                 ///< step of the newest sample, or where averaging began
  std::vector<float> mean_;
  bool has_mean_ = false;  ///< true: `mean_` includes the newest sample
};

}  // namespace heatwave::field
