// The scene, the field that runs it, and the history of both. All parts of the field's service work
// on these.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/scene/mask.h"
#include "app/session/command.h"
#include "app/session/field/derived_plane.h"
#include "app/session/field/history.h"
#include "app/session/field/live_field.h"
#include "app/session/hub.h"

namespace heatwave::session {

/// State that determines how a field continues: its scene, its values, its undo history.
struct KeptField {
  scene::Scene scene;
  field::FieldState state;
  History history;
  int newest_id = 0;
  int newest_item = 0;
  bool by_hand = false;
  bool as_begun = true;
};

class FieldCore {
 public:
  FieldCore(scene::Scene scene, SolverChoice choice, std::uint64_t most_undo_bytes, Hub& hub);

  /// `catch_up` repeats steps that a device lost; `replaced` is called after the field was
  /// replaced.
  void connect(std::function<void()> catch_up, std::function<void()> replaced);

  [[nodiscard]] LiveField& live() { return live_; }
  [[nodiscard]] const LiveField& live() const { return live_; }
  [[nodiscard]] const scene::Scene& scene() const { return live_.scene(); }
  [[nodiscard]] DerivedPlane& derived() { return derived_; }
  [[nodiscard]] Hub& hub() { return hub_; }
  [[nodiscard]] History& history() { return history_; }
  [[nodiscard]] const History& history() const { return history_; }

  // Changes of the scene
  /// Copies the view of another scene. If that view averages other values, the average begins anew.
  void set_view(const scene::Scene& like);
  /// Changes the scene; the field continues.
  void edit(scene::Scene next, const std::string& what, Gesture gesture);
  /// Adds an item with a new number.
  void add(const scene::Item& item, Gesture gesture);
  [[nodiscard]] int newest_item() const { return newest_item_; }
  /// Begins another scene, or the same one on another grid. `is_other`: undo also restores its
  /// view.
  void restart(scene::Scene next, const std::string& what, Gesture gesture, bool is_other);
  /// Gives the scene another equation. Unless `begins_anew`, a field that has taken steps goes on
  /// from its values where the equation has as many components.
  void set_equation(scene::Scene next, bool begins_anew, Gesture gesture);
  /// Restores an earlier scene, with its field if the command contains one or one is given in
  /// bands.
  void put_back(const PutBack& command, const BandedField* bands = nullptr);

  // Changes of the field
  /// Returns the history entry for a change of the whole field, and for a stroke. Call it before
  /// the change.
  [[nodiscard]] HistoryEntry before_change(const std::string& what, Gesture gesture);
  [[nodiscard]] HistoryEntry before_stroke(const std::string& what, Gesture gesture,
                                           const scene::Mask& mask);
  /// Records a manual change. `is_other`: the whole field was replaced.
  void end_change(HistoryEntry before, bool is_other);
  /// Restores the scene's first field.
  void start_over(Gesture gesture);
  /// Completes history entries that store only parts of the field. Call it before the next step,
  /// which would invalidate them.
  void complete_history();
  void undo();
  void redo();

  // Copies of the field
  /// Repeats steps that a device lost.
  void catch_up() { catch_up_(); }
  /// Tells the other parts that the field was replaced.
  void announce_other() { replaced_(); }
  /// Returns a copy of the field; a headless run first repeats steps that a device lost.
  [[nodiscard]] field::FieldState saved();
  /// Returns the field at its step, which is read as saved() does, band after band. If a device is
  /// lost meanwhile, it begins at the top again.
  [[nodiscard]] BandedField in_bands();
  /// Returns the scene for saving; after manual changes it begins with the field's current state.
  [[nodiscard]] scene::Scene scene_as_it_stands();
  /// Returns a command that restores this scene and field; with no field, the field continues.
  [[nodiscard]] PutBack put_back_command(std::optional<field::FieldState> state) const {
    return {scene(), newest_id_, std::move(state)};
  }
  /// Returns the state that Undo or Redo has restored from before the recording and that the
  /// recording lacks; none: there is none.
  [[nodiscard]] std::optional<PutBack> take_from_before() {
    return std::exchange(from_before_, std::nullopt);
  }
  [[nodiscard]] KeptField kept();
  /// Returns the state with which a new service would begin this scene.
  [[nodiscard]] KeptField beginning(scene::Scene scene);
  void go_back(const KeptField& kept);
  /// Returns whether only steps have changed the field since its scene began.
  [[nodiscard]] bool is_as_begun() const { return as_begun_ && !by_hand_; }

 private:
  /// Returns whether the history wants the whole field before this gesture and memory suffices for
  /// it.
  /// Without frames, takes the steps again that a device lost. Returns whether there were any.
  bool repeat_lost_steps();
  [[nodiscard]] bool fits_in_history(Gesture gesture) const;
  void record(HistoryEntry before);
  /// Restores an entry; returns the replaced state.
  [[nodiscard]] HistoryEntry swapped_in(const HistoryEntry& entry);

  Hub& hub_;
  int newest_id_ = 0;
  LiveField live_;
  DerivedPlane derived_{live_};
  History history_;
  std::function<void()> catch_up_;
  std::function<void()> replaced_;
  std::optional<PutBack> from_before_;
  /// The field contains changes that no step made: it was painted, erased or loaded.
  bool by_hand_ = false;
  bool as_begun_ = true;
  int newest_item_ = 0;
};

}  // namespace heatwave::session
