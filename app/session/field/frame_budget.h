// The number of steps in a frame: by the scene's pace, and by the time that the frame has.
#pragma once

#include <chrono>
#include <cstdint>

#include "app/scene/scene.h"
#include "kernels/core/geometry.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/report.h"

namespace heatwave::session {

/// Computes the number of steps in a frame.
class PaceKeeper {
 public:
  /// Returns the pace's number, or as many steps as fit into the time by the solver's newest
  /// report; at least one, and at most twice the previous frame's number.
  std::int64_t steps(scene::Pace pace, double seconds, const field::Report& report);

 private:
  std::int64_t previous_steps_ = 1;  ///< number of steps in the previous frame
};

/// Limits the number of steps in a frame, and in one stretch, so that the window stays responsive.
class FrameBudget {
 public:
  /// Begins a frame whose steps may take this time.
  void begin_frame(double most_ms);
  /// Returns how many of `wanted` steps to take at once; 0: the frame's time is used up. The first
  /// step of a frame is always allowed, so that every field makes progress.
  [[nodiscard]] std::int64_t steps(std::int64_t wanted, core::Extent grid,
                                   const field::Report& newest) const;
  /// Records that these steps were taken; `newest` is the solver's report afterwards.
  void took(std::int64_t steps, const field::Report& newest);
  /// Combines the stretches of this frame into one advance of the report.
  void sum_up(field::Report& report) const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double used_ms() const;

  Clock::time_point began_ = Clock::now();
  double most_ms_ = 0.0;
  std::int64_t stretches_ = 0;
  double expected_ms_ = 0.0;  ///< estimated time of stretches that the device may not have finished
  std::int64_t seen_ = 0;     ///< number of advances that the solver had finished
  double measured_ms_ = 0.0;
  std::int64_t measured_steps_ = 0;
};

}  // namespace heatwave::session
