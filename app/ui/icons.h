// The window's icons, as letters of the icon font.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace heatwave::ui {

/// The values are the icons' code points in the font Font Awesome 4.7.
enum class Icon : std::uint16_t {
  play = 0xF04B,
  pause = 0xF04C,
  step = 0xF051,
  reset = 0xF021,
  undo = 0xF0E2,
  redo = 0xF01E,
  select = 0xF245,
  disc = 0xF111,
  rectangle = 0xF0C8,
  line = 0xF068,
  paint = 0xF1FC,
  hold = 0xF08D,
  erase = 0xF12D,
  probe = 0xF05B,
  profile = 0xF201,
  tape = 0xF07E,
  source = 0xF140,
  oscillating = 0xF1EB,
  wall = 0xF00A,
  medium = 0xF042,
  camera = 0xF030,
  file = 0xF15B,
  folder = 0xF07B,
  window = 0xF2D0,
  film = 0xF008,
  stop = 0xF04D,
  record = 0xF192,
  sun = 0xF185,
  moon = 0xF186,
  panel = 0xF0DB,
  help = 0xF128,
  chevron_down = 0xF078,
  chevron_right = 0xF054,
  chevron_left = 0xF053,
  close = 0xF00D,
  duplicate = 0xF24D,
  remove = 0xF1F8,
  full_screen = 0xF0B2,
  fit = 0xF065,
  back = 0xF048,
  to_start = 0xF049,
  to_end = 0xF050,
  next_event = 0xF04E,
  previous_event = 0xF04A,
  dice = 0xF074,
};

/// Draws the icon in the square around `centre` with this side.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour);

}  // namespace heatwave::ui
