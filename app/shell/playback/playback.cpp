// Advances a recording with the clock. Admits only commands that change no cell of the field.
#include "app/shell/playback/playback.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/field/check_sum.h"
#include "app/session/field/live_field.h"
#include "app/ui/controls.h"
#include "app/ui/number_controls.h"
#include "app/ui/pane.h"
#include "app/wire/recording.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

/// Draws the time line with the field's current time and the target of a seek.
void draw_time_line(ShellView& shell, float width) {
  const float u = shell.unit;
  const PlaybackStatus& model = shell.now.playback;
  const float rim = 8 * u;  // the knob's radius
  double wanted = model.going_to;
  if (ui::slide_area("playback", {width, 32 * u}, rim, wanted, std::max(0.0, model.seconds))) {
    shell.send(session::SeekRecording{wanted});
  }
  note_place(shell, "playback");
  const ImVec2 from{ImGui::GetItemRectMin().x + rim, ImGui::GetItemRectMin().y};
  const ImVec2 to{ImGui::GetItemRectMax().x - rim, ImGui::GetItemRectMax().y};
  const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const auto place_of = [&](double seconds) {
    const double part = model.seconds > 0 ? std::clamp(seconds / model.seconds, 0.0, 1.0) : 0.0;
    return from.x + static_cast<float>(part) * (to.x - from.x);
  };
  const float middle = (from.y + to.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = 3 * u;
  list.AddRectFilled({from.x, middle - half}, {to.x, middle + half},
                     ui::packed_colour(hovered ? shell.theme.hovered : shell.theme.raised), half);
  list.AddRectFilled({from.x, middle - half}, {place_of(model.reached), middle + half},
                     ui::packed_colour(ui::with_alpha(shell.theme.accent, 0.6F)), half);
  list.AddCircleFilled({place_of(wanted), middle}, rim, ui::packed_colour(shell.theme.accent));
  explain(shell, "The recording's time line: drag it, or click anywhere.");
}

void draw_playback_bar(ShellView& shell, const ui::Box& area) {
  const float u = shell.unit;
  const PlaybackStatus& model = shell.now.playback;
  const ui::Pane pane("playback bar", area, {16 * u, 8 * u});
  const float width = area.width();
  ui::draw_edge(shell, {area.left, area.top}, {area.right, area.top});
  const std::string of = words::clock_time(model.seconds);
  const std::string text = words::clock_time(model.reached) + " of " + of;
  const float text_width = ImGui::CalcTextSize((of + " of " + of).c_str()).x;
  const ui::ButtonLook look{.text = "Take over"};
  const ui::ButtonLook back{.primary = true, .text = "Back"};
  const float back_width = model.of_last_minute ? ImGui::CalcTextSize(back.text).x + 44 * u : 0.0F;
  const float button = ImGui::CalcTextSize(look.text).x + 50 * u + back_width;
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(text.c_str());
  ImGui::SameLine(left + text_width + 16 * u);
  constexpr float kSpeed = 48;
  draw_time_line(shell, width - 32 * u - text_width - button - 196 * u);
  ImGui::SameLine(0, 16 * u);
  action_button(shell, ui::Icon::chevron_left, "playback_slower", "Half as fast.");
  ImGui::SameLine(0, 4 * u);
  const std::string speed = fmt::format("{:g}×", model.speed);
  const float at = ImGui::GetCursorPosX();
  ImGui::SetCursorPosX(at + (kSpeed * u - ImGui::CalcTextSize(speed.c_str()).x) / 2);
  ImGui::TextUnformatted(speed.c_str());
  ImGui::SameLine(at + kSpeed * u);
  action_button(shell, ui::Icon::chevron_right, "playback_faster", "Twice as fast.");
  ImGui::SameLine(0, 16 * u);
  if (model.of_last_minute) {
    action_button(shell, ui::Icon::back, "last_minute", "Back to where you were.", back);
    ImGui::SameLine(0, 8 * u);
  }
  if (icon_button(shell, "take over", ui::Icon::close,
                  "Ends the recording here: from now on the field is yours.", "", "", look)) {
    shell.send(session::EndPlayback{.take_over = true});
  }
}

/// Limit of the recording's time per frame, however long a frame took.
constexpr double kMostSecondsAFrame = 0.25;
constexpr double kSecondsToSeek = 0.04;  ///< seconds of a frame while seeking
/// Seconds; seeking such a short way ahead is left to playing.
constexpr double kNearEnough = 1.0;

/// Returns whether the command changes nothing of the field that a recording plays.
bool leaves_field_alone(const session::Command& command) {
  return std::holds_alternative<session::PlayLesson>(command) ||
         std::holds_alternative<session::SetColours>(command) ||
         std::holds_alternative<session::ShowComponent>(command) ||
         std::holds_alternative<session::ShowBeside>(command) ||
         std::holds_alternative<session::SetView>(command) ||
         std::holds_alternative<session::SetFlow>(command) ||
         std::holds_alternative<session::SetViewpoint>(command) ||
         std::holds_alternative<session::SetPace>(command) ||
         std::holds_alternative<session::DescribeScene>(command);
}

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

Playback::Playback(const ShellContext& shell) : shell_(shell) {
  if (shell.start.recording != nullptr) open(shell.start.recording);
}

void Playback::open(std::shared_ptr<const wire::Recording> recording) {
  recording_ = std::move(recording);
  player_ = std::make_unique<wire::Player>(*recording_, shell_.session);
  status_.open = true;
  const std::string broken = wire::told_of_break(*recording_);
  if (!broken.empty()) shell_.commands.tell(words::sentence(words::printable(broken)));
}

void Playback::forget() {
  player_.reset();  // the player must go before the recording that it reads
  recording_.reset();
  status_ = {};
}

void Playback::take_over() {
  forget();
  if (present_) shell_.session.resume_minute(false);
  present_.reset();
}

void Playback::handle(const session::PlayRecording& command) {
  const session::Snapshot& now = shell_.session.snapshot();
  if (now.lab.running)
    throw core::Error("the lab is measuring: play the recording when it has finished");
  auto recording = std::make_shared<const wire::Recording>(wire::read_recording(command.path));
  session::require_host_memory(recording->scene, shell_.start.solver.backend);
  take_over();
  shell_.session.begin(recording->scene);
  open(std::move(recording));
  shell_.session.submit(session::Play{});
  shell_.commands.send(session::NoteOpenedFile{command.path});
}

void Playback::handle(const session::ShowLastMinute& command) {
  if (command.on == present_.has_value()) return;
  command.on ? show_last_minute() : leave_last_minute();
}

void Playback::show_last_minute() {
  const session::Snapshot& now = shell_.session.snapshot();
  const LectureStatus& lecture = shell_.now.lecture;
  if (player_ != nullptr) throw core::Error("a recording is being played already");
  if (now.lab.running) throw core::Error("the lab is measuring: the field is paused");
  if (now.recording.running)
    throw core::Error("end the recording first: it would record the playback");
  if (now.exporting.sequence)
    throw core::Error("end the sequence first: it would record the playback");
  if (lecture.is_going) throw core::Error("a lecture step is still running");
  if (lecture.recording) throw core::Error("a step of the lecture is being recorded");
  session::Session& session = shell_.session;
  const auto minute = session.last_minute();
  if (!minute) throw core::Error("there is nothing to replay yet");
  const field::FieldState state = session.state();
  auto recording = std::make_shared<const wire::Recording>(
      wire::recording_of(*minute, state.step, session::check_sum(state)));
  present_ = {session.kept(), now.playing};
  session.hold_minute();
  try {
    session.begin(recording->scene);
  } catch (...) {
    leave_last_minute();
    throw;
  }
  open(std::move(recording));
  status_.of_last_minute = true;
  shell_.commands.send(session::ShowRoom{rooms::kFields.id, {}});
  constexpr double kMinute = 60.0;
  player_->go_to(player_->seconds() - kMinute);
  session.submit(session::Play{});
}

void Playback::leave_last_minute() {
  const Present before = *std::exchange(present_, std::nullopt);
  forget();
  shell_.session.go_back(*before.kept);
  shell_.session.resume_minute(true);
  if (before.playing) {
    shell_.session.submit(session::Play{});
  } else {
    shell_.session.submit(session::Pause{});
  }
}

void Playback::handle(const session::SeekRecording& command) {
  if (player_ == nullptr) throw core::Error("no recording is being played");
  player_->go_to(std::clamp(command.seconds, 0.0, std::max(0.0, player_->seconds())));
  status_.going_to = player_->wanted();
  sought_ = true;
}

void Playback::handle(const session::SetPlaybackSpeed& command) {
  if (!(command.speed >= PlaybackStatus::kSlowest && command.speed <= PlaybackStatus::kFastest)) {
    throw core::Error(fmt::format("a recording is played {} to {} times as fast",
                                  PlaybackStatus::kSlowest, PlaybackStatus::kFastest));
  }
  status_.speed = command.speed;
}

void Playback::handle(const session::EndPlayback& command) {
  if (present_ && !command.take_over) return leave_last_minute();
  if (player_ != nullptr) take_over();
}

bool Playback::admit(const session::Command& command) {
  if (player_ == nullptr) return true;
  if (std::holds_alternative<session::Advance>(command)) {
    player_->one_step();
    return false;
  }
  if (std::holds_alternative<session::Reset>(command)) {
    player_->go_to(0.0);
    return false;
  }
  if (std::holds_alternative<session::LoadScene>(command)) {
    take_over();
    return true;
  }
  if (std::holds_alternative<session::Play>(command) && player_->at_end()) player_->go_to(0.0);
  if (!session::traits_of(command).recorded || leaves_field_alone(command)) return true;
  shell_.commands.tell("A recording is being played: take over to change the field.");
  return false;
}

void Playback::update(PlaybackTime time) {
  const session::Snapshot& now = shell_.session.snapshot();
  const bool in_fields = shell_.now.room == rooms::kFields.id;
  if (player_ == nullptr || !in_fields || now.lab.running) return;
  const bool playing = now.playing;
  const bool seeks = std::exchange(sought_, false) || player_->wanted() < player_->reached() ||
                     player_->wanted() > player_->reached() + kNearEnough * status_.speed;
  if (playing && !seeks) player_->pass(std::min(time.passed, kMostSecondsAFrame) * status_.speed);
  try {
    player_->go_on(nanoseconds(seeks ? kSecondsToSeek : time.for_steps));
  } catch (const core::Error& error) {
    shell_.commands.tell(std::string(error.what()) + ".");
    player_->stay();
    shell_.session.submit(session::Pause{});
  }
  if (playing && player_->at_end()) shell_.session.submit(session::Pause{});
  status_.seconds = player_->seconds();
  status_.reached = player_->reached();
  status_.going_to = player_->wanted();
}

void Playback::draw(ShellView& view, const ui::Box& place) {
  if (status_.open) draw_playback_bar(view, place);
}

}  // namespace heatwave::shell
