// Recognises the action that each step of the tour waits for.
#include "app/shell/presenter/tour_guide.h"

#include <imgui.h>

#include "app/shell/presenter/tour_card.h"

namespace heatwave::shell {

TourGuide::TourGuide(const ShellContext& shell) : shell_(shell) {
  const Start& start = shell.start;
  if (start.memory != nullptr) {
    was_seen_ = start.memory->kept().has_toured;
  } else if (start.for_the_first_time) {
    was_seen_ = false;
  }
  // During a lecture the offer would cover the items that the lecture describes.
  if (!was_seen_ && start.lecture == nullptr) model_.offer(ImGui::GetTime());
}

void TourGuide::handle(const session::MoveTour& command) {
  switch (command.move) {
    case session::TourMove::begin:
      shell_.commands.send(session::ShowHelp{false});
      // The tour describes the panel, which the lecture's card would cover.
      shell_.commands.send(session::ShowLectureCard{false});
      return model_.begin();
    case session::TourMove::skip:
      return model_.skip();
    case session::TourMove::end:
      return model_.end();
  }
}

void TourGuide::observe(const session::Command& command) {
  const double now = ImGui::GetTime();
  if (is_dragged(command)) model_.note(TourTask::drag, now);
  if (std::holds_alternative<session::SetParameter>(command)) {
    model_.note(TourTask::parameter, now);
  }
  const bool turned = std::holds_alternative<session::Play>(command) ||
                      std::holds_alternative<session::Pause>(command);
  if (turned && shell_.now.room == rooms::kFields.id) model_.note(TourTask::pause, now);
}

void TourGuide::note_what_is_seen(double now) {
  if (shell_.session.snapshot().lab.running) model_.note(TourTask::measure, now);
  const session::Sight sight = shell_.sight();
  const int step = sight.stage ? sight.stage->step : 0;
  if (step != stage_step_ && shell_.now.room == rooms::kStage.id) {
    model_.note(TourTask::step, now);
  }
  stage_step_ = step;
  if (shell_.now.interface.search_open || shell_.now.lecture.lecture != nullptr) {
    model_.note(TourTask::find, now);
  }
}

void TourGuide::update() {
  const double now = ImGui::GetTime();
  if (model_.step()) {
    note_what_is_seen(now);
    // In a small window the tour's card and the lecture's would overlap.
    if (!model_.is_done() && shell_.now.lecture.card_shown) model_.end();
  }
  model_.pass(now);
  was_seen_ = was_seen_ || model_.was_seen(now);
}

float TourGuide::draw(ShellView& view, const rooms::Layout& layout, const ui::Box& notices) {
  return draw_tour_card(view, model_, layout, notices);
}

TourStatus TourGuide::status() const {
  return {.step = model_.step(),
          .offered = model_.is_offered(ImGui::GetTime()),
          .is_done = model_.is_done(),
          .was_seen = was_seen_};
}

}  // namespace heatwave::shell
