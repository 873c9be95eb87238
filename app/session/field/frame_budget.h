// Keeps the steps of a frame from holding the window up: how many may be taken in it, and at once.
#pragma once

#include <chrono>
#include <cstdint>

#include "kernels/core/geometry.h"
#include "kernels/field/report.h"

namespace heatwave::session {

class FrameBudget {
 public:
  /// In which steps may take so many milliseconds.
  void begin_frame(double most_ms);
  /// How many steps of so many wanted to take at once; 0: this frame has had its share. The first
  /// step is always given, so that a field goes on however long one takes.
  [[nodiscard]] std::int64_t steps(std::int64_t wanted, core::Extent grid,
                                   const field::Report& newest) const;
  /// So many were taken; `newest` is what the solver then tells.
  void took(std::int64_t steps, const field::Report& newest);
  /// Steps taken in several stretches are one advance to whoever reads of this frame.
  void sum_up(field::Report& report) const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double used_ms() const;

  Clock::time_point began_ = Clock::now();
  double most_ms_ = 0.0;
  std::int64_t stretches_ = 0;
  double expected_ms_ = 0.0;  ///< of stretches that the device may not have finished
  std::int64_t seen_ = 0;     ///< advances that the solver had finished
  double measured_ms_ = 0.0;
  std::int64_t measured_steps_ = 0;
};

}  // namespace heatwave::session
