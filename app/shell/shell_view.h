// What the shell keeps beside its rooms: looks, the help, what the window says.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "app/rooms/action.h"
#include "app/rooms/frame.h"

namespace heatwave::shell {

struct ShellModel {
  std::string room;  ///< the id of the one shown
  bool dark = true;
  float scale = 1.0F;
  bool panel_shown = true;
  bool help_shown = false;
  bool is_full_screen = false;
  bool wants_full_screen_turned = false;
  bool wants_to_leave = false;
  std::map<std::uint64_t, double> notice_seen;  ///< when each notice appeared
  std::string saved;                            ///< the newest file that was told of
  std::string told;                             ///< the window's own notice
  double told_at = -1e9;                        ///< when it appeared
};

struct ShellView : rooms::Frame {
  ShellModel& model;

  static std::span<const rooms::ActionRow<ShellView>> actions();
};

inline constexpr const char* kRoomsHeading = "Rooms";  ///< first in the help

}  // namespace heatwave::shell
