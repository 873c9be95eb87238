// The tour: when it is offered, and what it notices.
#include <imgui.h>

#include "app/shell/front.h"

namespace heatwave::shell {

void Front::begin_tour() {
  if (start_.memory != nullptr) {
    has_toured_ = start_.memory->kept().has_toured;
    has_dragged_ = start_.memory->kept().has_dragged;
  } else if (start_.for_the_first_time) {
    has_toured_ = has_dragged_ = false;
  }
  // A lecture has the room's attention, and the offer would lie over what it speaks of.
  if (!has_toured_ && start_.lecture == nullptr) model_.tour.offer(ImGui::GetTime());
}

void Front::note_for_tour(const session::Command& command) {
  const double now = ImGui::GetTime();
  if (is_dragged(command)) model_.tour.note(TourDeed::drag, now);
  if (std::holds_alternative<session::SetParameter>(command)) {
    model_.tour.note(TourDeed::parameter, now);
  }
  const bool turned = std::holds_alternative<session::Play>(command) ||
                      std::holds_alternative<session::Pause>(command);
  if (turned && in_fields()) model_.tour.note(TourDeed::pause, now);
}

void Front::lead_tour() {
  TourModel& tour = model_.tour;
  const double now = ImGui::GetTime();
  if (tour.step()) {
    if (session_.snapshot().lab.running) tour.note(TourDeed::measure, now);
    const int step = stage_step();
    if (step != tour_stage_step_ && model_.room == rooms::kStage.id) {
      tour.note(TourDeed::step, now);
    }
    tour_stage_step_ = step;
    if (model_.search.open || model_.lecture.lecture != nullptr) tour.note(TourDeed::find, now);
    if (tour.is_done()) {
      // It is read for a while, also in a window that rests otherwise.
      idle_.stir(now);
    } else if (model_.lecture.card_shown) {
      // In a small window one would lie upon the other.
      tour.end();
    }
  }
  tour.pass(now);
  has_toured_ = has_toured_ || tour.was_seen(now);
}

int Front::stage_step() const {
  session::Sight sight;
  for (const auto& each : rooms_) each->note_sight(sight);
  return sight.stage ? sight.stage->step : 0;
}

}  // namespace heatwave::shell
