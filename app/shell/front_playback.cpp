// A recording in the window: time passes, the bar is dragged, and nothing else changes the field.
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/session/field/check_sum.h"
#include "app/shell/front.h"
#include "app/wire/minute_recording.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

constexpr double kMostSecondsAFrame = 0.25;  ///< of time that passes, however long a frame took
constexpr double kSecondsToSeek = 0.04;      ///< of a frame, while it is on its way elsewhere
constexpr double kNearEnough = 1.0;          ///< second: as far as playing comes by itself

/// Changes how a field is seen, and no cell of it.
bool is_view(const session::Command& command) {
  return std::holds_alternative<session::SetColours>(command) ||
         std::holds_alternative<session::ShowComponent>(command) ||
         std::holds_alternative<session::SetView>(command) ||
         std::holds_alternative<session::SetViewpoint>(command) ||
         std::holds_alternative<session::SetPace>(command) ||
         std::holds_alternative<session::DescribeScene>(command);
}

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

void Front::open_recording() {
  if (start_.recording == nullptr) return;
  player_ = std::make_unique<wire::Player>(*start_.recording, session_);
  model_.playback.open = true;
  const std::string broken = wire::told_of_break(*start_.recording);
  if (!broken.empty()) tell(words::sentence(words::printable(broken)));
}

float Front::playback_height() const {
  constexpr float kHeight = 48;
  const bool shown = model_.playback.open && model_.room == rooms::kFields.id && !model_.present.on;
  return shown ? kHeight * unit_ : 0.0F;
}

void Front::forget_recording() {
  player_.reset();  // which plays what goes next
  start_.recording.reset();
  model_.playback = {};
}

void Front::close_recording() {
  forget_recording();
  // From here on the field is another one.
  if (before_minute_) session_.resume_minute(false);
  before_minute_.reset();
}

void Front::turn_last_minute() {
  if (!std::exchange(model_.playback.wants_minute, false)) return;
  if (before_minute_) return leave_last_minute();
  try {
    show_last_minute();
  } catch (const std::exception& error) {
    tell_why(error);
  }
}

void Front::show_last_minute() {
  const session::Snapshot& now = session_.snapshot();
  if (player_ != nullptr) throw core::Error("a recording is being played already");
  if (now.lab.running) throw core::Error("the lab measures: the field rests");
  if (now.recording.running) throw core::Error("end the recording first: this would be in it");
  if (now.exporting.sequence) throw core::Error("end the sequence first: this would be in it");
  if (given_ != nullptr && given_->is_going())
    throw core::Error("the lecture's step is on its way");
  if (model_.lecture.recording) throw core::Error("a step of the lecture is being recorded");
  const auto minute = session_.last_minute();
  if (!minute) throw core::Error("nothing has happened yet that could be shown again");
  const field::FieldState state = session_.state();
  auto recording = std::make_shared<const wire::Recording>(
      wire::recording_of(*minute, state.step, session::check_sum(state)));
  before_minute_ = {session_.kept(), now.playing};
  session_.hold_minute();
  try {
    session_.begin(recording->scene);
  } catch (...) {
    leave_last_minute();
    throw;
  }
  start_.recording = std::move(recording);
  open_recording();
  model_.playback.of_last_minute = true;
  model_.room = rooms::kFields.id;
  constexpr double kMinute = 60.0;
  player_->go_to(player_->seconds() - kMinute);
  session_.submit(session::Play{});
}

void Front::end_showing_again() {
  if (before_minute_) return leave_last_minute();
  if (player_ != nullptr) close_recording();
}

void Front::leave_last_minute() {
  const BeforeMinute before = *std::exchange(before_minute_, std::nullopt);
  forget_recording();
  session_.go_back(*before.kept);
  session_.resume_minute(true);
  if (before.playing) {
    session_.submit(session::Play{});
  } else {
    session_.submit(session::Pause{});
  }
}

void Front::submit(session::Command command, session::Gesture gesture) {
  // What is done while a step of a lecture is on its way would be lost in it.
  const bool is_edit =
      session::traits_of(command).recorded || std::holds_alternative<session::Advance>(command);
  const bool is_of_field = is_edit || std::holds_alternative<session::Play>(command);
  if (given_ != nullptr && given_->is_going() && is_of_field) return;
  if (given_ != nullptr && is_edit) given_->note_edit();
  has_dragged_ = has_dragged_ || is_dragged(command);
  note_for_tour(command);
  touched_ = touched_ || session::traits_of(command).recorded;
  note_done(command);
  if (is_dragged(command) && dragged_frame_ < 0) {
    dragged_frame_ = frame_;
    dragged_scene_ = session_.snapshot().scene_version;
  }
  if (player_ == nullptr || lets_through(command)) session_.submit(std::move(command), gesture);
}

bool Front::lets_through(const session::Command& command) {
  if (std::holds_alternative<session::Advance>(command)) {
    player_->one_step();
    return false;
  }
  if (std::holds_alternative<session::Reset>(command)) {
    player_->go_to(0.0);
    return false;
  }
  if (std::holds_alternative<session::LoadScene>(command)) {
    close_recording();
    return true;
  }
  if (std::holds_alternative<session::Play>(command) && player_->at_end()) player_->go_to(0.0);
  if (!session::traits_of(command).recorded || is_view(command)) return true;
  tell("A recording is being played: take over to change the field.");
  return false;
}

void Front::play_recording() {
  PlaybackModel& model = model_.playback;
  turn_last_minute();
  if (model.wants_to_leave) close_recording();
  if (player_ == nullptr || !in_fields() || session_.snapshot().lab.running) return;
  const bool playing = session_.snapshot().playing;
  const auto dragged = std::exchange(model.wanted, std::nullopt);
  if (dragged) player_->go_to(*dragged);
  const bool seeks = dragged || player_->wanted() < player_->reached() ||
                     player_->wanted() > player_->reached() + kNearEnough * model.speed;
  if (playing && !seeks)
    player_->pass(std::min(pacer_.frame_seconds(), kMostSecondsAFrame) * model.speed);
  try {
    player_->go_on(nanoseconds(seeks ? kSecondsToSeek : pacer_.seconds_for_steps()));
  } catch (const core::Error& error) {
    tell(std::string(error.what()) + ".");
    player_->stay();
    session_.submit(session::Pause{});
  }
  if (playing && player_->at_end()) session_.submit(session::Pause{});
  model.seconds = player_->seconds();
  model.reached = player_->reached();
  model.going_to = player_->wanted();
}

}  // namespace heatwave::shell
