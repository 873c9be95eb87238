// A scene and the solver that runs it, kept consistent. The field survives the loss of its devices.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/moving_region.h"
#include "app/scene/scene.h"
#include "app/session/field/field_checkpoint.h"
#include "app/session/field/field_tiles.h"
#include "app/session/field/underlay.h"
#include "app/session/session.h"
#include "kernels/core/geometry.h"
#include "kernels/field/edit.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

struct SolverChoice {
  SolverFactory make;
  field::Backend backend = field::Backend::automatic;
  int threads = 0;
  std::optional<int> device;
  Preparer prepare = {};
  double share_here = 0.0;  ///< see require_host_memory()
};

/// Describes the memory and the delay of a large field; empty: it appears without delay.
std::string cost_of(const scene::Scene& scene);
/// Returns the size of a copy of the scene's field, in bytes.
std::uint64_t state_bytes(const scene::Scene& scene);
/// Throws core::OutOfMemory when the host lacks memory for the scene: flags on every backend, and
/// on the CPU two more fields and the solver's flags. Checked in advance, because the system grants
/// memory that it does not have and kills the program later. `share_here`: above 0: the field lies
/// on the CPUs of several processes, and those on this host have this share of it.
void require_host_memory(const scene::Scene& scene, field::Backend backend,
                         double share_here = 0.0);

class LiveField {
 public:
  /// Starts with the scene's initial field. Throws core::Error when no solver can be created.
  LiveField(scene::Scene scene, SolverChoice choice);

  [[nodiscard]] const scene::Scene& scene() const { return scene_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  [[nodiscard]] const std::vector<std::uint8_t>& flags() const { return flags_; }
  [[nodiscard]] const field::BackendInfo& backend() const { return backend_; }
  [[nodiscard]] std::uint64_t scene_version() const { return scene_version_; }
  [[nodiscard]] std::uint64_t field_version() const { return field_version_; }

  /// Changes the view and the pace; no cell changes.
  void set_view(const scene::Scene& like);
  /// Changes to a scene with the same equation and grid; the field continues. On failure the old
  /// scene stays.
  void change(scene::Scene next);
  /// Begins any scene, from its initial field, on a new solver. On failure nothing changes.
  void restart(scene::Scene next);
  /// Restores an earlier scene and its field, to the bit. On failure nothing changes. `bands` reads
  /// the planes if the state has none; null: they are zero then.
  void restore(scene::Scene next, const field::FieldState& state, const ReadBands& bands = {});
  /// Restores tiles. Precondition: no step since the tiles were saved; only these tiles differ.
  void restore(scene::Scene next, const std::vector<FieldTile>& tiles);
  /// Restarts with the scene's initial field, at its first step.
  void start_over();
  /// The values under items, which are stored besides the field itself. Once they are forgotten,
  /// moving an item no longer restores them.
  [[nodiscard]] Underlay& underlay() { return underlay_; }
  /// Replaces the field; the scene stays, and held cells take their values.
  void replace(const field::FieldState& state);
  /// Sets a component of the free cells under the brush to a value, at rest.
  void paint(const scene::Stroke& stroke, float value, std::size_t component);
  /// Moves the field to another backend. On failure nothing changes.
  void choose(field::Backend backend, int threads);

  /// Advances, and takes the wanted samples meanwhile.
  void advance(std::int64_t steps, const field::Sampling& wanted = {});
  /// Returns the samples of all steps since the last call; those that a lost device took are lost.
  field::SampleSeries take_samples();
  /// Returns a sample of the field in its current state.
  field::SampleSeries sample(const field::Sampling& wanted);
  /// Returns the survey's ticket, which report() will carry; 0: the survey was dropped.
  std::uint64_t survey(core::Cell probe);
  field::Report report();
  enum class Saved : std::uint8_t { whole, without_planes };
  field::FieldState save(Saved saved = Saved::whole);
  FieldTile tile(core::Rect area);
  /// Presents a plane, counted as in FieldState.
  void present(field::DisplayTarget& target, std::size_t plane);

  /// The step that this field would have reached without the loss of a device.
  [[nodiscard]] std::int64_t goal() const { return goal_; }
  /// Returns a description of a device loss, once. Lost steps that were not repeated are then
  /// dropped.
  std::optional<std::string> take_loss();
  [[nodiscard]] bool has_loss() const { return loss_.has_value(); }
  /// Limits the seconds in which steps between changes are repeated after a loss; none: no limit.
  /// Changes for which there is no time follow at an earlier step.
  void repeat_at_most(std::optional<double> seconds) { most_repeating_s_ = seconds; }

 private:
  using Flags = std::vector<std::uint8_t>;

  /// A new solver that replaces the current one.
  struct Ready {
    std::unique_ptr<field::FieldSolver> solver;
    Flags flags;
  };
  /// Creates a solver for this scene; `state`: its field; null: the scene's initial field.
  /// `joins_edges`: the solver also takes periodic top and bottom edges; false: if the scene has
  /// them.
  [[nodiscard]] Ready ready(const scene::Scene& scene, const field::FieldState* state,
                            field::Backend backend, int threads, bool joins_edges = false) const;
  /// A field that was made again after a loss.
  struct Rebuilt {
    Ready field;
    Underlay underlay;
    std::int64_t step = 0;
  };
  [[nodiscard]] Rebuilt rebuilt_on(field::Backend backend, std::int64_t until) const;
  void take_over(Ready ready, scene::Scene scene);
  /// Begins at this step after the field was replaced; null: the scene's initial field.
  void begin_at(std::int64_t step, const field::FieldState* state);
  /// Does the work. If a device is lost, repeats it elsewhere, after the steps up to `until`.
  template <typename Work>
  auto on_device(Work work, std::int64_t until = 0);
  /// Makes the field again where it can go on, with all changes, at the step of the newest one or
  /// at `until`.
  void fall_back(const std::string& words, std::int64_t until);

  SolverChoice choice_;
  scene::Scene scene_;
  std::unique_ptr<field::FieldSolver> solver_;
  Underlay underlay_;
  Flags flags_;
  scene::MovingRegion region_;
  field::BackendInfo backend_;
  std::int64_t step_ = 0;
  std::int64_t goal_ = 0;
  std::uint64_t scene_version_ = 0;
  std::uint64_t field_version_ = 0;
  /// A new solver counts its surveys from 1; this offset keeps tickets growing.
  std::uint64_t tickets_before_ = 0;
  std::uint64_t newest_ticket_ = 0;
  std::optional<std::string> loss_;
  std::optional<double> most_repeating_s_;
  Checkpoint checkpoint_;
};

}  // namespace heatwave::session
