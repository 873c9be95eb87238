// The last good state of a field on a device that can be lost.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "kernels/field/field_solver.h"

namespace heatwave::session {

class Checkpoint {
 public:
  /// The field begins at this step; null: with the scene's initial field.
  void begin(std::int64_t step, const field::FieldState* state);
  void forget();
  /// Copies the field where it is time for that and there is memory to spare: `bytes` is what a
  /// copy takes.
  void keep(std::int64_t step, field::FieldSolver& solver, std::uint64_t bytes);

  [[nodiscard]] bool is_kept() const { return is_kept_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  /// Null: the scene's initial field.
  [[nodiscard]] const field::FieldState* state() const { return state_ ? &*state_ : nullptr; }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_kept_ = false;
  std::int64_t step_ = 0;
  std::optional<field::FieldState> state_;
  Clock::time_point due_;
};

}  // namespace heatwave::session
