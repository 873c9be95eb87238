// The stage as the shell knows it.
#include "app/rooms/stage/stage_room.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/rooms/stage/board.h"
#include "app/rooms/stage/board_caption.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/rooms/stage/stage_findings.h"
#include "app/rooms/stage/stage_place.h"
#include "app/rooms/stage/stage_side.h"
#include "app/rooms/stage/stage_transport.h"
#include "app/ui/picker.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {
namespace {

constexpr std::array<rooms::Hint, 6> kMouse{
    {{"Thread", "a click follows it; a framed one goes next"},
     {"Cell", "a click tells who wrote it, and when"},
     {"Lane", "drag it to another cell; with Shift, all of them"},
     {"Fault", "a click in the list goes to its step"},
     {"Time line", "drag to any step"},
     {"Wheel", "scrolls the board, the source, the panel"}}};

}  // namespace

std::span<const rooms::Hint> StageRoom::mouse() const { return kMouse; }

std::string StageRoom::title(const session::Snapshot& /*snapshot*/) const {
  return shown_lesson(model_).title;
}

std::string StageRoom::file_name(const session::Snapshot& /*snapshot*/) const {
  return "stage-" + shown_lesson(model_).id;
}

std::vector<rooms::Finding> StageRoom::findings(const session::Snapshot& /*snapshot*/) const {
  return findings_of(model_);
}

void StageRoom::show_found(const rooms::Finding& finding, const rooms::Frame& frame) {
  StageView view = this->view(frame);
  stage_room::show_found(view, finding);
}

void StageRoom::add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) {
  const session::StageStatus& stage = frame.snapshot.stage;
  const stage::Trace* trace = shown_play(view(frame));
  nlohmann::ordered_json faults = nlohmann::ordered_json::array();
  if (trace != nullptr) {
    for (const stage::Fault& fault : trace->faults) faults.push_back(stage::name_of(fault.kind));
  }
  const bool acted = trace != nullptr && model_.step > 0;
  const int sectors =
      acted ? trace->steps[static_cast<std::size_t>(model_.step) - 1].cost.sectors : 0;
  status["stage"] = {
      {"lesson", shown_lesson(model_).id},
      {"version", stage.settings.version},
      {"schedule", stage.settings.schedule.text()},
      {"choices", stage.settings.schedule.choices},
      {"warp", stage.settings.warp},
      {"inputs", stage.settings.inputs},
      {"plays", stage.version},
      {"shown", trace != nullptr},
      {"computing", stage.running},
      {"step", model_.step},
      {"sectors", sectors},
      {"steps", trace == nullptr ? 0 : trace->steps.size()},
      {"playing", model_.playing},
      {"recording", model_.saved_from.has_value()},
      {"faults", faults},
      {"candidates", trace == nullptr ? 0 : trace->candidates_at(model_.step).size()},
      {"followed", model_.followed},
      {"asked", {model_.asked.array, model_.asked.index}},
      {"smallest_letters", model_.places.smallest_letters},
      {"body_letters", frame.fonts.size},
      {"board_area", model_.places.board.by_size()},
      {"source_area", model_.places.source.by_size()}};
}

void StageRoom::rest(const rooms::Frame& /*frame*/) { end_sequence(model_); }

void StageRoom::begin(const rooms::Frame& frame, double seconds) {
  StageView view = this->view(frame);
  keep_stage(view, seconds);
  model_.places.board = model_.places.source = model_.places.picture = {};
}

void StageRoom::draw(const rooms::Frame& frame, const rooms::Layout& layout) {
  StageView view = this->view(frame);
  draw_stage_place(view, layout.room);
}

void StageRoom::draw_over(const rooms::Frame& frame, const ui::Box& window) {
  StageView view = this->view(frame);
  const auto moment = shown_moment(view);
  if (!frame.is_for_picture || !moment) return;
  model_.places.picture = draw_board_caption(view, *moment, window);
}

void StageRoom::draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) {
  const stage::Lesson& shown = shown_lesson(model_);
  std::vector<ui::Choice> choices;
  for (const stage::Lesson& each : stage::lessons()) {
    choices.push_back({each.id, each.title, ui::first_sentence(each.shows)});
  }
  const int pressed = draw_choice_in_bar(frame,
                                         {.id = "lesson",
                                          .title = shown.title,
                                          .help = "Choose a lesson.",
                                          .keys = frame.keys_of("next_lesson")},
                                         bar, buttons, choices, shown.id, shown.shows);
  if (pressed >= 0) show(choices[static_cast<std::size_t>(pressed)].id);
}

void StageRoom::draw_side(const rooms::Frame& frame, const ui::Box& area) {
  StageView view = this->view(frame);
  draw_stage_side(view, area);
}

void StageRoom::draw_transport(const rooms::Frame& frame, const ui::Box& area) {
  StageView view = this->view(frame);
  draw_stage_transport(view, area);
}

ui::Box StageRoom::place_of_notices(const rooms::Layout& layout, float unit) const {
  ui::Box place = layout.room;
  // Below the board stands what happened.
  if (model_.places.board.height() > 0)
    place.bottom = model_.places.board.bottom - kBoardKey * unit;
  return place;
}

bool StageRoom::show_next_step() {
  const bool goes_on = model_.saved_from && model_.step < model_.shown_last;
  if (goes_on) {
    ++model_.step;
  } else {
    end_sequence(model_);
  }
  return goes_on;
}

void StageRoom::show(const std::string& lesson) {
  if (!lesson.empty()) model_.lesson = lesson;
}

void StageRoom::look_at(const session::Sight& sight) {
  if (!sight.stage) return;
  model_.lesson = sight.stage->lesson;
  model_.settings[model_.lesson] = sight.stage->settings;
  model_.typed.clear();
  model_.asked_lesson.clear();  // it is played anew, as soon as it is shown
  model_.wanted_step = sight.stage->step;
}

void StageRoom::note_sight(session::Sight& sight) const {
  const std::string& lesson = shown_lesson(model_).id;
  const int step = model_.shown_lesson == lesson ? model_.step : 0;
  sight.stage = {.lesson = lesson, .settings = shown_play_settings(model_), .step = step};
}

}  // namespace heatwave::stage_room
