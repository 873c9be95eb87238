// What undo and redo take back: scenes and fields as they were before each change.
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
  /// Only where a command changed the field itself; else the field goes on.
  std::optional<field::FieldState> field;
  /// The scene was another one altogether: its view comes back too.
  bool another_scene = false;
  /// From before the recording that is under way: whoever reads that does not have it.
  bool before_recording = false;
  /// Values had been put into the field by hand.
  bool by_hand = false;
  /// Instead of the whole field, where nothing else of it has changed: what came after gives the
  /// rest.
  std::vector<FieldTile> tiles;

  [[nodiscard]] bool has_field() const { return field.has_value() || !tiles.empty(); }
};

class History {
 public:
  explicit History(std::uint64_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  /// Whether the field must be saved before a change of this gesture to a field of so many bytes:
  /// not when the gesture has saved it already, nor when it is too large to be kept.
  [[nodiscard]] bool wants_field(Gesture gesture, std::uint64_t bytes) const;

  /// The entry that goes on with this gesture and has parts of the field, to which more may be
  /// added before they change; null: a change is the first.
  [[nodiscard]] HistoryEntry* open_entry(Gesture gesture);

  /// Entries with parts of the field that hold only as long as it does not go on: the newest to be
  /// undone and the newest to be redone. Those behind them hold by what these bring back.
  [[nodiscard]] bool needs_whole() const;
  /// Before the field goes on: gives them the whole of it. A null pointer where it cannot be kept:
  /// then they go, and what lies behind them.
  void complete(const field::FieldState* now);

  /// Takes the state before a change; within a gesture only the first one counts, and the first
  /// one with a field. What was undone can no longer be redone.
  void record(HistoryEntry before);
  void clear();
  /// Whatever there is so far is from before a recording, or of none.
  void mark_all(bool before_recording);

  [[nodiscard]] std::uint64_t most_bytes() const { return most_bytes_; }
  /// Of the fields in it.
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] const HistoryEntry* newest() const;
  [[nodiscard]] const HistoryEntry* undone() const;
  /// The other side of the newest entry takes its place as something that can be redone, or back.
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
/// With what a stroke or a picture made of it.
std::uint64_t bytes_of(const scene::Item& item);

}  // namespace heatwave::session
