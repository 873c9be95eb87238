// Autosaves the scene, offers one that a crash left behind, and writes the settings.
#include "app/shell/documents/recovery.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>

#include "app/session/field/live_field.h"
#include "app/system/process.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

CrashAnswer answer_by_key(std::span<const rooms::Chord> keys) {
  CrashAnswer answer = CrashAnswer::none;
  for (const rooms::Chord& chord : keys) {
    if (chord.key == rooms::key::kEnter) answer = CrashAnswer::bring_back;
    if (chord.key == rooms::key::kEscape) answer = CrashAnswer::not_now;
  }
  return answer;
}

CrashAnswer draw_crash_question(ShellView& shell, const std::string& words) {
  CrashAnswer answer = answer_by_key(shell.question_keys);
  const float u = shell.unit;
  ui::draw_shade("crash shade");
  ui::begin_dialog(shell, "crash question", {600 * u, 248 * u});
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  ImGui::TextUnformatted("Go on where it ended?");
  ImGui::PopFont();
  ui::space({0, 4 * u});
  ui::wrapped_text(words);
  const float width = (ImGui::GetContentRegionAvail().x - 16 * u) / 3 / u;
  ImGui::SetCursorPosY(ui::content_bottom() - 32 * u);
  const ui::ButtonLook back{.primary = true, .width = width, .text = "Bring it back"};
  if (icon_button(shell, "bring back", ui::Icon::undo, "The scene as it was kept; you can undo it.",
                  "Enter", "", back)) {
    answer = CrashAnswer::bring_back;
  }
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook later{.width = width, .text = "Not now"};
  if (icon_button(shell, "not now", ui::Icon::close, "You are asked again next time.", "Esc", "",
                  later)) {
    answer = CrashAnswer::not_now;
  }
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook gone{.width = width, .text = "Forget it"};
  if (icon_button(shell, "forget it", ui::Icon::remove, "Deletes the saved scene.", "", "", gone)) {
    answer = CrashAnswer::forget;
  }
  ui::end_dialog();
  return answer;
}

constexpr double kSecondsBetweenSaves = 20.0;
/// Fields with more cells are not autosaved, only their scene: writing them takes too long.
constexpr std::int64_t kMostCellsKept = std::int64_t{1} << 24U;

/// Formats a time as "today at 14:05", or as a date.
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

Recovery::Recovery(const ShellContext& shell, const GlfwWindow& window)
    : shell_(shell), window_(window) {
  const Start& start = shell.start;
  if (start.memory == nullptr) return;
  if (!start.told.empty()) shell.commands.tell(start.told);
  for (const std::string& message : start.memory->messages()) {
    shell.commands.tell(words::sentence(message));
  }
  const std::filesystem::path& data = start.memory->folders().data;
  autosave_.emplace(data);
  if (start.recording != nullptr) return;
  const auto left = files::left_behind(data);
  if (left.empty()) return;
  left_behind_ = left.front();
  asks_ = true;
}

void Recovery::observe(const session::Command& command) {
  touched_ = touched_ || session::traits_of(command).recorded;
}

void Recovery::answer(CrashAnswer answer) {
  if (answer == CrashAnswer::none) return;
  asks_ = false;
  if (answer == CrashAnswer::bring_back) {
    try {
      scene::Scene scene = files::scene_of(*left_behind_);
      session::require_host_memory(scene, shell_.start.solver.backend);
      shell_.commands.send(session::LoadScene{std::move(scene)});
      shell_.commands.send(session::Pause{});
      shell_.commands.send(session::ShowRoom{rooms::kFields.id, {}});
      return;  // the file is deleted when the scene is saved again
    } catch (const std::exception& error) {
      shell_.tell_why(error);
    }
  }
  if (answer == CrashAnswer::forget) files::forget(*left_behind_);
  left_behind_.reset();
}

files::Remembered Recovery::to_remember() const {
  const ShellSnapshot& shown = shell_.now;
  files::Remembered now = shell_.start.memory->kept();
  now.dark = shown.interface.dark;
  now.scale = shown.interface.scale;
  now.smooth_cells = shown.field.smooth_cells;
  now.less_motion = shown.interface.less_motion;
  now.key_captions = shown.interface.key_captions;
  now.rate = shown.interface.rate;
  const std::filesystem::path exports = shell_.session.snapshot().exporting.folder;
  now.exports = exports == session::SessionOptions{}.export_folder ? "" : exports;
  if (!window_.is_full_screen()) now.window = window_.size();
  now.room = shown.room;
  now.lab_divider = shown.lab_divider;
  now.turned_groups = shown.turned_groups;
  const scene::Scene& scene = shell_.session.snapshot().scene;
  now.scene = scene.origin.file.empty() ? scene.name : scene.origin.file.string();
  now.folder = shown.documents->folder;
  now.recent = shown.documents->recent;
  now.has_dragged = shown.has_dragged;
  now.has_toured = shown.tour.was_seen;
  return now;
}

void Recovery::remember() {
  if (shell_.start.memory == nullptr || shell_.now.playback.open) return;
  const files::Remembered now = to_remember();
  if (now == shell_.start.memory->kept()) {
    remembered_since_ = ImGui::GetTime();
    return;
  }
  // A window that is being resized has another size in each frame.
  constexpr double kRest = 1.0;
  if (!window_.should_close() && ImGui::GetTime() - remembered_since_ < kRest) return;
  try {
    shell_.start.memory->keep(now);
  } catch (const core::Error& error) {
    shell_.tell_why(error);
  }
}

void Recovery::update() {
  autosave_scene();
  remember();
}

void Recovery::autosave_scene() {
  if (!autosave_ || !autosave_->is_ready()) return;
  if (const auto failure = autosave_->take_failure()) {
    shell_.commands.tell(words::sentence(words::printable(*failure)));
  }
  if (kept_again_ && autosave_->has_kept() && left_behind_ && !asks_) {
    files::forget(*left_behind_);
    left_behind_.reset();
  }
  const bool due = ImGui::GetTime() - saved_at_ >= kSecondsBetweenSaves;
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (!touched_ || !due || held || shell_.now.playback.open) return;
  scene::Scene scene = shell_.session.scene_as_it_stands();
  if (scene.given && scene.extent.cells() > kMostCellsKept) scene.given = {};
  autosave_->keep(std::move(scene));
  touched_ = false;
  kept_again_ = left_behind_.has_value() && !asks_;
  saved_at_ = ImGui::GetTime();
}

void Recovery::end() {
  remember();
  // After a signal, the next start offers the scene again.
  if (shell_.start.stop.stop_requested()) return;
  if (autosave_) autosave_->end_well();
  if (left_behind_ && !asks_) files::forget(*left_behind_);
}

void Recovery::draw(ShellView& view) {
  if (!asks_) return;
  answer(draw_crash_question(
      view,
      fmt::format("Heatwave did not close normally. The scene '{}', saved {}, can be restored.",
                  words::printable(left_behind_->title), moment_in_words(left_behind_->when))));
}

}  // namespace heatwave::shell
