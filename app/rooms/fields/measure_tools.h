// What the mouse does to probes and lines on the field: drops, drags and chooses them. Pure:
// pointer in, commands out.
#pragma once

#include <cstdint>
#include <optional>

#include "app/rooms/fields/field_tools.h"
#include "app/rooms/room_frame.h"
#include "app/session/snapshot.h"

namespace heatwave::fields_room {

/// A probe, or a line as a whole or by one of its ends.
struct MeasurePick {
  enum class Part : std::uint8_t { probe, from, to, whole };
  Part part = Part::probe;
  int probe = 0;
  scene::LineKind line = scene::LineKind::profile;

  [[nodiscard]] bool is_line() const { return part != Part::probe; }
  friend bool operator==(const MeasurePick&, const MeasurePick&) = default;
};

/// Whether the tool measures.
[[nodiscard]] bool measures(Tool tool);

class MeasureTools {
 public:
  /// One frame's pointer. True where it is over a measure or drags one: then it is nobody else's.
  bool update(const PointerInput& pointer, Tool tool, const session::Snapshot& snapshot,
              rooms::CommandSender& commands);

  [[nodiscard]] bool busy() const { return dragged_.has_value(); }
  [[nodiscard]] const std::optional<MeasurePick>& selected() const { return selected_; }
  [[nodiscard]] const std::optional<MeasurePick>& hovered() const { return hovered_; }
  void deselect() { selected_.reset(); }
  /// A drag ends where it is.
  void cancel() { dragged_.reset(); }
  /// Takes what is selected away.
  void remove_selected(rooms::CommandSender& commands);
  /// Moves what is selected by so many cells, as far as it stays on the grid.
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
  bool fresh_ = false;  ///< what is dragged is not in the scene that is shown yet
  session::Gesture gesture_ = 0;
  core::Point start_;
  std::optional<scene::Segment> original_;  ///< of a line; none: it is being laid
  core::Point sent_;                        ///< where a probe was last put
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
  /// A field that begins anew ends what was counted of it.
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
  std::int64_t steps_ = 0;  ///< before it was last started
};

}  // namespace heatwave::fields_room
