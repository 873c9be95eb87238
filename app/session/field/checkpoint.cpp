// Copies take a small part of the time.
#include "app/session/field/checkpoint.h"

#include <algorithm>

#include "kernels/core/device.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Saving takes at most a hundredth of the time.
constexpr int kTimesACopy = 100;
constexpr auto kCopyEvery = 2s;

}  // namespace

void Checkpoint::begin(std::int64_t step, const field::FieldState* state) {
  is_kept_ = true;
  step_ = step;
  state_ = state == nullptr ? std::nullopt : std::optional(*state);
}

void Checkpoint::forget() {
  is_kept_ = false;
  state_.reset();
  due_ = Clock::now() + kCopyEvery;
}

void Checkpoint::keep(std::int64_t step, field::FieldSolver& solver, std::uint64_t bytes) {
  if (!is_kept_ || Clock::now() < due_) return;
  const Clock::time_point start = Clock::now();
  // Where there is no memory for a copy to spare, the older one must do.
  if (core::available_memory() > 2 * bytes) {
    state_ = solver.save();
    step_ = step;
  }
  const Clock::time_point end = Clock::now();
  due_ = end + std::max<Clock::duration>(kCopyEvery, kTimesACopy * (end - start));
}

}  // namespace heatwave::session
