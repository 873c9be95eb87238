// The host closes windows and takes means; squares are added where the cells lie.
#include "kernels/field/mean_square.h"

#include <algorithm>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/every_level.h"
#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/cuda/cuda_square_sums.h"

namespace heatwave::field {
namespace {

[[gnu::always_inline]] inline void add_squares(const float* cells, float* sums, int count) {
  for (int x = 0; x < count; ++x) sums[x] = with_square(sums[x], cells[x]);
}

/// Returns the number of threads that are worth waking to add a plane.
int team_size(core::Extent extent, int threads) {
  constexpr std::int64_t kCellsOfAThread = 1 << 17;
  return static_cast<int>(
      std::clamp<std::int64_t>(extent.cells() / kCellsOfAThread, 1, std::max(1, threads)));
}

}  // namespace

MeanSquare::MeanSquare(core::Extent extent, const AveragingWindow& window, std::int64_t step,
                       int threads)
    : extent_(extent),
      window_{window.every, std::max(window.every, window.over)},
      team_(team_size(extent, threads)) {
  restart(step);
}

MeanSquare::~MeanSquare() = default;

void MeanSquare::restart(std::int64_t step) {
  const auto cells = static_cast<std::size_t>(extent_.cells());
  device_.reset();
  on_host_ = true;
  on_device_ = false;
  sums_.assign(cells, 0.0F);
  earlier_.assign(cells, 0.0F);
  count_ = earlier_count_ = 0;
  whole_ = step % window_.over == 0;
  earlier_whole_ = false;
  newest_ = step;
  has_mean_ = false;
}

std::int64_t MeanSquare::steps_to_next(std::int64_t step) const {
  return window_.every - step % window_.every;
}

bool MeanSquare::wants(std::int64_t step) const {
  return step > newest_ && step % window_.every == 0;
}

void MeanSquare::took(std::int64_t step) {
  newest_ = step;
  ++count_;
  has_mean_ = false;
  // The next sample after the last one of a window would lie beyond the window's end.
  if (step % window_.over + window_.every > window_.over || step % window_.over == 0) {
    close_window();
  }
}

void MeanSquare::close_window() {
  fetch();
  if (count_ == 0) return;  // all samples were lost with the device
  std::swap(earlier_, sums_);
  earlier_count_ = std::exchange(count_, 0);
  earlier_whole_ = std::exchange(whole_, true);
  std::fill(sums_.begin(), sums_.end(), 0.0F);
  on_device_ = false;
}

std::int64_t MeanSquare::samples() const {
  return earlier_whole_ ? earlier_count_ : earlier_count_ + count_;
}

std::span<const float> MeanSquare::mean() {
  if (has_mean_) return mean_;
  if (!earlier_whole_) fetch();
  has_mean_ = true;
  mean_.assign(sums_.size(), 0.0F);
  if (samples() == 0) return mean_;
  const auto count = static_cast<float>(samples());
  for (std::size_t i = 0; i < mean_.size(); ++i) {
    mean_[i] = (earlier_whole_ ? earlier_[i] : earlier_[i] + sums_[i]) / count;
  }
  return mean_;
}

int MeanSquare::longest_side() const { return std::max(extent_.width, extent_.height); }

bool MeanSquare::takes_device_frames() const { return CudaSquareSums::exist(); }

void MeanSquare::show(const HostFrame& frame) {
  fetch();
  on_device_ = false;
  const auto width = static_cast<std::size_t>(extent_.width);
  team_.share_pieces(team_.size(), [&](int piece, int /*worker*/) {
    const Band rows = band_of(extent_, piece, team_.size());
    for (int y = rows.begin; y < rows.end; ++y) {
      const auto row = static_cast<std::size_t>(y);
      core::kAtBestLevel<add_squares>(frame.cells + row * frame.stride, &sums_[row * width],
                                      extent_.width);
    }
  });
}

void MeanSquare::show(const DeviceFrame& frame) {
  if (device_ == nullptr || device_->device() != frame.device) {
    fetch();
    device_ = std::make_unique<CudaSquareSums>(frame);
    on_device_ = false;
  }
  if (!on_device_) device_->upload(sums_, frame);
  device_->add(frame);
  on_device_ = true;
  on_host_ = false;
}

void MeanSquare::fetch() {
  if (on_host_) return;
  try {
    device_->download(sums_);
    on_host_ = true;
  } catch (const core::DeviceLost&) {
    restart(newest_);
  }
}

}  // namespace heatwave::field
