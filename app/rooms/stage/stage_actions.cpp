// Carries out what a person wants of the stage.
#include "app/rooms/stage/stage_actions.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/shown_play.h"
#include "kernels/stage/catalogue.h"

namespace heatwave::panels {
namespace {

constexpr const char* kNoRoom = "Nothing is saved now: many pictures still wait to be written";

/// A play that has just come.
void take_over(PanelContext& context) {
  const session::StageStatus& status = context.snapshot.stage;
  StageUi& ui = context.ui.stage;
  const int last = last_step(*status.trace);
  const bool same = ui.shown_lesson == status.lesson;
  ui.step = step_after_play(status.settings, same, ui.step, ui.shown_last, last);
  ui.shown_version = status.version;
  ui.shown_lesson = status.lesson;
  ui.shown_last = last;
  ui.play = std::make_shared<ShownPlay>(status.trace);
  ui.due = 0.0;
  ui.recording = false;
  ui.playing = false;
  if (!same) ui.asked = {};
  if (!same || ui.followed >= static_cast<int>(status.trace->threads.size())) ui.followed = -1;
  const auto array = static_cast<std::size_t>(ui.asked.array);
  if (ui.asked.array >= 0 && (array >= status.trace->arrays.size() ||
                              ui.asked.index >= status.trace->arrays[array].size)) {
    ui.asked = {};
  }
}

void choose_neighbour_lesson(PanelContext& context, int by) {
  const auto& all = stage::lessons();
  const auto here = &shown_lesson(context.ui) - all.data();
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  choose_lesson(context, all[static_cast<std::size_t>((here + by + count) % count)].id);
}

void toggle_play(PanelContext& context) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr) return;
  StageUi& ui = context.ui.stage;
  const int last = last_step(*trace);
  if (!ui.playing && ui.step == last && !is_choosing(*trace, ui.step)) ui.step = 0;
  ui.playing = !ui.playing && ui.step < last;
  ui.due = 0.0;
}

/// Escape takes away what lies on top first.
void let_go(PanelContext& context) {
  StageUi& ui = context.ui.stage;
  if (context.ui.help_shown) {
    context.ui.help_shown = false;
  } else if (ui.recording) {
    ui.recording = false;
  } else {
    ui.followed = -1;
    ui.asked = {};
  }
}

PlayHistory& history_of(const PanelContext& context) {
  return context.ui.stage.history[shown_lesson(context.ui).id];
}

void undo_setting(PanelContext& context) {
  shown_play_settings(context.ui) = history_of(context).undo();
  play_again(context);
}

void redo_setting(PanelContext& context) {
  shown_play_settings(context.ui) = history_of(context).redo();
  play_again(context);
}

bool perform_walk(Action action, PanelContext& context) {
  const stage::Trace* trace = shown_play(context);
  const int last = trace == nullptr ? 0 : last_step(*trace);
  const int step = context.ui.stage.step;
  switch (action) {
    case Action::stage_play_pause:
      toggle_play(context);
      return true;
    case Action::stage_step:
      go_to_step(context, step + 1);
      return true;
    case Action::stage_back:
      step_back(context);
      return true;
    case Action::stage_start:
      go_to_step(context, 0);
      return true;
    case Action::stage_end:
      go_to_step(context, last);
      return true;
    case Action::stage_next_event:
      if (trace != nullptr)
        go_to_step(context, next_event(context.ui.stage.play->events(), step, last));
      return true;
    case Action::stage_previous_event:
      if (trace != nullptr)
        go_to_step(context, previous_event(context.ui.stage.play->events(), step));
      return true;
    default:
      return false;
  }
}

}  // namespace

const stage::Lesson& shown_lesson(UiState& ui) {
  const auto& all = stage::lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&ui](const stage::Lesson& lesson) {
    return lesson.id == ui.stage.lesson;
  });
  const stage::Lesson& shown = found == all.end() ? all.front() : *found;
  ui.stage.lesson = shown.id;
  return shown;
}

stage::PlaySettings& shown_play_settings(UiState& ui) {
  const stage::Lesson& lesson = shown_lesson(ui);
  const auto found = ui.stage.settings.find(lesson.id);
  if (found != ui.stage.settings.end()) return found->second;
  stage::PlaySettings initial = stage::completed(lesson, {.schedule = lesson.schedule});
  return ui.stage.settings[lesson.id] = std::move(initial);
}

const stage::Trace* shown_play(const PanelContext& context) {
  const session::StageStatus& status = context.snapshot.stage;
  const bool is_shown = status.lesson == shown_lesson(context.ui).id &&
                        status.version == context.ui.stage.shown_version;
  return is_shown ? status.trace.get() : nullptr;
}

void keep_stage(PanelContext& context, double seconds) {
  const session::StageStatus& status = context.snapshot.stage;
  StageUi& ui = context.ui.stage;
  const std::string& lesson = shown_lesson(context.ui).id;
  if (ImGui::IsMouseClicked(0)) ++ui.gesture;
  if (std::exchange(ui.asked_lesson, lesson) != lesson) play_again(context);
  if (status.trace == nullptr) return;
  if (status.version != ui.shown_version) take_over(context);
  if (const stage::Trace* trace = shown_play(context)) pass_time(ui, last_step(*trace), seconds);
}

