// Writes the lines of the status file.
#include "app/shell/status_file.h"

#include <imgui.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/scene/views/catalogue.h"
#include "app/ui/keyboard_focus.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

using Json = nlohmann::ordered_json;

/// Beginning of every status line.
constexpr std::string_view kBegin = "{\"frame\":";

Json lecture_status(const LectureStatus& model) {
  Json status{{"open", model.lecture != nullptr}, {"card", model.card_shown}};
  if (model.lecture == nullptr) return status;
  status["title"] = model.lecture->title;
  status["step"] = model.step;
  status["count"] = model.lecture->steps.size();
  status["answer"] = model.answer_shown;
  status["going"] = model.is_going;
  status["writing"] = model.writing;
  status["recording"] = model.recording;
  status["changed"] = model.changed;
  return status;
}

[[noreturn]] void refuse(const std::string& path, const char* what) {
  throw core::Error("HEATWAVE_STATUS names '" + path + "', which " + what);
}

/// Opening truncates the file, so it must be empty or an earlier status.
void require_empty_or_ours(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status found = fs::symlink_status(path, error);
  if (!fs::exists(found)) return;
  if (!fs::is_regular_file(found)) refuse(path, "is no plain file");
  std::string begin(kBegin.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  const auto got = static_cast<std::size_t>(file.gcount());
  if (got > 0 && begin != kBegin) refuse(path, "holds something else than a status");
}

Json told(const ui::Places& places) {
  Json all = Json::object();
  for (const auto& [name, box] : places) all[name] = box.by_size();
  return all;
}

Json tour_status(const TourStatus& tour) {
  return {{"offered", tour.offered},
          {"step", tour.step ? static_cast<int>(*tour.step) + 1 : 0},
          {"done", tour.is_done}};
}

/// Describes the control that has the keyboard focus.
Json focus_status(const ui::Memory& memory) {
  return {{"held", ui::controls_have_keys()},
          {"typing", ImGui::GetIO().WantTextInput},
          {"id", ui::focused_id()},
          {"name", memory.focused},
          {"box", ui::focused_box().by_size()}};
}

}  // namespace

StatusFile::StatusFile() {
  const char* const path = std::getenv("HEATWAVE_STATUS");
  if (path == nullptr || *path == '\0') return;
  require_empty_or_ours(path);
  file_.open(path);
  if (!file_) refuse(path, "cannot be written");
}

void StatusFile::store_frame(std::int64_t frame, const ShellView& shell,
                             std::span<rooms::Room* const> all, const Json& more) {
  if (!file_.is_open()) return;
  const session::Snapshot& s = shell.snapshot;
  const rooms::Timings& timings = shell.timings;
  Json notices = Json::array();
  for (const session::Notice& notice : s.notices) notices.push_back(notice.text);
  const field::Survey& survey = s.report.survey;
  Json line{{"frame", frame},
            {"frame_ms", timings.frame.newest(0)},
            {"ms",
             {{"step", timings.step.newest(0)},
              {"display_copy", timings.copy.newest(0)},
              {"draw", timings.draw.newest(0)},
              {"ui", timings.ui.newest(0)},
              {"present", timings.present.newest(0)}}},
            {"first_picture_ms", timings.first_picture_ms},
            {"frames_from_drag", timings.frames_from_drag},
            {"step", s.step},
            {"playing", s.playing},
            {"overflowed", s.overflowed},
            {"scene", s.scene.name},
            {"equation", s.scene.equation},
            {"width", s.scene.extent.width},
            {"height", s.scene.extent.height},
            {"pace", s.scene.pace.steps},
            {"room", shell.now.room},
            {"places", told(*shell.places)},
            {"unit", shell.unit},
            {"dark", shell.now.interface.dark},
            {"panel", shell.now.interface.panel_shown},
            {"help", shell.now.interface.help_shown},
            {"input_kept", ui::first_kept_event() != ui::next_event()},
            {"list", shell.memory.list_is_open},
            {"focus", focus_status(shell.memory)},
            {"edited", shell.memory.edited_texts},
            {"signs", shell.now.layout.shown(". , [ ]")},
            {"full_screen", shell.now.is_full_screen},
            {"can_undo", s.can_undo},
            {"probe", {survey.probe.x, survey.probe.y}},
            {"component", scene::shown_quantity(s.scene).id},
            {"probe_value", session::shown_survey(s).probe_value},
            {"range", {shell.colours.low, shell.colours.high}},
            {"colour_scale", core::name_of(shell.colours.kind)},
            {"extremes", {session::shown_survey(s).minimum, session::shown_survey(s).maximum}},
            {"taken", s.exporting.taken},
            {"written", s.exporting.written},
            {"not_written", s.exporting.failed},
            {"newest", s.exporting.newest},
            {"sequence", s.exporting.sequence},
            {"frames_taken", s.exporting.frames_taken},
            {"recorded", s.recording.running},
            {"minute_bytes", s.minute_bytes},
            {"playback",
             {{"open", shell.now.playback.open},
              {"of_last_minute", shell.now.playback.of_last_minute},
              {"reached", shell.now.playback.reached},
              {"speed", shell.now.playback.speed},
              {"seconds", shell.now.playback.seconds}}},
            {"greets", shell.greets},
            {"scale", shell.now.interface.scale},
            {"origin", s.scene.origin.file.string()},
            {"title", s.scene.title},
            {"watch", s.scene.words.watch},
            {"meaning", s.scene.words.meaning},
            {"textbook", s.scene.words.textbook},
            {"lecture", lecture_status(shell.now.lecture)},
            {"tour", tour_status(shell.now.tour)},
            {"display", timings.display_path},
            {"backend", field::name_of(s.backend.backend)},
            {"device", s.backend.device},
            {"notices", notices}};
  line.update(more);
  for (rooms::Room* room : all) room->add_status(line, shell);
  // File names need not be UTF-8.
  taken_ = line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void StatusFile::write() {
  if (file_.is_open()) file_ << std::exchange(taken_, {}) << std::flush;
}

}  // namespace heatwave::shell
