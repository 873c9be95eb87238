// The keys.
#include "app/rooms/shortcuts.h"

#include <algorithm>
#include <array>

namespace heatwave::panels {
namespace {

constexpr Heading kRooms{"Rooms", {}};
constexpr Heading kRun{"Run", Room::fields};
constexpr Heading kEdit{"Edit", Room::fields};
constexpr Heading kTools{"Tools", Room::fields};
constexpr Heading kMakes{"What a shape becomes", Room::fields};
constexpr Heading kSave{"Save", Room::fields};
constexpr Heading kMeasure{"Measure", Room::lab};
constexpr Heading kChoose{"Choose", Room::lab};
constexpr Heading kKeep{"Save", Room::lab};
constexpr Heading kPlay{"Play", Room::stage};
constexpr Heading kLesson{"Choose", Room::stage};
constexpr Heading kPictures{"Save", Room::stage};
constexpr Heading kView{"Show", Room::fields};
constexpr Heading kShow{"Show", {}};

constexpr auto kShortcuts = std::to_array<Shortcut>({
    {Action::show_fields, {'1'}, "1", "heat and waves, live", kRooms},
    {Action::show_lab, {'2'}, "2", "the lab: experiments, measured", kRooms},
    {Action::show_stage, {'3'}, "3", "the stage: kernels, step by step", kRooms},

    {Action::play_pause, {key::kSpace}, "Space", "play or pause", kRun},
    {Action::step, {'.'}, ".", "exactly one step", kRun, true},
    {Action::reset, {'R'}, "R", "back to the initial field", kRun},
    {Action::fit_pace, {'F'}, "F", "as many steps as fit in a frame, or a fixed number", kRun},
    {Action::next_scene, {'N'}, "N", "next scene", kRun},
    {Action::previous_scene, {'N', false, true}, "Shift N", "previous scene", kRun},

    {Action::undo, {'Z', true}, "Ctrl Z", "undo", kEdit, true},
    {Action::redo, {'Z', true, true}, "Ctrl Shift Z", "redo", kEdit, true},
    {Action::redo, {'Y', true}, "", "", kEdit, true},
    {Action::remove_item, {key::kDelete}, "Delete", "delete what is selected", kEdit},
    {Action::remove_item, {key::kBackspace}, "", "", kEdit},
    {Action::duplicate_item, {'D', true}, "Ctrl D", "duplicate what is selected", kEdit},
    {Action::nudge_left, {key::kLeft}, "Arrows", "move what is selected by one cell", kEdit, true},
    {Action::nudge_right, {key::kRight}, "", "", kEdit, true},
    {Action::nudge_up, {key::kUp}, "", "", kEdit, true},
    {Action::nudge_down, {key::kDown}, "", "", kEdit, true},
    {Action::deselect, {key::kEscape}, "Esc", "select nothing, close the help", kEdit},

    {Action::tool_select, {'V'}, "V", "select, move and resize", kTools},
    {Action::tool_disc, {'D'}, "D", "disc", kTools},
    {Action::tool_rectangle, {'B'}, "B", "rectangle (box)", kTools},
    {Action::tool_line, {'L'}, "L", "line", kTools},
    {Action::tool_paint, {'P'}, "P", "brush that paints the field", kTools},
    {Action::tool_hold, {'K'}, "K", "brush that holds cells at a value", kTools},
    {Action::tool_erase, {'E'}, "E", "eraser", kTools},
    {Action::smaller_brush, {'['}, "[", "smaller brush", kTools, true},
    {Action::larger_brush, {']'}, "]", "larger brush", kTools, true},

    {Action::make_source, {'A'}, "A", "a source at a constant value", kMakes},
    {Action::make_oscillating, {'O'}, "O", "an oscillating source", kMakes},
    {Action::make_wall, {'W'}, "W", "a wall", kMakes},
    {Action::make_medium, {'M'}, "M", "another medium", kMakes},

    {Action::save_field, {'S'}, "S", "the field as PNG", kSave},
    {Action::save_window, {'S', false, true}, "Shift S", "the window as PNG", kSave},
    {Action::toggle_sequence, {'S', true}, "Ctrl S", "start or stop a sequence of PNGs", kSave},

    {Action::lab_run_or_cancel, {key::kSpace}, "Space", "run all variants, or cancel", kMeasure},
    {Action::lab_run_selected, {key::kEnter}, "Enter", "run the variant chosen", kMeasure},
    {Action::lab_run_selected, {key::kKeypadEnter}, "", "", kMeasure},
    {Action::lab_cancel, {key::kEscape}, "Esc", "cancel, close the help", kMeasure},

    {Action::lab_next_experiment, {'N'}, "N", "next experiment", kChoose},
    {Action::lab_previous_experiment,
     {'N', false, true},
     "Shift N",
     "previous experiment",
     kChoose},
    {Action::lab_previous_variant, {key::kUp}, "Up, Down", "variant above or below", kChoose, true},
    {Action::lab_next_variant, {key::kDown}, "", "", kChoose, true},

    {Action::lab_save_chart, {'S'}, "S", "the chart as PNG", kKeep},
    {Action::save_window, {'S', false, true}, "Shift S", "the window as PNG", kKeep},
    {Action::lab_copy_table, {'C', true}, "Ctrl C", "copy the table as Markdown", kKeep},

    {Action::stage_play_pause, {key::kSpace}, "Space", "play or pause", kPlay},
    {Action::stage_step, {'.'}, ".", "one step; or Right", kPlay, true},
    {Action::stage_step, {key::kRight}, "", "", kPlay, true},
    {Action::stage_back, {','}, ",", "one step back; or Left", kPlay, true},
    {Action::stage_back, {key::kLeft}, "", "", kPlay, true},
    {Action::stage_next_event,
     {key::kDown},
     "Down",
     "next barrier, branch, conflict, fault",
     kPlay},
    {Action::stage_previous_event, {key::kUp}, "Up", "the one before", kPlay},
    {Action::stage_start, {key::kHome}, "Home", "to the start", kPlay},
    {Action::stage_end, {key::kEnd}, "End", "to the end", kPlay},

    {Action::stage_next_lesson, {'N'}, "N", "next lesson", kLesson},
    {Action::stage_previous_lesson, {'N', false, true}, "Shift N", "previous lesson", kLesson},
    {Action::undo, {'Z', true}, "Ctrl Z", "undo what was set", kLesson, true},
    {Action::redo, {'Z', true, true}, "Ctrl Shift Z", "redo it", kLesson, true},
    {Action::redo, {'Y', true}, "", "", kLesson, true},
    {Action::stage_let_go, {key::kEscape}, "Esc", "follow nobody, close the help", kLesson},

    {Action::stage_save_board, {'S'}, "S", "the board as PNG", kPictures},
    {Action::save_window, {'S', false, true}, "Shift S", "the window as PNG", kPictures},
    {Action::stage_save_sequence,
     {'S', true},
     "Ctrl S",
     "a PNG of every step from here",
     kPictures},

    {Action::fit_view, {'0'}, "0", "the whole field", kView},
    {Action::fit_view, {key::kHome}, "", "", kView},
    {Action::toggle_panel, {'H'}, "H", "hide or show the side panel", kShow},
    {Action::toggle_theme, {'T'}, "T", "light or dark", kShow},
    {Action::larger_interface, {'+', true}, "Ctrl +", "larger interface", kShow, true},
    {Action::larger_interface, {'+', true, true}, "", "", kShow, true},
    {Action::larger_interface, {'=', true}, "", "", kShow, true},
    {Action::larger_interface, {'=', true, true}, "", "", kShow, true},
    {Action::larger_interface, {key::kKeypadAdd, true}, "", "", kShow, true},
    {Action::smaller_interface, {'-', true}, "Ctrl −", "smaller interface", kShow, true},
    {Action::smaller_interface, {key::kKeypadSubtract, true}, "", "", kShow, true},
    {Action::plain_interface, {'0', true}, "Ctrl 0", "normal interface size", kShow},
    {Action::full_screen, {key::kF11}, "F11", "full screen", kShow},
    {Action::toggle_help, {key::kF1}, "F1", "this help", kShow},
    {Action::quit, {'Q', true}, "Ctrl Q", "leave", kShow},
});

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

std::optional<Action> action_of(Chord chord, Room room, bool repeated) {
  const auto* found = std::find_if(kShortcuts.begin(), kShortcuts.end(), [&](const Shortcut& s) {
    return s.chord == chord && s.holds_in(room);
  });
  if (found == kShortcuts.end() || (repeated && !found->repeats)) return std::nullopt;
  return found->action;
}

bool holds_in(Action action, Room room) {
  return std::any_of(kShortcuts.begin(), kShortcuts.end(),
                     [&](const Shortcut& s) { return s.action == action && s.holds_in(room); });
}

std::string keys_of(Action action) {
  const auto* found = std::find_if(kShortcuts.begin(), kShortcuts.end(),
                                   [action](const Shortcut& s) { return s.action == action; });
  return found == kShortcuts.end() ? "" : found->keys;
}

}  // namespace heatwave::panels
