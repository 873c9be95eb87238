// A lecture in the window: its steps are done between the frames, and the rooms show what it says.
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/shell/front.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

constexpr std::chrono::milliseconds kOfAFrame{40};  ///< while a step is on its way

}  // namespace

void Front::open_lecture(wire::Lecture lecture) {
  close_recording();
  close_lecture();
  given_ = std::make_unique<wire::LecturePlayer>(std::move(lecture), session_, false);
  LectureModel& model = model_.lecture;
  model.lecture = &given_->lecture();
  model.step = 0;
  model.answer_shown = false;
  model.card_shown = model.caption_shown = true;
  model_.panel_shown = true;
  given_->go_to(0);
}

void Front::close_lecture() {
  LectureModel& model = model_.lecture;
  model.lecture = nullptr;
  model.step = 0;
  model.answer_shown = model.is_going = model.writing = model.recording = model.changed = false;
  given_.reset();
}

void Front::open_wanted_lecture() {
  LectureModel& model = model_.lecture;
  try {
    if (model.card_shown && model.all.empty()) model.all = wire::built_in_lectures();
    if (const std::string name = std::exchange(model.wanted, {}); !name.empty()) {
      open_lecture(wire::find_lecture(name));
    }
  } catch (const core::Error& error) {
    tell(std::string(error.what()) + ".");
    model.card_shown = false;
  }
}

void Front::lecture_next() {
  LectureModel& model = model_.lecture;
  if (model.has_answer_to_show()) {
    model.answer_shown = model.answer_is_new = true;
    return;
  }
  if (model.step + 1 >= model.lecture->steps.size()) return;
  end_showing_again();
  given_->next(sight());
  model.answer_shown = false;
}

void Front::lecture_back() {
  LectureModel& model = model_.lecture;
  if (std::exchange(model.answer_shown, false) || model.step == 0) return;
  end_showing_again();
  given_->back();
  // As it was left.
  model.answer_shown = !model.lecture->steps[given_->step()].question.empty();
}

void Front::give_lecture() {
  LectureModel& model = model_.lecture;
  open_wanted_lecture();
  const bool next = std::exchange(model.wants_next, false);
  const bool back = std::exchange(model.wants_back, false);
  if (std::exchange(model.wants_to_leave, false)) close_lecture();
  write_lecture();
  if (given_ == nullptr) return;
  if ((next || back) && model.recording) end_step();
  try {
    if (next) lecture_next();
    if (back) lecture_back();
    given_->go_on(kOfAFrame);
  } catch (const core::Error& error) {
    tell(std::string(error.what()) + ".");
  }
  if (const auto sight = given_->take_sight()) show(*sight);
  model.step = given_->step();
  model.is_going = given_->is_going();
}

session::Sight Front::sight() const {
  session::Sight sight;
  for (const auto& each : rooms_) each->note_sight(sight);
  const auto shown =
      std::find_if(rooms::kRooms.begin(), rooms::kRooms.end(),
                   [this](const rooms::RoomEntry& entry) { return model_.room == entry.id; });
  sight.place = static_cast<session::Place>(shown - rooms::kRooms.begin());
  return sight;
}

void Front::show(const session::Sight& sight) {
  model_.room = rooms::kRooms.at(static_cast<std::size_t>(sight.place)).id;
  for (const auto& each : rooms_) each->look_at(sight);
}

}  // namespace heatwave::shell
