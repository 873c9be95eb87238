// The top bar: the rooms, the title of the visible room, undo, theme, panel, help.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// The light of an active recording.
struct Light {
  const char* id;
  ui::Icon icon;
  std::string count;  ///< progress, as text
  std::string help;
  std::string keys;      ///< keys that end it; empty: none in this room
  session::Command end;  ///< command that pressing the light sends
};

std::vector<Light> lights_of(const ShellView& shell, const rooms::Room& room);

/// Returns the width of the lights in a bar, with all gaps. Small lights have no count.
float width_of_lights(const ShellView& shell, const std::vector<Light>& lights, bool small);
void draw_lights(const ShellView& shell, const std::vector<Light>& lights, bool small);

void draw_top_bar(ShellView& shell, rooms::Room& room, const ui::Box& area);

}  // namespace heatwave::shell
