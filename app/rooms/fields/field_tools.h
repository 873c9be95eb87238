// Translates the mouse on the field into commands: select, move, resize, draw and erase. Has no
// side effects except the commands it sends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/rooms/room.h"
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

/// True if the tool creates items.
[[nodiscard]] bool makes_items(Tool tool);

/// The settings for the next shape or stroke.
struct ToolSettings {
  Tool tool = Tool::select;
  Make make = Make::source;
  double value = 1.0;
  field::Oscillation oscillation{.amplitude = 1.0, .period = 60.0, .phase = 0.0, .offset = 0.0};
  double factor = 0.5;
  double brush = 8.0;  ///< radius in cells; also half the thickness of a line
};

struct PointerInput {
  core::Point at;           ///< in cells
  bool over_field = false;  ///< over the field's area and not over a panel
  bool over_view = false;   ///< over a field, whatever may be done there
  bool left = false;        ///< button is down
  bool right = false;
  bool square = false;          ///< Shift: equal sides, straight lines
  double cells_per_unit = 1.0;  ///< enlarges the reach of small things on the screen
  std::optional<double> value;  ///< on a line: the value at the pointer's height; none: a plane
  double value_per_unit = 0.0;  ///< on a line: the values along a window unit upwards
  bool on_curve = false;        ///< on a line: the pointer touches its curve
};

class FieldTools {
 public:
  /// `gestures` numbers the gestures of the drags.
  explicit FieldTools(rooms::Gestures& gestures) : gestures_(gestures) {}

  /// Handles one frame's pointer.
  void update(const PointerInput& pointer, const session::Snapshot& snapshot,
              const rooms::CommandSink& send);

  [[nodiscard]] ToolSettings& settings() { return settings_; }
  [[nodiscard]] const ToolSettings& settings() const { return settings_; }
  /// Chooses a tool. Finishes a shape that is being drawn, as releasing the button does.
  void choose(Tool tool);
  /// Ends a drag; discards a shape that is being drawn.
  void cancel();

  [[nodiscard]] int selected() const { return selected_; }
  void select(int id) { selected_ = id; }
  /// Selects the item that the session adds next.
  void select_next_item(const session::Snapshot& snapshot) {
    awaited_after_ = snapshot.newest_item;
  }
  [[nodiscard]] int hovered() const { return hovered_; }
  [[nodiscard]] bool busy() const { return drag_ != Drag::none; }
  /// The shape that is being drawn and is not yet in the scene.
  [[nodiscard]] const std::optional<scene::Shape>& draft() const { return draft_; }
  /// Returns the role of a new item.
  [[nodiscard]] scene::Role role() const;
  /// Returns the item in that role; keeps the settings that both roles share.
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
  /// `again`: the field moves on, so that a pen that rests draws on.
  void draw_curve(const PointerInput& pointer, bool again, const rooms::CommandSink& send);
  [[nodiscard]] scene::Item raised(const PointerInput& pointer) const;
  [[nodiscard]] scene::Shape shape_between(core::Point from, core::Point to, bool square) const;
  /// True if the dragged item is still as the drag left it.
  [[nodiscard]] bool still_there(const session::Snapshot& snapshot);
  void finish_draft();
  [[nodiscard]] core::Point kept_in_reach(core::Point by) const;
  [[nodiscard]] scene::Stroke newest_stroke(core::Point from, core::Point to) const;

  rooms::Gestures& gestures_;
  ToolSettings settings_;
  int selected_ = 0;
  int hovered_ = 0;
  int awaited_after_ = -1;  ///< selects the first item newer than this one; −1: waits for none

  Drag drag_ = Drag::none;
  bool was_left_ = false;
  bool was_right_ = false;
  session::Gesture drag_gesture_ = 0;
  core::Point start_;
  core::Point last_;
  /// On a line, the values at the pointer's height where it was at `start_` and `last_`.
  struct Heights {
    double start = 0.0;
    double last = 0.0;
  };
  Heights heights_;
  scene::Item original_;
  scene::Item sent_;
  core::Point moved_by_;  ///< distance that the current drag has moved an item
  std::size_t handle_ = 0;
  std::optional<scene::Shape> draft_;
  std::optional<scene::Item> finished_;  ///< drawn and ready to add
  /// The stroke of held cells that is being drawn.
  struct HeldStroke {
    scene::Stroke stroke;
    int after = 0;  ///< newest item before the stroke
    int id = 0;     ///< 0: the session has not added it yet
  };
  HeldStroke held_;
  /// The scene and grid in which the drag began.
  struct DragPlace {
    std::string scene;
    core::Extent extent;
  };
  DragPlace began_in_;
};

/// Returns the topmost item: sources over walls over media, newer over older; null: none.
const scene::Item* item_at(const scene::Scene& scene, core::Point at, double reach);
const scene::Item* find_item(const scene::Scene& scene, int id);

}  // namespace heatwave::fields_room
