// Each edit builds a new lecture, which replaces the player's.
#include "app/shell/lectures/lecture_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/scene/assets.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/system/write_files.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path inner = fs::weakly_canonical(path, error);
  const fs::path outer = fs::weakly_canonical(folder, error);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

/// Names the first step with a question but no answer, or the reverse; empty: there is none.
std::string missing_words(const wire::Lecture& lecture) {
  for (std::size_t i = 0; i < lecture.steps.size(); ++i) {
    const wire::LectureStep& step = lecture.steps[i];
    if (step.question.empty() == step.answer.empty()) continue;
    return fmt::format(
        "step {} has {}", i + 1,
        step.answer.empty() ? "a question and no answer" : "an answer and no question");
  }
  return "";
}

/// Makes a file name such as "my-lecture.hwl".
std::string file_name_for(const std::string& title) {
  std::string name;
  for (const char c : title) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_plain) name += c;
    if (!is_plain && !name.empty() && name.back() != '-') name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return (name.empty() ? "lecture" : name) + ".hwl";
}

/// Returns whether the command starts or stops the steps; a step records that once, at its end.
bool is_of_time(const session::Command& command) {
  return std::holds_alternative<session::Play>(command) ||
         std::holds_alternative<session::Pause>(command) ||
         std::holds_alternative<session::Advance>(command);
}

/// Returns the scene's name if it is an unchanged built-in scene; otherwise the scene itself.
std::variant<std::monostate, std::string, scene::Scene> as_beginning(scene::Scene scene) {
  int id = 0;
  for (scene::Item& item : scene.items) item.id = ++id;
  for (const std::string& name : scene::built_in_scene_names()) {
    if (name == scene.name && scene::find_scene(name) == scene) return name;
  }
  return scene;
}

}  // namespace

wire::LectureStep LectureWriter::step_as_shown(const std::string& title) const {
  const session::Snapshot& now = shell_.session.snapshot();
  wire::LectureStep step{.title = title, .sight = shell_.sight(), .scene = as_beginning(now.scene)};
  if (now.playing && shell_.now.room == rooms::kFields.id) {
    step.commands.emplace_back(session::Play{});
  }
  return step;
}

wire::Lecture LectureWriter::new_lecture() const {
  return {.title = "My lecture", .steps = {step_as_shown("First step")}};
}

void LectureWriter::start_over() {
  recording_ = changed_ = false;
  done_.clear();
  done_until_.reset();
}

void LectureWriter::replace(wire::LecturePlayer& player, wire::Lecture lecture, std::size_t step) {
  player.replace(std::move(lecture), step);
  changed_ = true;
}

void LectureWriter::reword(const wire::LectureWords& words, wire::LecturePlayer& player) {
  wire::Lecture lecture = player.lecture();
  if (!wire::reword(lecture, player.step(), words)) return;
  player.reword(std::move(lecture));
  changed_ = true;
}

void LectureWriter::apply(session::LectureEdit edit, wire::LecturePlayer& player) {
  using session::LectureEdit;
  if (recording_ && edit != LectureEdit::record) return;
  const std::size_t here = player.step();
  wire::Lecture lecture = player.lecture();
  auto& steps = lecture.steps;
  const auto at = steps.begin() + static_cast<std::ptrdiff_t>(here);
  const bool is_full = steps.size() >= wire::kMostLectureSteps;
  switch (edit) {
    case LectureEdit::begin:
      return;
    case LectureEdit::record:
      if (recording_) return end_step(player);
      return is_full ? void() : begin_step(player);
    case LectureEdit::save:
      return save(player);
    case LectureEdit::add:
      if (is_full) return;
      steps.insert(std::next(at), step_as_shown("New step"));
      return replace(player, std::move(lecture), here + 1);
    case LectureEdit::renew: {
      const wire::LectureStep now = step_as_shown(at->title);
      at->sight = now.sight;
      at->scene = now.scene;
      at->commands = now.commands;
      at->run_to = now.run_to;
      return replace(player, std::move(lecture), here);
    }
    case LectureEdit::earlier:
      if (here == 0) return;
      std::iter_swap(at, std::prev(at));
      return replace(player, std::move(lecture), here - 1);
    case LectureEdit::later:
      if (here + 1 >= steps.size()) return;
      std::iter_swap(at, std::next(at));
      return replace(player, std::move(lecture), here + 1);
    case LectureEdit::remove:
      if (steps.size() == 1) return;
      steps.erase(at);
      replace(player, std::move(lecture), here);
      return player.go_to(player.step());
  }
}

