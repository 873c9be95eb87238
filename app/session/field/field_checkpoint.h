// A Checkpoint is the last copy of a field on devices that can be lost, and every change since.
// From both the field is made again, to the bit.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/field/field_tiles.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

/// A brush has set a component under it to a value.
struct Painted {
  scene::Stroke stroke;
  float value = 0.0F;
  std::size_t component = 0;
};

/// All cells were set as the scene has them: held cells took their values.
struct CellsSet {};

/// A change of a field between two steps: another scene with the same equation and grid, a stroke,
/// restored tiles, or all cells set.
struct FieldChange {
  std::int64_t step = 0;
  std::variant<scene::Scene, Painted, std::vector<FieldTile>, CellsSet> what;
};

class Checkpoint {
 public:
  /// Begins with this scene at this step; null: with the scene's initial field.
  void begin(const scene::Scene& scene, std::int64_t step, const field::FieldState* state);
  /// Begins with a copy of the field; without memory for it there is none.
  void begin_with_copy(const scene::Scene& scene, std::int64_t step, field::FieldSolver& solver);
  void forget();
  /// Adds a change, unless there is no copy.
  void note(FieldChange change);
  /// Copies the field if a copy is due and memory suffices.
  void keep(const scene::Scene& scene, std::int64_t step, field::FieldSolver& solver);

  [[nodiscard]] bool is_kept() const { return is_kept_; }
  [[nodiscard]] const scene::Scene& scene() const { return scene_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  /// Returns the saved state; null: the scene's initial field.
  [[nodiscard]] const field::FieldState* state() const { return state_ ? &*state_ : nullptr; }
  /// Returns the changes since the copy, in their order.
  [[nodiscard]] const std::vector<FieldChange>& changes() const { return changes_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Copies the field if memory suffices. Returns whether it does.
  bool copy(const scene::Scene& scene, std::int64_t step, field::FieldSolver& solver);

  bool is_kept_ = false;
  scene::Scene scene_;
  std::int64_t step_ = 0;
  std::optional<field::FieldState> state_;
  std::vector<FieldChange> changes_;
  Clock::time_point due_;
};

}  // namespace heatwave::session
