// A copy of the field is due after some seconds, or after many changes.
#include "app/session/field/field_checkpoint.h"

#include <algorithm>
#include <utility>

#include "app/session/field/live_field.h"
#include "kernels/core/device.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Saving takes at most 1/100 of the time.
constexpr int kTimesACopy = 100;
constexpr auto kCopyEvery = 2s;
/// A copy is due early after this many changes, which all take memory.
constexpr std::size_t kMostChanges = 1000;

}  // namespace

void Checkpoint::begin(const scene::Scene& scene, std::int64_t step,
                       const field::FieldState* state) {
  is_kept_ = true;
  scene_ = scene;
  step_ = step;
  state_ = state == nullptr ? std::nullopt : std::optional(*state);
  changes_.clear();
}

void Checkpoint::begin_with_copy(const scene::Scene& scene, std::int64_t step,
                                 field::FieldSolver& solver) {
  forget();
  is_kept_ = copy(scene, step, solver);
}

void Checkpoint::forget() {
  is_kept_ = false;
  state_.reset();
  changes_.clear();
  due_ = Clock::now() + kCopyEvery;
}

void Checkpoint::note(FieldChange change) {
  if (is_kept_) changes_.push_back(std::move(change));
}

void Checkpoint::keep(const scene::Scene& scene, std::int64_t step, field::FieldSolver& solver) {
  if (!is_kept_) return;
  const Clock::time_point start = Clock::now();
  if (start < due_ && changes_.size() < kMostChanges) return;
  // Without enough memory for another copy, the older one stays, and the changes since.
  (void)copy(scene, step, solver);
  const Clock::time_point end = Clock::now();
  due_ = end + std::max<Clock::duration>(kCopyEvery, kTimesACopy * (end - start));
}

bool Checkpoint::copy(const scene::Scene& scene, std::int64_t step, field::FieldSolver& solver) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30U;
  const std::uint64_t bytes = state_bytes(scene);
  if (bytes > kMostBytes || core::available_memory() <= 2 * bytes) return false;
  state_ = solver.save();
  scene_ = scene;
  step_ = step;
  changes_.clear();
  return true;
}

}  // namespace heatwave::session
