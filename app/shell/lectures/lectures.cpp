// Opens lectures and goes through their steps; a step runs between the frames.
#include "app/shell/lectures/lectures.h"

#include <imgui.h>

#include <chrono>
#include <filesystem>
#include <utility>

#include "app/shell/lectures/lecture_bar.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

/// Time for a step in each frame, while it runs.
constexpr std::chrono::milliseconds kOfAFrame{40};

}  // namespace

Lectures::Lectures(const ShellContext& shell) : shell_(shell), writer_(shell) {
  if (shell.start.lecture != nullptr) open(*shell.start.lecture);
}

void Lectures::open(wire::Lecture lecture) {
  shell_.commands.send(session::EndPlayback{.take_over = true});
  writer_.start_over();
  player_ = std::make_unique<wire::LecturePlayer>(std::move(lecture), shell_.session, false);
  status_.answer_shown = status_.writing = false;
  status_.card_shown = status_.caption_shown = true;
  shell_.commands.send(session::ShowPanel{true});
  player_->go_to(0);
  began_at_ = ImGui::GetTime();
  publish();
}

void Lectures::handle(const session::OpenLecture& command) {
  if (std::filesystem::path(command.name).has_parent_path()) {
    throw core::Error("a lecture that comes with the program is opened by its name alone");
  }
  open(wire::find_lecture(command.name));
}

void Lectures::handle(const session::OpenLectureFile& command) {
  open(wire::read_lecture(command.path));
  shell_.commands.send(session::NoteOpenedFile{command.path});
}

void Lectures::handle(const session::CloseLecture& /*command*/) {
  player_.reset();
  writer_.start_over();
  status_.answer_shown = status_.writing = false;
  publish();
}

bool Lectures::waits_for_playback(session::Command command) {
  if (!shell_.now.playback.open) return false;
  shell_.commands.send(session::EndPlayback{});
  shell_.commands.send(std::move(command));
  return true;
}

void Lectures::end_black_screen() {
  if (shell_.now.present.blank) shell_.commands.send(session::BlankScreen{false});
}

void Lectures::handle(const session::NextLectureStep& command) {
  end_black_screen();
  if (shell_.now.reveals.next) return shell_.commands.send(session::RevealTime{true});
  if (player_ == nullptr) throw core::Error("no lecture is open");
  if (writer_.is_recording()) writer_.end_step(*player_);
  publish();
  if (status_.hides_question()) return show_card(true);
  if (status_.has_answer_to_show()) {
    status_.answer_shown = true;
    return;
  }
  if (status_.step + 1 >= player_->count() || waits_for_playback(command)) return;
  player_->next(shell_.sight());
  status_.answer_shown = false;
  publish();
}

void Lectures::handle(const session::PreviousLectureStep& command) {
  end_black_screen();
  if (shell_.now.reveals.newest) return shell_.commands.send(session::RevealTime{false});
  if (player_ == nullptr) throw core::Error("no lecture is open");
  if (writer_.is_recording()) writer_.end_step(*player_);
  if (std::exchange(status_.answer_shown, false) || player_->step() == 0) return;
  if (waits_for_playback(command)) return;
  player_->back();
  // The previous step appears as the lecturer left it, with its answer.
  status_.answer_shown = !player_->lecture().steps[player_->step()].question.empty();
  publish();
}

/// Shows the card, or the room's panel in its place. Opens the side panel for the card.
void Lectures::show_card(bool on) {
  status_.card_shown = on;
  if (on) shell_.commands.send(session::ShowPanel{true});
  if (on && status_.all == nullptr) {
    status_.all =
        std::make_shared<const std::vector<wire::LectureListing>>(wire::built_in_lectures());
  }
}

void Lectures::handle(const session::ShowLectureCard& command) { show_card(command.on); }

void Lectures::handle(const session::ShowLectureCaption& command) {
  status_.caption_shown = command.on;
}

void Lectures::handle(const session::WriteLecture& command) {
  if (!writer_.is_recording()) status_.writing = command.on && player_ != nullptr;
}

void Lectures::handle(const session::EditLecture& command) {
  if (command.edit == session::LectureEdit::begin) {
    writer_.start_over();
    player_ = std::make_unique<wire::LecturePlayer>(writer_.new_lecture(), shell_.session, false);
    writer_.mark_changed();
    status_.writing = true;
    status_.answer_shown = false;
  }
  if (player_ == nullptr) throw core::Error("no lecture is open");
  writer_.apply(command.edit, *player_);
  publish();
}

void Lectures::handle(const session::RewordLectureStep& command) {
  if (player_ == nullptr) throw core::Error("no lecture is open");
  writer_.reword(command, *player_);
  publish();
}

void Lectures::handle(const session::ResetLectureClock& /*command*/) {
  began_at_ = ImGui::GetTime();
}

bool Lectures::admit(const session::Command& command, session::Gesture gesture) {
  if (player_ == nullptr) return true;
  const bool is_edit =
      session::traits_of(command).recorded || std::holds_alternative<session::Advance>(command);
  const bool is_of_field = is_edit || std::holds_alternative<session::Play>(command);
  // Opening a file begins another scene, whatever the lecture is doing.
  const bool is_another = std::holds_alternative<session::LoadScene>(command);
  if (player_->is_going() && is_of_field && !is_another) return false;
  if (is_edit) player_->note_edit();
  return !writer_.record(command, gesture);
}

void Lectures::update() {
  if (status_.card_shown && status_.all == nullptr) show_card(true);
  if (player_ == nullptr) return;
  try {
    player_->go_on(kOfAFrame);
  } catch (const core::Error& error) {
    shell_.commands.tell(std::string(error.what()) + ".");
  }
  if (const auto sight = player_->take_sight()) shell_.commands.send(session::ShowSight{*sight});
  writer_.update(*player_);
  publish();
}

void Lectures::publish() {
  status_.lecture = player_ == nullptr ? nullptr : &player_->lecture();
  status_.step = player_ == nullptr ? 0 : player_->step();
  status_.is_going = player_ != nullptr && player_->is_going();
  status_.recording = writer_.is_recording();
  status_.changed = writer_.has_changed();
  status_.seconds = ImGui::GetTime() - began_at_;
}

void Lectures::draw(ShellView& view, const LecturePlaces& places) {
  draw_lecture_caption(view, places.caption);
  status_.caption_drawn = places.caption.is_shown();
  if (places.side.width() > 0 && status_.card_shown) {
    // Each step begins scrolled to its top.
    const auto here = std::pair(status_.lecture, status_.step);
    const bool is_new = std::exchange(drawn_, here) != here;
    draw_lecture_card(view, places.side, is_new, card_heights_);
  }
  if (places.bar.width() > 0 && status_.lecture != nullptr) draw_lecture_bar(view, places.bar);
}

}  // namespace heatwave::shell
