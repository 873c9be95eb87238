// The lines of the status file.
#include "app/shell/status_file.h"

#include <imgui.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "app/ui/keyboard_focus.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::shell {
namespace {

using Json = nlohmann::ordered_json;

/// Every status begins so.
constexpr std::string_view kBegin = "{\"frame\":";

Json lecture_status(const LectureModel& model) {
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

/// What is opened is emptied, so that it must be nothing that anybody could miss.
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

Json dialog_of(const files::FileDialog& dialog) {
  Json rows = Json::array();
  constexpr std::size_t kMostRows = 40;
  for (const files::FileRow& row : dialog.rows()) {
    if (rows.size() < kMostRows) rows.push_back(row.name);
  }
  return {{"open", dialog.is_open()},
          {"saves", dialog.purpose() == files::Purpose::save},
          {"folder", dialog.folder().string()},
          {"typed", dialog.typed},
          {"rows", rows},
          {"chosen", dialog.chosen()},
          {"asks_to_replace", dialog.to_replace().has_value()},
          {"message", dialog.message()}};
}

Json present_status(const PresentModel& model) {
  Json keys = Json::array();
  for (const ShownKey& key : model.keys) keys.push_back(key.keys);
  return {{"on", model.on},
          {"pen", model.drawing},
          {"held", model.held},
          {"magnified", model.magnified},
          {"points", model.points},
          {"strokes", model.strokes.size()},
          {"audience", model.audience},
          {"keys", std::move(keys)}};
}

Json tour_status(const TourModel& tour) {
  const auto step = tour.step();
  return {{"offered", tour.is_offered(ImGui::GetTime())},
          {"step", step ? static_cast<int>(*step) + 1 : 0},
          {"done", tour.is_done()}};
}

/// The control that has the keyboard focus.
Json focus_status(const ui::Memory& memory) {
  return {{"held", ui::controls_have_keys()},
          {"name", memory.focused},
          {"box", ui::focused_box().by_size()}};
}

Json search_status(const SearchModel& search) {
  Json rows = Json::array();
  constexpr std::size_t kMostRows = 12;
  for (const int row : search.rows) {
    if (!search.open || rows.size() >= kMostRows) break;
    rows.push_back(search.entries[static_cast<std::size_t>(row)].finding.title);
  }
  return {{"open", search.open},
          {"typed", search.typed},
          {"rows", rows},
          {"chosen", search.chosen},
          {"count", search.open ? search.rows.size() : 0}};
}

}  // namespace

StatusFile::StatusFile() {
  const char* const path = std::getenv("HEATWAVE_STATUS");
  if (path == nullptr || *path == '\0') return;
  require_empty_or_ours(path);
  file_.open(path);
  if (!file_) refuse(path, "cannot be written");
}

void StatusFile::take(std::int64_t frame, const ShellView& shell,
                      std::span<const std::unique_ptr<rooms::Room>> all) {
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
            {"room", shell.model.room},
            {"places", told(*shell.places)},
            {"unit", shell.unit},
            {"dark", shell.model.dark},
            {"panel", shell.model.panel_shown},
            {"help", shell.model.help_shown},
            {"list", shell.memory.list_is_open},
            {"focus", focus_status(shell.memory)},
            {"signs", shell.model.layout.shown(". , [ ]")},
            {"done", shell.model.done},
            {"deeds", shell.model.deeds},
            {"full_screen", shell.model.is_full_screen},
            {"can_undo", s.can_undo},
            {"probe", {survey.probe.x, survey.probe.y}},
            {"component",
             field::find_equation(s.scene.equation).components[scene::shown_component(s.scene)].id},
            {"probe_value", survey.of(scene::shown_component(s.scene)).probe_value},
            {"range", {shell.colours.low, shell.colours.high}},
            {"taken", s.exporting.taken},
            {"written", s.exporting.written},
            {"not_written", s.exporting.failed},
            {"newest", s.exporting.newest},
            {"sequence", s.exporting.sequence},
            {"frames_taken", s.exporting.frames_taken},
            {"recorded", s.recording.running},
            {"minute_bytes", s.minute_bytes},
            {"playback",
             {{"open", shell.model.playback.open},
              {"of_last_minute", shell.model.playback.of_last_minute},
              {"reached", shell.model.playback.reached},
              {"speed", shell.model.playback.speed},
              {"seconds", shell.model.playback.seconds}}},
            {"dialog", dialog_of(shell.model.dialog)},
            {"picture_asked", shell.model.picture.open()},
            {"offers_to_go_back", shell.model.left_behind.open},
            {"greets", shell.asks.greets},
            {"scale", shell.model.scale},
            {"origin", s.scene.origin.file.string()},
            {"title", s.scene.title},
            {"watch", s.scene.watch},
            {"lecture", lecture_status(shell.model.lecture)},
            {"present", present_status(shell.model.present)},
            {"tour", tour_status(shell.model.tour)},
            {"search", search_status(shell.model.search)},
            {"display", timings.display_path},
            {"backend", field::name_of(s.backend.backend)},
            {"device", s.backend.device},
            {"notices", notices},
            {"told", shell.model.told}};
  for (const auto& room : all) room->add_status(line, shell);
  // Names of files need not be UTF-8.
  taken_ = line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void StatusFile::write() {
  if (file_.is_open()) file_ << std::exchange(taken_, {}) << std::flush;
}

}  // namespace heatwave::shell
