// The window's icons, drawn as lines and shapes so that they are sharp at every scale.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace heatwave::ui {

enum class Icon : std::uint8_t {
  play,
  pause,
  step,
  reset,
  undo,
  redo,
  select,
  disc,
  rectangle,
  line,
  paint,
  hold,
  erase,
  probe,
  profile,
  tape,
  source,
  oscillating,
  wall,
  medium,
  camera,
  file,
  folder,
  window,
  film,
  stop,
  record,
  sun,
  moon,
  panel,
  help,
  chevron_down,
  chevron_right,
  chevron_left,
  close,
  duplicate,
  remove,
  full_screen,
  fit,
  back,
  to_start,
  to_end,
  next_event,
  previous_event,
  dice,
};

/// Drawn in the square around `centre` with this side.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour);

}  // namespace heatwave::ui
