// A scene and the solver that runs it, kept in step; survives the loss of its device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/field/checkpoint.h"
#include "app/session/field/field_tiles.h"
#include "app/session/field/underlay.h"
#include "app/session/session.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

struct SolverChoice {
  SolverFactory make;
  field::Backend backend = field::Backend::automatic;
  int threads = 0;
  std::optional<int> device;
  Preparer prepare = {};
};

/// What a field that takes a while until it is seen costs, in words; empty: it takes none.
std::string cost_of(const scene::Scene& scene);
/// Throws core::OutOfMemory where this machine has not all that a scene takes of its memory: on
/// every backend the flags, on the CPU two fields and flags of the solver's too. Asked for at once,
/// because the system gives memory that it has not and ends the program later.
void require_host_memory(const scene::Scene& scene, field::Backend backend);

class LiveField {
 public:
  /// Starts with the scene's initial field. Throws core::Error when no solver can be had.
  LiveField(scene::Scene scene, SolverChoice choice);

  [[nodiscard]] const scene::Scene& scene() const { return scene_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  [[nodiscard]] const std::vector<std::uint8_t>& flags() const { return flags_; }
  [[nodiscard]] const field::BackendInfo& backend() const { return backend_; }
  [[nodiscard]] std::uint64_t scene_version() const { return scene_version_; }
  [[nodiscard]] std::uint64_t field_version() const { return field_version_; }

  /// How the field is shown and how fast it goes; no cell changes.
  void set_view(const scene::Scene& like);
  /// A scene with the same equation and grid; the field goes on. When the solver can't have it the
  /// old one stays.
  void change(scene::Scene next);
  /// Any scene, from its initial field, on a new solver. When that can't be had nothing changes.
  void restart(scene::Scene next);
  /// A scene and a field as they once were together, to the bit. When that can't be had nothing
  /// changes.
  void restore(scene::Scene next, const field::FieldState& state);
  /// The same where the field has not gone on since, and differs nowhere else.
  void restore(scene::Scene next, const std::vector<FieldTile>& tiles);
  /// The scene's initial field again, at its first step.
  void start_over();
  /// What lies under items is given up: moved from here on, they leave nothing behind.
  void settle() { underlay_.forget(); }
  /// Of a copy of the field.
  [[nodiscard]] std::uint64_t state_bytes() const;
  /// Whether anything is kept that lies under items, besides the field itself.
  [[nodiscard]] bool has_underlay() const { return !underlay_.empty(); }
  /// Another field under the same scene; held cells take their values.
  void replace(const field::FieldState& state);
  /// Gives a component of free cells under the brush a value, at rest.
  void paint(const scene::Stroke& stroke, float value, std::size_t component);
  /// Rubs out items under the brush and brings the free cells there to rest.
  void erase(const scene::Stroke& stroke);
  /// Another backend for the same field. When it can't be had nothing changes.
  void choose(field::Backend backend, int threads);

  void advance(std::int64_t steps);
  /// Returns the survey's ticket, which report() will carry; 0 when it was left out.
  std::uint64_t survey(core::Cell probe);
  field::Report report();
  field::FieldState save();
  FieldTile tile(core::Rect area);
  void present(field::DisplayTarget& target, PresentedPlane plane);

  /// The step that this field would be at, had no device been lost under way.
  [[nodiscard]] std::int64_t goal() const { return goal_; }
  /// After the device was lost: what happened, in words, once. The steps it took with it are then
  /// given up, if they have not been taken again.
  std::optional<std::string> take_loss();
  [[nodiscard]] bool has_loss() const { return loss_.has_value(); }

 private:
  using Flags = std::vector<std::uint8_t>;

  /// What takes over from the solver that there is.
  struct Ready {
    std::unique_ptr<field::FieldSolver> solver;
    Flags flags;
  };
  /// All that a solver must be told to run this scene: from there, or from its initial field.
  [[nodiscard]] Ready ready(const scene::Scene& scene, const field::FieldState* state,
                            field::Backend backend, int threads) const;
  void apply_all(const std::vector<field::Edit>& edits);
  void take_over(Ready ready, scene::Scene scene);
  /// The field is another one, at this step; null: the scene's initial field.
  void begin_at(std::int64_t step, const field::FieldState* state);
  template <typename Work>
  auto on_device(Work work);
  void fall_back(const std::string& words);

  SolverChoice choice_;
  scene::Scene scene_;
  std::unique_ptr<field::FieldSolver> solver_;
  Underlay underlay_;
  Flags flags_;
  field::BackendInfo backend_;
  std::int64_t step_ = 0;
  std::int64_t goal_ = 0;
  std::uint64_t scene_version_ = 0;
  std::uint64_t field_version_ = 0;
  /// A new solver counts its surveys from 1; here they go on growing.
  std::uint64_t tickets_before_ = 0;
  std::uint64_t newest_ticket_ = 0;
  std::optional<std::string> loss_;
  Checkpoint checkpoint_;
};

}  // namespace heatwave::session
