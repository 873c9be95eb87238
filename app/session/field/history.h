// The history for undo and redo: scenes and fields before each change.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/command.h"
#include "app/session/field/field_tiles.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

struct HistoryEntry {
  std::string what;
  Gesture gesture = 0;
  scene::Scene scene;
  /// Set only if a command changed the field itself; otherwise the field continues.
  std::optional<field::FieldState> field;
  /// The scene was a different one, so its view is restored, too.
  bool another_scene = false;
  /// The entry is older than the running recording, whose readers do not have it.
  bool before_recording = false;
  /// The field contained manual changes.
  bool by_hand = false;
  /// Tiles in place of the whole field, if no other cell has changed. A later state of the field
  /// completes them.
  std::vector<FieldTile> tiles;

  [[nodiscard]] bool has_field() const { return field.has_value() || !tiles.empty(); }
};

class History {
 public:
  explicit History(std::uint64_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  /// Returns whether the field must be saved before a change of this gesture. `bytes`: its size.
  /// False if the gesture has saved it already, or if it is too large.
  [[nodiscard]] bool wants_field(Gesture gesture, std::uint64_t bytes) const;

  /// Returns the entry of this gesture if it consists of tiles, to which more may be added; null:
  /// the gesture has none yet.
  [[nodiscard]] HistoryEntry* open_entry(Gesture gesture);

  /// Returns whether the newest entry to undo or to redo has tiles that become invalid when the
  /// field continues. Older entries depend only on the newer ones.
  [[nodiscard]] bool needs_whole() const;
  /// Completes these entries with the whole field before it continues. Null: the field cannot be
  /// saved, so these entries and all older ones are dropped.
  void complete(const field::FieldState* now);

  /// Records the state before a change. A gesture keeps its first state, and the first one that
  /// includes the field. Drops redo entries.
  void record(HistoryEntry before);
  void clear();
  /// Marks all entries as older than a recording, or as belonging to none.
  void mark_all(bool before_recording);

  [[nodiscard]] std::uint64_t most_bytes() const { return most_bytes_; }
  /// Bytes of the fields in the history.
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] const HistoryEntry* newest() const;
  [[nodiscard]] const HistoryEntry* undone() const;
  /// Replace the entry that was undone or redone by `now`, its counterpart on the other stack.
  void undo(HistoryEntry now);
  void redo(HistoryEntry now);

  static constexpr std::size_t kMostEntries = 200;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20U;

 private:
  [[nodiscard]] bool continues(Gesture gesture) const;
  void keep_within_limits();

  std::uint64_t most_bytes_;
  std::deque<HistoryEntry> done_;
  std::deque<HistoryEntry> undone_;
};

std::uint64_t bytes_of(const field::FieldState& state);
/// Includes its strokes or its picture.
std::uint64_t bytes_of(const scene::Item& item);

}  // namespace heatwave::session
