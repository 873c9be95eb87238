// What is being recorded, seen in every room: a light for each, with its count.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// A recording that is under way.
struct Light {
  const char* id;
  ui::Icon icon;
  std::string count;  ///< how far it has come
  std::string help;
  std::string keys;      ///< that end it; empty: none in this room
  session::Command end;  ///< what pressing it sends
};

std::vector<Light> lights_of(const session::Snapshot& snapshot, const rooms::Room& room);

/// What they take of a bar, with the gaps between them and after the last; small ones have no
/// count.
float width_of_lights(const ShellView& shell, const std::vector<Light>& lights, bool small);
void draw_lights(const ShellView& shell, const std::vector<Light>& lights, bool small);

}  // namespace heatwave::shell
