// The scene and the field that runs it, with the history of both: what every part of the field's
// service works on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/scene/mask.h"
#include "app/session/command.h"
#include "app/session/field/averaged_plane.h"
#include "app/session/field/history.h"
#include "app/session/field/live_field.h"
#include "app/session/hub.h"

namespace heatwave::session {

/// What decides how a field goes on: its scene, its values, what can be undone.
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

  /// `catch_up` takes steps again that a device took with it; `replaced` is called when the field
  /// has become another one.
  void connect(std::function<void()> catch_up, std::function<void()> replaced);

  [[nodiscard]] LiveField& live() { return live_; }
  [[nodiscard]] const LiveField& live() const { return live_; }
  [[nodiscard]] const scene::Scene& scene() const { return live_.scene(); }
  [[nodiscard]] AveragedPlane& averaged() { return averaged_; }
  [[nodiscard]] Hub& hub() { return hub_; }
  [[nodiscard]] History& history() { return history_; }
  [[nodiscard]] const History& history() const { return history_; }

  // Scenes
  /// Changes the scene; the field goes on.
  void edit(scene::Scene next, const std::string& what, Gesture gesture);
  /// Adds an item under a number of its own.
  void add(const scene::Item& item, Gesture gesture);
  [[nodiscard]] int newest_item() const { return newest_item_; }
  /// Begins another scene, or the same one on another grid. `is_other`: undo brings its view back.
  void restart(scene::Scene next, const std::string& what, Gesture gesture, bool is_other);
  /// Puts a scene back as it once was, with its field where one is given.
  void put_back(const PutBack& command);

  // Fields
  /// What the history needs before a change of the whole field, and before a stroke.
  [[nodiscard]] HistoryEntry before_change(const std::string& what, Gesture gesture);
  [[nodiscard]] HistoryEntry before_stroke(const std::string& what, Gesture gesture,
                                           const scene::Mask& mask);
  /// Ends a change by hand. `is_other`: the field is another one as a whole.
  void end_change(HistoryEntry before, bool is_other);
  /// Brings the scene's first field back.
  void start_over(Gesture gesture);
  /// Before the field goes on: parts of it that the history keeps would hold no more.
  void complete_history();
  void undo();
  void redo();

  // Copies
  /// Takes steps again that a device took with it.
  void catch_up() { catch_up_(); }
  /// Lets the other parts know that the field is another one.
  void announce_other() { replaced_(); }
  /// The field as it is; headless, steps that a device took with it are taken again before.
  [[nodiscard]] field::FieldState saved();
  /// The scene to be saved: where it was changed by hand, it begins with the field as it is now.
  [[nodiscard]] scene::Scene scene_as_it_stands();
  /// A command that brings the scene back as it is, with this field; without one the field goes on.
  [[nodiscard]] PutBack put_back_command(std::optional<field::FieldState> state) const;
  /// What an Undo or Redo brought back from before the recording, which its readers do not have.
  [[nodiscard]] std::optional<PutBack> take_from_before();
  [[nodiscard]] KeptField kept();
  /// What a new service would begin with for this scene.
  [[nodiscard]] KeptField beginning(scene::Scene scene);
  void go_back(const KeptField& kept);
  /// Whether the field has come from its scene's beginning by steps alone.
  [[nodiscard]] bool is_as_begun() const { return as_begun_ && !by_hand_; }

 private:
  /// Whether there is memory for the whole field as it was before this gesture, and it is wanted.
  [[nodiscard]] bool fits_in_history(Gesture gesture) const;
  void record(HistoryEntry before);
  /// Brings back what an entry holds; gives what was there instead.
  [[nodiscard]] HistoryEntry swapped_in(const HistoryEntry& entry);

  Hub& hub_;
  int newest_id_ = 0;
  LiveField live_;
  AveragedPlane averaged_;
  History history_;
  std::function<void()> catch_up_;
  std::function<void()> replaced_;
  std::optional<PutBack> from_before_;
  /// The field holds what no step made of the scene: it was painted on, rubbed out, loaded.
  bool by_hand_ = false;
  bool as_begun_ = true;
  int newest_item_ = 0;
};

}  // namespace heatwave::session
