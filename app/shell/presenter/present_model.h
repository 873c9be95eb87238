// State of presenting: the room alone, a pen, displayed keys, a magnified or a frozen picture.
#pragma once

#include <imgui.h>

#include <deque>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// A pressed key, while it is shown.
struct ShownKey {
  std::string keys;
  std::string what;  ///< its effect; empty: it has no description
  int times = 1;
  double at = 0.0;  ///< time of the last press, in seconds
};

struct PresentModel {
  /// Scale of the interface while the room is presented alone.
  static constexpr float kEnlarged = 1.5F;
  static constexpr double kKeySeconds = 3.0;  ///< seconds for which a key is shown

  bool on = false;        ///< the room is presented alone
  bool drawing = false;   ///< the pen is in use
  bool audience = false;  ///< a window for the audience shows the room alone
  bool held = false;      ///< the room, or the audience's window, is frozen
  float magnified = 1.0F;
  std::deque<std::vector<ImVec2>> strokes;  ///< in window units
  std::size_t points = 0;                   ///< number of points in all strokes
  bool stroke_is_open = false;
  std::deque<ShownKey> keys;  ///< the newest is last
  ImVec2 pointer{};           ///< its last known position

  /// Leaves the innermost active part of presenting. Returns false if none is active.
  bool leave_one();
  /// Stops presenting the room alone, and clears everything shown over it.
  void end();
  void wipe();
  void draw_to(ImVec2 at);
  void magnify(float factor);
  void note_key(const std::string& keys, const std::string& what, double now);
  /// Removes keys that have faded away; returns whether any is left.
  bool shows_keys(double now);
  /// Returns the visible part of a magnified window. The point under the pointer does not move.
  [[nodiscard]] ui::Box seen(ImVec2 window) const;
};

/// Returns the name of a chord, such as "Ctrl Shift Z".
std::string name_of(rooms::Chord chord);

}  // namespace heatwave::shell
