// Translates the mouse into commands for probes and lines: add, drag and select. Has no side
// effects except the commands and messages it sends.
#pragma once

#include <cstdint>
#include <optional>

#include "app/rooms/fields/field_tools.h"
#include "app/rooms/room.h"
#include "app/session/snapshot.h"

namespace heatwave::fields_room {

/// A probe, or a line as a whole or one of its ends.
struct MeasurePick {
  enum class Part : std::uint8_t { probe, from, to, whole };
  Part part = Part::probe;
  int probe = 0;
  scene::LineKind line = scene::LineKind::profile;

  [[nodiscard]] bool is_line() const { return part != Part::probe; }
  friend bool operator==(const MeasurePick&, const MeasurePick&) = default;
};

/// True if the tool measures.
[[nodiscard]] bool measures(Tool tool);

class MeasureTools {
 public:
  /// Handles one frame's pointer. Returns true if it is over a measure or drags one; then no other
  /// tool may use it.
  bool update(const PointerInput& pointer, Tool tool, const session::Snapshot& snapshot,
              rooms::CommandSender& commands);

  [[nodiscard]] bool busy() const { return dragged_.has_value(); }
  [[nodiscard]] const std::optional<MeasurePick>& selected() const { return selected_; }
  [[nodiscard]] const std::optional<MeasurePick>& hovered() const { return hovered_; }
  void deselect() { selected_.reset(); }
  /// Ends a drag where it is.
  void cancel() { dragged_.reset(); }
  /// Removes the selected measure.
  void remove_selected(rooms::CommandSender& commands);
  /// Moves the selected measure by `by` cells, as far as it stays on the grid.
  void nudge_selected(const scene::Scene& scene, core::Point by, rooms::CommandSender& commands);

 private:
  void begin(const PointerInput& pointer, Tool tool, const scene::Scene& scene,
             rooms::CommandSender& commands);
  void go_on(const PointerInput& pointer, const scene::Scene& scene,
             rooms::CommandSender& commands);
  void drag_line(const PointerInput& pointer, const scene::Scene& scene,
                 rooms::CommandSender& commands);

  std::optional<MeasurePick> selected_;
  std::optional<MeasurePick> hovered_;
  std::optional<MeasurePick> dragged_;
  bool was_left_ = false;
  bool fresh_ = false;  ///< the dragged measure is not in the shown scene yet
  session::Gesture gesture_ = 0;
  core::Point start_;
  std::optional<scene::Segment> original_;  ///< the line before the drag; empty: the line is new
  core::Point sent_;                        ///< last position sent for a probe
};

bool is_there(const scene::Scene& scene, const MeasurePick& pick);

class Stopwatch {
 public:
  void turn(std::int64_t step) {
    steps_ = steps(step);
    begun_ = step;
    running_ = !running_;
    used_ = true;
  }
  void clear() { *this = {}; }
  /// Continues from the new step if the field starts again.
  void follow(std::int64_t step) {
    if (running_ && step < begun_) begun_ = step;
  }

  [[nodiscard]] bool running() const { return running_; }
  [[nodiscard]] bool used() const { return used_; }
  [[nodiscard]] std::int64_t steps(std::int64_t step) const {
    return steps_ + (running_ && step > begun_ ? step - begun_ : 0);
  }

 private:
  bool used_ = false;
  bool running_ = false;
  std::int64_t begun_ = 0;
  std::int64_t steps_ = 0;  ///< steps before the last start
};

}  // namespace heatwave::fields_room
