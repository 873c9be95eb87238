// The one table of keys: it drives the keyboard, the tooltips and the help alike.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/rooms/room.h"

namespace heatwave::panels {

enum class Action : std::uint8_t {
  play_pause,
  step,
  reset,
  fit_pace,
  undo,
  redo,
  save_field,
  save_window,
  toggle_sequence,
  tool_select,
  tool_disc,
  tool_rectangle,
  tool_line,
  tool_paint,
  tool_hold,
  tool_erase,
  make_source,
  make_oscillating,
  make_wall,
  make_medium,
  smaller_brush,
  larger_brush,
  remove_item,
  duplicate_item,
  deselect,
  nudge_left,
  nudge_right,
  nudge_up,
  nudge_down,
  next_scene,
  previous_scene,
  toggle_panel,
  toggle_theme,
  toggle_help,
  full_screen,
  fit_view,
  larger_interface,
  smaller_interface,
  plain_interface,
  quit,
  show_fields,
  show_lab,
  lab_run_or_cancel,
  lab_run_selected,
  lab_cancel,
  lab_next_variant,
  lab_previous_variant,
  lab_next_experiment,
  lab_previous_experiment,
  lab_save_chart,
  lab_copy_table,
  show_stage,
  stage_play_pause,
  stage_step,
  stage_back,
  stage_start,
  stage_end,
  stage_next_event,
  stage_previous_event,
  stage_next_lesson,
  stage_previous_lesson,
  stage_let_go,
  stage_save_board,
  stage_save_sequence,
};

/// Keys as the window reports them: capital letters, digits and signs are their ASCII codes.
namespace key {
inline constexpr int kSpace = 32;
inline constexpr int kEscape = 256;
inline constexpr int kEnter = 257;
inline constexpr int kDelete = 261;
inline constexpr int kBackspace = 259;
inline constexpr int kRight = 262;
inline constexpr int kLeft = 263;
inline constexpr int kDown = 264;
inline constexpr int kUp = 265;
inline constexpr int kHome = 268;
inline constexpr int kEnd = 269;
inline constexpr int kF1 = 290;
inline constexpr int kF11 = 300;
inline constexpr int kKeypadSubtract = 333;
inline constexpr int kKeypadAdd = 334;
inline constexpr int kKeypadEnter = 335;
}  // namespace key

struct Chord {
  int key = 0;
  bool control = false;
  bool shift = false;
  friend bool operator==(const Chord&, const Chord&) = default;
};

/// A part of the help.
struct Heading {
  const char* title;
  std::optional<Room> room;  ///< where its keys hold; none: in every room
};

struct Shortcut {
  Action action;
  Chord chord;
  const char* keys;  ///< as shown; empty for a second chord of the action above
  const char* what;  ///< as shown in the help
  Heading heading;
  bool repeats = false;  ///< while the key is held down

  [[nodiscard]] bool holds_in(Room room) const { return heading.room.value_or(room) == room; }
};

std::span<const Shortcut> shortcuts();
/// `repeated`: the key has been held down for a while; then only for shortcuts that repeat.
std::optional<Action> action_of(Chord chord, Room room, bool repeated = false);
/// Whether the action means something in this room.
bool holds_in(Action action, Room room);
/// The keys of an action as shown; empty when it has none.
std::string keys_of(Action action);

}  // namespace heatwave::panels
