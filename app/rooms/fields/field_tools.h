// What the mouse does to the field: picks, moves, resizes, draws and erases. Pure: pointer in,
// commands out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/rooms/room_frame.h"
#include "app/session/command.h"
#include "app/session/snapshot.h"

namespace heatwave::fields_room {

enum class Tool : std::uint8_t {
  select,
  disc,
  rectangle,
  line,
  paint,
  hold,
  erase,
  probe,
  profile,
  tape
};
enum class Make : std::uint8_t { source, oscillating, wall, medium };

/// Whether the tool leaves items behind.
[[nodiscard]] bool makes_items(Tool tool);

/// What the next shape or stroke will be.
struct ToolSettings {
  Tool tool = Tool::select;
  Make make = Make::source;
  double value = 1.0;
  field::Oscillation oscillation{.amplitude = 1.0, .period = 60.0, .phase = 0.0, .offset = 0.0};
  double factor = 0.5;
  double brush = 8.0;  ///< radius in cells; also half a line's thickness
};

struct PointerInput {
  core::Point at;           ///< in cells
  bool over_field = false;  ///< over the field's area and not over a panel
  bool left = false;        ///< held down
  bool right = false;
  bool square = false;          ///< Shift: equal sides, straight lines
  double cells_per_unit = 1.0;  ///< to make what is small on the screen easy to hit
};

class FieldTools {
 public:
  /// Its drags are gestures of those.
  explicit FieldTools(rooms::Gestures& gestures) : gestures_(gestures) {}

  /// One frame's pointer.
  void update(const PointerInput& pointer, const session::Snapshot& snapshot,
              const rooms::CommandSink& send);

  [[nodiscard]] ToolSettings& settings() { return settings_; }
  [[nodiscard]] const ToolSettings& settings() const { return settings_; }
  /// A shape being drawn is finished, as by releasing the button.
  void choose(Tool tool);
  /// Ends a drag; a shape being drawn is given up.
  void cancel();

  [[nodiscard]] int selected() const { return selected_; }
  void select(int id) { selected_ = id; }
  /// Selects the item that the session adds next.
  void select_next_item(const session::Snapshot& snapshot);
  [[nodiscard]] int hovered() const { return hovered_; }
  [[nodiscard]] bool busy() const { return drag_ != Drag::none; }
  /// The shape being drawn, not yet in the scene.
  [[nodiscard]] const std::optional<scene::Shape>& draft() const { return draft_; }
  /// The role a new item gets.
  [[nodiscard]] scene::Role role() const;
  /// The item in that role; what it has of that role already it keeps.
  [[nodiscard]] scene::Item remade(const scene::Item& item) const;

  static constexpr double kSmallestBrush = 0.5;
  static constexpr double kLargestBrush = 200.0;

 private:
  enum class Drag : std::uint8_t { none, move, handle, draw, paint, hold, erase };

  void begin_left(const PointerInput& pointer, const session::Snapshot& snapshot,
                  const rooms::CommandSink& send);
  void begin_select(const PointerInput& pointer, const session::Snapshot& snapshot);
  void go_on(const PointerInput& pointer, const session::Snapshot& snapshot,
             const rooms::CommandSink& send);
  void add_finished(const session::Snapshot& snapshot, const rooms::CommandSink& send);
  void go_on_item(const PointerInput& pointer, const rooms::CommandSink& send);
  void go_on_hold(const session::Snapshot& snapshot, const rooms::CommandSink& send);
  void begin_brush(Drag drag, const PointerInput& pointer);
  [[nodiscard]] scene::Shape shape_between(core::Point from, core::Point to, bool square) const;
  /// Whether what is being dragged still stands as the drag has left it.
  [[nodiscard]] bool still_there(const session::Snapshot& snapshot);
  void finish_draft();
  [[nodiscard]] core::Point kept_in_reach(core::Point by) const;
  [[nodiscard]] scene::Stroke newest_stroke(core::Point from, core::Point to) const;

  rooms::Gestures& gestures_;
  ToolSettings settings_;
  int selected_ = 0;
  int hovered_ = 0;
  int awaited_after_ = -1;  ///< select the item that is newer than this one; −1: none awaited

  Drag drag_ = Drag::none;
  bool was_left_ = false;
  bool was_right_ = false;
  session::Gesture drag_gesture_ = 0;
  core::Point start_;
  core::Point last_;
  scene::Item original_;
  scene::Item sent_;
  core::Point moved_by_;  ///< of a drag that moves an item, so far
  std::size_t handle_ = 0;
  std::optional<scene::Shape> draft_;
  std::optional<scene::Item> finished_;  ///< drawn, to be added
  /// The stroke of held cells that is being drawn.
  struct HeldStroke {
    scene::Stroke stroke;
    int after = 0;  ///< the newest item before it
    int id = 0;     ///< 0: the session has not added it yet
  };
  HeldStroke held_;
  /// The scene and the grid in which the drag began.
  struct DragPlace {
    std::string scene;
    core::Extent extent;
  };
  DragPlace began_in_;
};

/// The item on top at this place: sources over walls over media, later over earlier; null: none.
const scene::Item* item_at(const scene::Scene& scene, core::Point at, double reach);
const scene::Item* find_item(const scene::Scene& scene, int id);

}  // namespace heatwave::fields_room
