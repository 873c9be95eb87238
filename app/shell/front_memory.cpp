// What is remembered of this window, and what is kept for the case that it does not end well.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "app/session/field/live_field.h"
#include "app/shell/front.h"
#include "app/system/process.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

constexpr double kSecondsBetweenSaves = 20.0;
/// A field that takes longer to write than a person waits is not kept, but its scene is.
constexpr std::int64_t kMostCellsKept = std::int64_t{1} << 24U;

/// "today at 14:05", or the day.
std::string moment_in_words(std::int64_t seconds) {
  const auto then = system::local_time(static_cast<std::time_t>(seconds));
  const auto now = system::local_time(std::time(nullptr));
  if (!then || !now) return "";
  const std::string clock = fmt::format("{}:{:02}", then->tm_hour, then->tm_min);
  const bool is_today = then->tm_yday == now->tm_yday && then->tm_year == now->tm_year;
  if (is_today) return "today at " + clock;
  return fmt::format("on {}-{:02}-{:02} at {}", then->tm_year + 1900, then->tm_mon + 1,
                     then->tm_mday, clock);
}

}  // namespace

void Front::begin_memory() {
  begin_tour();
  if (start_.memory == nullptr) return;
  recent_ = files::RecentFiles(start_.memory->kept().recent);
  if (folder_.empty()) folder_ = start_.memory->kept().folder;
  if (!start_.told.empty()) tell(start_.told);
  for (const std::string& message : start_.memory->messages()) tell(words::sentence(message));
  const std::filesystem::path& data = start_.memory->folders().data;
  autosave_.emplace(data);
  if (start_.recording != nullptr) return;
  const auto left = files::left_behind(data);
  if (left.empty()) return;
  left_behind_ = left.front();
  model_.left_behind.open = true;
  model_.left_behind.words = fmt::format(
      "Heatwave was not closed as usual. The scene '{}', as it was {}, can be brought back.",
      words::printable(left_behind_->title), moment_in_words(left_behind_->when));
}

void Front::answer_about_crash() {
  LeftBehindModel& model = model_.left_behind;
  const LeftBehindAnswer answer = std::exchange(model.answer, LeftBehindAnswer::none);
  if (!model.open || answer == LeftBehindAnswer::none) return;
  model.open = false;
  if (answer == LeftBehindAnswer::bring_back) {
    try {
      scene::Scene scene = files::scene_of(*left_behind_);
      session::require_host_memory(scene, start_.backend);
      session_.submit(session::LoadScene{std::move(scene)});
      session_.submit(session::Pause{});
      model_.room = rooms::kFields.id;
      touched_ = true;
      return;  // it goes when the scene is kept anew
    } catch (const std::exception& error) {
      tell_why(error);
    }
  }
  if (answer == LeftBehindAnswer::forget) files::forget(*left_behind_);
  left_behind_.reset();
}

bool Front::greets() const {
  return !has_dragged_ && player_ == nullptr && !session_.snapshot().lab.running &&
         !asks_something(model_) && !model_.help_shown;
}

files::Remembered Front::to_remember() const {
  files::Remembered now = start_.memory->kept();
  now.dark = model_.dark;
  now.scale = model_.scale;
  if (!window_.is_full_screen()) now.window = window_.size();
  now.room = model_.room;
  const scene::Scene& scene = session_.snapshot().scene;
  now.scene = scene.origin.file.empty() ? scene.name : scene.origin.file.string();
  now.folder = folder_;
  now.recent = recent_.files();
  now.has_dragged = has_dragged_;
  now.has_toured = has_toured_;
  return now;
}

void Front::remember() {
  if (start_.memory == nullptr || player_ != nullptr) return;
  const files::Remembered now = to_remember();
  if (now == start_.memory->kept()) {
    remembered_since_ = ImGui::GetTime();
    return;
  }
  // A window that is being resized is another one in each frame.
  constexpr double kRest = 1.0;
  if (!window_.should_close() && ImGui::GetTime() - remembered_since_ < kRest) return;
  try {
    start_.memory->keep(now);
  } catch (const core::Error& error) {
    tell_why(error);
  }
}

void Front::keep_for_crash() {
  if (!autosave_) return;
  if (!autosave_->is_ready()) return;
  if (const auto failure = autosave_->take_failure()) {
    tell(words::sentence(words::printable(*failure)));
  }
  if (kept_again_ && autosave_->has_kept() && left_behind_ && !model_.left_behind.open) {
    files::forget(*left_behind_);
    left_behind_.reset();
  }
  const bool due = ImGui::GetTime() - saved_at_ >= kSecondsBetweenSaves;
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (!touched_ || !due || held || player_ != nullptr) return;
  scene::Scene scene = session_.scene_as_it_stands();
  if (scene.given && scene.extent.cells() > kMostCellsKept) scene.given = {};
  autosave_->keep(std::move(scene));
  touched_ = false;
  kept_again_ = left_behind_.has_value() && !model_.left_behind.open;
  saved_at_ = ImGui::GetTime();
}

void Front::end_memory() {
  remember();
  // After a signal the next start offers the scene again.
  if (start_.stop.stop_requested()) return;
  if (autosave_) autosave_->end_well();
  if (left_behind_ && !model_.left_behind.open) files::forget(*left_behind_);
}

}  // namespace heatwave::shell