void play_again(PanelContext& context) {
  const stage::PlaySettings& settings = shown_play_settings(context.ui);
  const bool dragged = ImGui::IsMouseDown(0);
  history_of(context).note(settings, dragged ? context.ui.stage.gesture : -1);
  context.send(session::PlayLesson{shown_lesson(context.ui).id, settings});
}

void choose_lesson(PanelContext& context, const std::string& id) { context.ui.stage.lesson = id; }

void choose_version(PanelContext& context, const std::string& id) {
  stage::PlaySettings& settings = shown_play_settings(context.ui);
  settings = stage::with_version(shown_lesson(context.ui), settings, id);
  play_again(context);
}

void choose_schedule(PanelContext& context, stage::Schedule::Kind kind) {
  stage::Schedule& schedule = shown_play_settings(context.ui).schedule;
  schedule.kind = kind;
  schedule.choices.clear();
  context.ui.stage.shown_last = -1;  // from the start, even with as many steps
  play_again(context);
}

void choose_next(PanelContext& context, int candidate) {
  if (candidate < 0) return;
  shown_play_settings(context.ui).schedule.choices.push_back(candidate);
  play_again(context);
}

void go_to_step(PanelContext& context, int step) {
  const stage::Trace* trace = shown_play(context);
  if (trace != nullptr) go_to(context.ui.stage, last_step(*trace), step);
}

void step_back(PanelContext& context) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr) return;
  stage::Schedule& schedule = shown_play_settings(context.ui).schedule;
  const bool by_hand = schedule.kind == stage::Schedule::Kind::chosen;
  if (by_hand && !schedule.choices.empty() && context.ui.stage.step == last_step(*trace)) {
    schedule.choices.pop_back();
    play_again(context);
  } else {
    go_to_step(context, context.ui.stage.step - 1);
  }
}

void move_lane(PanelContext& context, int lane, const StageCell& to, bool all) {
  const stage::Trace* trace = shown_play(context);
  if (trace == nullptr) return;
  const auto from =
      static_cast<std::size_t>(trace->arrays[static_cast<std::size_t>(to.array)].addresses);
  const stage::Lesson& lesson = shown_lesson(context.ui);
  const auto input =
      std::find_if(lesson.inputs.begin(), lesson.inputs.end(),
                   [&](const auto& each) { return each.id == trace->arrays[from].name; });
  if (input == lesson.inputs.end()) return;
  std::vector<double> cells;
  for (const stage::CellState& cell : trace->start.arrays[from]) {
    cells.push_back(cell.value);
  }
  double by = static_cast<double>(to.index) - cells[static_cast<std::size_t>(lane)];
  if (all) {
    const auto [least, most] = std::minmax_element(cells.begin(), cells.end());
    by = std::clamp(by, input->minimum - *least, input->maximum - *most);
    for (double& cell : cells) cell += by;
  } else {
    cells[static_cast<std::size_t>(lane)] += by;
  }
  if (by == 0) return;
  stage::PlaySettings& settings = shown_play_settings(context.ui);
  if (!input->version.empty()) settings.version = input->version;
  settings.inputs[input->id] = std::move(cells);
  play_again(context);
}

void measure_in_lab(PanelContext& context) {
  const std::string& experiment = shown_lesson(context.ui).lab;
  if (experiment.empty()) return;
  context.ui.lab.experiment = experiment;
  context.ui.room = Room::lab;
}

bool perform_stage(Action action, PanelContext& context) {
  if (perform_walk(action, context)) return true;
  switch (action) {
    case Action::undo:
      undo_setting(context);
      return true;
    case Action::redo:
      redo_setting(context);
      return true;
    case Action::stage_next_lesson:
      choose_neighbour_lesson(context, 1);
      return true;
    case Action::stage_previous_lesson:
      choose_neighbour_lesson(context, -1);
      return true;
    case Action::stage_let_go:
      let_go(context);
      return true;
    case Action::stage_save_board:
      context.ui.requests.save_board = true;
      return true;
    case Action::stage_save_sequence:
      context.ui.stage.recording = !context.ui.stage.recording;
      context.ui.stage.playing = false;
      return true;
    default:
      return false;
  }
}

std::string why_not_on_stage(Action action, const PanelContext& context) {
  const stage::Trace* trace = shown_play(context);
  const int step = context.ui.stage.step;
  switch (action) {
    case Action::undo:
      return history_of(context).can_undo() ? "" : "Nothing to undo";
    case Action::redo:
      return history_of(context).can_redo() ? "" : "Nothing to redo";
    case Action::stage_save_board:
      return context.ui.writer_has_room ? "" : kNoRoom;
    case Action::stage_back:
    case Action::stage_start:
    case Action::stage_previous_event:
      return trace == nullptr || step == 0 ? "This is the start" : "";
    case Action::stage_step:
    case Action::stage_end:
    case Action::stage_next_event:
      if (trace == nullptr || step < last_step(*trace)) return "";
      return is_choosing(*trace, step) ? "Choose who goes next" : "This is the end";
    default:
      return "";
  }
}

}  // namespace heatwave::panels
