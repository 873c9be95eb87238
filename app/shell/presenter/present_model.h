// What helps a lecturer to show: the room alone, a pen, keys as they are pressed, magnified, held.
#pragma once

#include <imgui.h>

#include <deque>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// A key that was pressed, while it is shown.
struct ShownKey {
  std::string keys;
  std::string what;  ///< it does; empty: nothing that has words
  int times = 1;
  double at = 0.0;  ///< seconds, when it was pressed last
};

struct PresentModel {
  static constexpr float kEnlarged = 1.5F;    ///< the interface, where the room stands alone
  static constexpr double kKeySeconds = 3.0;  ///< that a key is shown

  bool on = false;        ///< the room alone
  bool drawing = false;   ///< the pen is in the hand
  bool audience = false;  ///< a window for them shows the room alone
  bool held = false;      ///< the room, or that window, shows its last picture
  float magnified = 1.0F;
  std::deque<std::vector<ImVec2>> strokes;  ///< in window units
  std::size_t points = 0;                   ///< of all of them
  bool stroke_is_open = false;
  std::deque<ShownKey> keys;  ///< the newest last
  ImVec2 pointer{};           ///< where it was last known to be

  /// Leaves the innermost of all this; false where there is nothing to leave.
  bool leave_one();
  /// The room alone is left with all that was shown over it.
  void end();
  void wipe();
  void draw_to(ImVec2 at);
  void magnify(float factor);
  void note_key(const std::string& keys, const std::string& what, double now);
  /// Takes what has faded away; whether any is left.
  bool shows_keys(double now);
  /// What is seen of the window when it is magnified: the place under the pointer stays there.
  [[nodiscard]] ui::Box seen(ImVec2 window) const;
};

/// How a key is called: "Ctrl Shift Z".
std::string name_of(rooms::Chord chord);

}  // namespace heatwave::shell
