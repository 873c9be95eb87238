// A lecture that is written in the window: its words, the order of its steps, a step that is
// recorded from what is done.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/scene/assets.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/shell/front.h"
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

/// Of a step that asks something without an answer, or answers what nobody asks; empty: of none.
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

/// "my-lecture.hwl"
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

/// What plays and what waits is said once, at the step's end.
bool is_of_time(const session::Command& command) {
  return std::holds_alternative<session::Play>(command) ||
         std::holds_alternative<session::Pause>(command) ||
         std::holds_alternative<session::Advance>(command);
}

/// By its name where it is one that comes with the program and nothing of it was changed.
std::variant<std::monostate, std::string, scene::Scene> as_beginning(scene::Scene scene) {
  int id = 0;
  for (scene::Item& item : scene.items) item.id = ++id;
  for (const scene::SceneListing& each : scene::built_in_scenes()) {
    if (each.name == scene.name && scene::find_scene(each.name) == scene) return each.name;
  }
  return scene;
}

}  // namespace

wire::LectureStep Front::step_as_shown(const std::string& title) {
  const session::Snapshot& now = session_.snapshot();
  wire::LectureStep step{.title = title, .sight = sight(), .scene = as_beginning(now.scene)};
  if (now.playing && in_fields()) step.commands.emplace_back(session::Play{});
  return step;
}

void Front::replace_lecture(wire::Lecture lecture, std::size_t step) {
  given_->replace(std::move(lecture), step);
  model_.lecture.step = given_->step();
  model_.lecture.changed = true;
}

void Front::begin_lecture() {
  wire::Lecture lecture{.title = "My lecture", .steps = {step_as_shown("First step")}};
  given_ = std::make_unique<wire::LecturePlayer>(std::move(lecture), session_, false);
  LectureModel& model = model_.lecture;
  model.lecture = &given_->lecture();
  model.step = 0;
  model.writing = model.changed = true;
  model.answer_shown = false;
}

void Front::write_lecture() {
  LectureModel& model = model_.lecture;
  const LectureDeed deed = std::exchange(model.deed, LectureDeed::none);
  if (deed == LectureDeed::begin) begin_lecture();
  if (given_ == nullptr) return;
  if (std::exchange(model.words_changed, false)) {
    wire::Lecture lecture = given_->lecture();
    if (wire::reword(lecture, model.step, model.words)) {
      given_->reword(std::move(lecture));
      model.changed = true;
    }
  }
  do_deed(deed);
}

void Front::do_deed(LectureDeed deed) {
  const std::size_t here = model_.lecture.step;
  wire::Lecture lecture = given_->lecture();
  auto& steps = lecture.steps;
  const auto at = steps.begin() + static_cast<std::ptrdiff_t>(here);
  switch (deed) {
    case LectureDeed::none:
    case LectureDeed::begin:
      return;
    case LectureDeed::record:
      return model_.lecture.recording ? end_step() : begin_step();
    case LectureDeed::save:
      return save_lecture();
    case LectureDeed::add:
      steps.insert(std::next(at), step_as_shown("New step"));
      return replace_lecture(std::move(lecture), here + 1);
    case LectureDeed::renew: {
      const wire::LectureStep now = step_as_shown(at->title);
      at->sight = now.sight;
      at->scene = now.scene;
      at->commands = now.commands;
      at->run_to = now.run_to;
      return replace_lecture(std::move(lecture), here);
    }
    case LectureDeed::earlier:
      if (here == 0) return;
      std::iter_swap(at, std::prev(at));
      return replace_lecture(std::move(lecture), here - 1);
    case LectureDeed::later:
      if (here + 1 >= steps.size()) return;
      std::iter_swap(at, std::next(at));
      return replace_lecture(std::move(lecture), here + 1);
    case LectureDeed::remove:
      if (steps.size() == 1) return;
      steps.erase(at);
      replace_lecture(std::move(lecture), here);
      return given_->go_to(model_.lecture.step);
  }
}

void Front::begin_step() {
  wire::Lecture lecture = given_->lecture();
  wire::LectureStep step = step_as_shown("Recorded step");
  step.commands.clear();
  const std::size_t place = model_.lecture.step + 1;
  lecture.steps.insert(lecture.steps.begin() + static_cast<std::ptrdiff_t>(place), step);
  replace_lecture(std::move(lecture), place);
  given_->go_to(place);
  done_.clear();
  done_until_.reset();
  model_.lecture.recording = true;
}

void Front::note_done(const session::Command& command) {
  if (!model_.lecture.recording || !done_until_ || !wire::belongs_in_lecture(command)) return;
  if (is_of_time(command)) return;
  note_steps_done();
  done_.push_back(command);
  settles_ = true;
}

/// The field's steps since the newest command.
void Front::note_steps_done() {
  const std::int64_t step = session_.snapshot().step;
  if (step > *done_until_) done_.emplace_back(session::Advance{step - *done_until_});
  done_until_ = step;
}

/// Before the field goes on: what was done takes effect at the step at which it was noted, and the
/// next steps count from where it has put the field.
void Front::settle_recorded() {
  if (!model_.lecture.recording || given_->is_going()) return;
  if (!done_until_) {
    done_until_ = session_.snapshot().step;
    if (in_fields()) session_.submit(session::Play{});
  }
  if (!std::exchange(settles_, false)) return;
  session_.rest(true);
  session_.frame(0.0);
  done_until_ = session_.snapshot().step;
}

void Front::end_step() {
  LectureModel& model = model_.lecture;
  model.recording = false;
  if (!done_until_) return;
  note_steps_done();
  wire::Lecture lecture = given_->lecture();
  wire::LectureStep& step = lecture.steps[model.step];
  step.commands = std::move(done_);
  step.sight = sight();
  if (session_.snapshot().playing) step.commands.emplace_back(session::Play{});
  done_.clear();
  try {
    // Words may still be missing, here and in other steps.
    wire::LectureStep deeds = step;
    deeds.text = deeds.watch = deeds.question = deeds.answer = "";
    (void)wire::parse_lecture(wire::to_json({.title = lecture.title, .steps = {deeds}}),
                              "the step");
    replace_lecture(std::move(lecture), model.step);
  } catch (const core::Error& error) {
    tell(fmt::format("What was done is not kept: {}.", error.what()));
  }
}

void Front::save_lecture() {
  wire::Lecture lecture = given_->lecture();
  const bool is_own = !lecture.file.empty() && !is_within(lecture.file, scene::asset_folder());
  const fs::path path =
      is_own ? fs::path(lecture.file)
             : fs::path(session_.snapshot().exporting.folder) / file_name_for(lecture.title);
  if (const std::string missing = missing_words(lecture); !missing.empty()) {
    return tell("The lecture is not saved yet: " + missing + ".");
  }
  try {
    const std::string text = wire::to_json(lecture);
    // What could not be read again is not written.
    (void)wire::parse_lecture(text, "the lecture");
    const fs::path written = system::write_whole_text(
        path, text, is_own ? system::Naming::replacing : system::Naming::fresh);
    lecture.file = written.string();
    given_->reword(std::move(lecture));
    model_.lecture.changed = false;
    tell("Saved the lecture as " + written.string() + ".");
  } catch (const core::Error& error) {
    tell(fmt::format("The lecture is not saved: {}.", error.what()));
  }
}

}  // namespace heatwave::shell
