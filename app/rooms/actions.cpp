// Carries out actions as commands, or as changes of what only the window knows.
#include "app/rooms/actions.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/stage/stage_actions.h"

namespace heatwave::panels {
namespace {

constexpr double kBrushStep = 1.25;
constexpr float kScaleStep = 1.25F;
constexpr const char* kNoRoom = "Nothing is saved now: many pictures still wait to be written";

void open_neighbour_scene(PanelContext& context, int by) {
  const auto& scenes = context.ui.scenes;
  if (scenes.empty()) return;
  const auto here = std::find_if(scenes.begin(), scenes.end(), [&context](const SceneChoice& s) {
    return s.name == context.snapshot.scene.name;
  });
  const auto count = static_cast<std::ptrdiff_t>(scenes.size());
  const std::ptrdiff_t at = here == scenes.end() ? (by > 0 ? -1 : 0) : here - scenes.begin();
  context.open_scene(scenes[static_cast<std::size_t>((at + by + count) % count)].name);
}

void toggle_pace(PanelContext& context) {
  const int steps = context.snapshot.scene.pace.steps;
  if (steps != 0) context.ui.fixed_pace = steps;
  context.send(session::SetPace{{steps == 0 ? context.ui.fixed_pace : 0}});
}

void toggle_sequence(PanelContext& context) {
  if (context.snapshot.exporting.sequence) {
    context.send(session::StopSequence{});
  } else {
    context.send(session::StartSequence{context.ui.sequence_every, context.ui.sequence_frames, ""});
  }
}

void scale_interface(UiState& ui, float factor) {
  ui.scale = std::clamp(ui.scale * factor, kSmallestScale, kLargestScale);
  if (std::abs(ui.scale - 1.0F) < 0.02F) ui.scale = 1.0F;
}

void resize_brush(ToolSettings& settings, double factor) {
  const double wanted = settings.brush * factor;
  const double rounded = wanted < 4 ? std::round(wanted * 2) / 2 : std::round(wanted);
  const double nudged = rounded == settings.brush ? rounded + (factor > 1 ? 0.5 : -0.5) : rounded;
  settings.brush = std::clamp(nudged, FieldTools::kSmallestBrush, FieldTools::kLargestBrush);
}

/// Repeated keys within one selection are undone one by one: each press is a decision.
void move_selected(PanelContext& context, session::Point by) {
  const auto* item = find_item(context.snapshot.scene, context.tools.selected());
  if (item != nullptr) context.send(session::ChangeItem{session::moved(*item, by)});
}

void duplicate_selected(PanelContext& context) {
  const auto* item = find_item(context.snapshot.scene, context.tools.selected());
  if (item == nullptr) return;
  const double by = std::max(4.0, context.snapshot.scene.extent.width / 40.0);
  session::Item copy = session::moved(*item, {std::round(by), std::round(by)});
  copy.id = 0;
  context.tools.select_next_item(context.snapshot);
  context.send(session::AddItem{copy});
}

void remove_selected(PanelContext& context) {
  if (find_item(context.snapshot.scene, context.tools.selected()) == nullptr) return;
  context.send(session::RemoveItem{context.tools.selected()});
  context.tools.select(0);
}

void deselect(PanelContext& context) {
  if (context.ui.help_shown) {
    context.ui.help_shown = false;
  } else if (context.tools.busy()) {
    context.tools.cancel();
  } else if (context.tools.selected() != 0) {
    context.tools.select(0);
  } else {
    context.tools.choose(Tool::select);
  }
}

bool perform_run(Action action, PanelContext& context) {
  switch (action) {
    case Action::play_pause:
      if (context.snapshot.playing) {
        context.send(session::Pause{});
      } else {
        context.send(session::Play{});
      }
      return true;
    case Action::step:
      if (context.snapshot.playing) context.send(session::Pause{});
      context.send(session::Advance{1});
      return true;
    case Action::reset:
      context.send(session::Reset{});
      return true;
    case Action::fit_pace:
      toggle_pace(context);
      return true;
    case Action::next_scene:
      open_neighbour_scene(context, 1);
      return true;
    case Action::previous_scene:
      open_neighbour_scene(context, -1);
      return true;
    case Action::save_field:
      context.send(session::SaveFieldPng{});
      return true;
    case Action::save_window:
      context.ui.requests.save_window = true;
      return true;
    case Action::toggle_sequence:
      toggle_sequence(context);
      return true;
    default:
      return false;
  }
}

bool perform_edit(Action action, PanelContext& context) {
  switch (action) {
    case Action::undo:
      context.send(session::Undo{});
      return true;
    case Action::redo:
      context.send(session::Redo{});
      return true;
    case Action::remove_item:
      remove_selected(context);
      return true;
    case Action::duplicate_item:
      duplicate_selected(context);
      return true;
    case Action::deselect:
      deselect(context);
      return true;
    case Action::nudge_left:
      move_selected(context, {-1, 0});
      return true;
    case Action::nudge_right:
      move_selected(context, {1, 0});
      return true;
    case Action::nudge_up:
      move_selected(context, {0, -1});
      return true;
    case Action::nudge_down:
      move_selected(context, {0, 1});
      return true;
    case Action::smaller_brush:
      resize_brush(context.tools.settings(), 1 / kBrushStep);
      return true;
    case Action::larger_brush:
      resize_brush(context.tools.settings(), kBrushStep);
      return true;
    default:
      return false;
  }
}

/// What to make is of no use to the select tool: the disc takes over.
void choose_make(PanelContext& context, Make make) {
  context.tools.settings().make = make;
  const Tool tool = context.tools.settings().tool;
  if (tool == Tool::select || tool == Tool::erase || tool == Tool::paint) {
    context.tools.choose(Tool::disc);
  }
}

bool perform_choice(Action action, PanelContext& context) {
  switch (action) {
    case Action::tool_select:
      context.tools.choose(Tool::select);
      return true;
    case Action::tool_disc:
      context.tools.choose(Tool::disc);
      return true;
    case Action::tool_rectangle:
      context.tools.choose(Tool::rectangle);
      return true;
    case Action::tool_line:
      context.tools.choose(Tool::line);
      return true;
    case Action::tool_paint:
      context.tools.choose(Tool::paint);
      return true;
    case Action::tool_hold:
      context.tools.choose(Tool::hold);
      return true;
    case Action::tool_erase:
      context.tools.choose(Tool::erase);
      return true;
    case Action::make_source:
      choose_make(context, Make::source);
      return true;
    case Action::make_oscillating:
      choose_make(context, Make::oscillating);
      return true;
    case Action::make_wall:
      choose_make(context, Make::wall);
      return true;
    case Action::make_medium:
      choose_make(context, Make::medium);
      return true;
    default:
      return false;
  }
}

/// A run under way is what Escape ends first after the help.
void cancel_lab(PanelContext& context) {
  if (context.ui.help_shown) {
    context.ui.help_shown = false;
  } else {
    cancel_run(context);
  }
}

bool perform_lab(Action action, PanelContext& context) {
  switch (action) {
    case Action::lab_run_or_cancel:
      run_or_cancel(context);
      return true;
    case Action::lab_run_selected:
      run_selected(context);
      return true;
    case Action::lab_cancel:
      cancel_lab(context);
      return true;
    case Action::lab_next_variant:
      select_neighbour_variant(context, 1);
      return true;
    case Action::lab_previous_variant:
      select_neighbour_variant(context, -1);
      return true;
    case Action::lab_next_experiment:
      choose_neighbour_experiment(context, 1);
      return true;
    case Action::lab_previous_experiment:
      choose_neighbour_experiment(context, -1);
      return true;
    case Action::lab_save_chart:
      context.ui.requests.save_chart = true;
      return true;
    case Action::lab_copy_table:
      context.ui.requests.copy_table = true;
      return true;
    default:
      return false;
  }
}

bool is_save(Action action) {
  return action == Action::save_field || action == Action::save_window ||
         action == Action::toggle_sequence || action == Action::lab_save_chart ||
         action == Action::stage_save_board;
}

void tell(PanelContext& context, std::string text) {
  context.ui.told = std::move(text);
  context.ui.told_at = context.timings.now;
}

void perform_show(Action action, PanelContext& context) {
  UiState& ui = context.ui;
  switch (action) {
    case Action::toggle_panel:
      ui.panel_shown = !ui.panel_shown;
      break;
    case Action::toggle_theme:
      ui.dark = !ui.dark;
      break;
    case Action::toggle_help:
      ui.help_shown = !ui.help_shown;
      break;
    case Action::full_screen:
      ui.requests.full_screen = true;
      break;
    case Action::fit_view:
      context.mapping.fit();
      break;
    case Action::larger_interface:
      scale_interface(ui, kScaleStep);
      break;
    case Action::smaller_interface:
      scale_interface(ui, 1 / kScaleStep);
      break;
    case Action::plain_interface:
      ui.scale = 1.0F;
      break;
    case Action::quit:
      ui.requests.quit = true;
      break;
    case Action::show_fields:
      ui.room = Room::fields;
      break;
    case Action::show_lab:
      ui.room = Room::lab;
      break;
    case Action::show_stage:
      ui.room = Room::stage;
      break;
    default:
      break;
  }
}

}  // namespace

void perform(Action action, PanelContext& context) {
  if (const std::string reason = why_not(action, context); !reason.empty()) {
    if (is_save(action)) tell(context, reason + ".");
    return;
  }
  // The stage first: it has an undo and redo of its own.
  if (context.ui.room == Room::stage && perform_stage(action, context)) return;
  if (perform_run(action, context) || perform_edit(action, context) ||
      perform_choice(action, context) || perform_lab(action, context)) {
    return;
  }
  perform_show(action, context);
}

std::string why_not(Action action, const PanelContext& context) {
  const session::Snapshot& snapshot = context.snapshot;
  if (!holds_in(action, context.ui.room)) return "This is for another room";
  const bool on_stage = context.ui.room == Room::stage;
  switch (action) {
    case Action::step:
      if (snapshot.lab.running) return "The field rests while the lab measures";
      [[fallthrough]];
    case Action::play_pause:
      return snapshot.overflowed ? "The field has overflowed: reset it first" : "";
    case Action::undo:
      if (on_stage) return why_not_on_stage(action, context);
      return snapshot.can_undo ? "" : "Nothing to undo";
    case Action::redo:
      if (on_stage) return why_not_on_stage(action, context);
      return snapshot.can_redo ? "" : "Nothing to redo";
    case Action::remove_item:
    case Action::duplicate_item:
      return context.tools.selected() != 0 ? "" : "Nothing is selected";
    case Action::save_field:
    case Action::save_window:
    case Action::lab_save_chart:
      return context.ui.writer_has_room ? "" : kNoRoom;
    case Action::lab_run_selected:
      return why_no_run(context);
    case Action::toggle_sequence:
      return context.ui.writer_has_room || snapshot.exporting.sequence ? "" : kNoRoom;
    case Action::fit_view:
      return context.mapping.fitted() ? "The whole field is shown" : "";
    default:
      return why_not_on_stage(action, context);
  }
}

}  // namespace heatwave::panels