void LectureWriter::begin_step(wire::LecturePlayer& player) {
  wire::Lecture lecture = player.lecture();
  wire::LectureStep step = step_as_shown("Recorded step");
  step.commands.clear();
  const std::size_t place = player.step() + 1;
  lecture.steps.insert(lecture.steps.begin() + static_cast<std::ptrdiff_t>(place), step);
  replace(player, std::move(lecture), place);
  player.go_to(place);
  done_.clear();
  done_until_.reset();
  recording_ = true;
}

void LectureWriter::update(const wire::LecturePlayer& player) {
  if (!recording_ || player.is_going() || done_until_) return;
  done_until_ = shell_.session.snapshot().step;
  if (shell_.now.room == rooms::kFields.id) shell_.session.submit(session::Play{});
}

bool LectureWriter::record(const session::Command& command, session::Gesture gesture) {
  if (!recording_ || !done_until_ || !wire::belongs_in_lecture(command)) return false;
  if (is_of_time(command) || session::traits_of(command).for_window) return false;
  note_steps_done();
  done_.push_back(command);
  // The command takes effect at once, at the step of its record; the next steps count from there.
  shell_.session.submit(command, gesture);
  shell_.session.rest(true);
  shell_.session.frame(0.0);
  shell_.session.rest(false);
  done_until_ = shell_.session.snapshot().step;
  return true;
}

void LectureWriter::note_steps_done() {
  const std::int64_t step = shell_.session.snapshot().step;
  if (step > *done_until_) done_.emplace_back(session::Advance{step - *done_until_});
  done_until_ = step;
}

void LectureWriter::end_step(wire::LecturePlayer& player) {
  recording_ = false;
  if (!done_until_) return;
  note_steps_done();
  wire::Lecture lecture = player.lecture();
  wire::LectureStep& step = lecture.steps[player.step()];
  step.commands = std::move(done_);
  step.sight = shell_.sight();
  if (shell_.session.snapshot().playing) step.commands.emplace_back(session::Play{});
  done_.clear();
  try {
    // Texts may still be missing, here and in other steps.
    wire::LectureStep without_words = step;
    without_words.text = without_words.watch = without_words.question = without_words.answer =
        without_words.notes = "";
    (void)wire::parse_lecture(wire::to_json({.title = lecture.title, .steps = {without_words}}),
                              "the step");
    replace(player, std::move(lecture), player.step());
  } catch (const core::Error& error) {
    shell_.commands.tell(fmt::format("The recorded step was not saved: {}.", error.what()));
  }
}

void LectureWriter::save(wire::LecturePlayer& player) {
  wire::Lecture lecture = player.lecture();
  const bool is_own = !lecture.file.empty() && !is_within(lecture.file, scene::asset_folder());
  const fs::path path =
      is_own ? fs::path(lecture.file)
             : fs::path(shell_.session.snapshot().exporting.folder) / file_name_for(lecture.title);
  if (const std::string missing = missing_words(lecture); !missing.empty()) {
    return shell_.commands.tell("The lecture is not saved yet: " + missing + ".");
  }
  try {
    const std::string text = wire::to_json(lecture);
    // A lecture that could not be read back is not written.
    (void)wire::parse_lecture(text, "the lecture");
    const fs::path written = system::write_whole_text(
        path, text, is_own ? system::Naming::replacing : system::Naming::fresh);
    lecture.file = written.string();
    player.reword(std::move(lecture));
    changed_ = false;
    shell_.commands.tell("Saved the lecture as " + written.string() + ".");
  } catch (const core::Error& error) {
    shell_.commands.tell(fmt::format("The lecture is not saved: {}.", error.what()));
  }
}

}  // namespace heatwave::shell
