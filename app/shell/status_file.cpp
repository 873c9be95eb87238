// The lines of the status file.
#include "app/shell/status_file.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/stage/stage_actions.h"
#include "kernels/core/error.h"
#include "kernels/field/catalogue.h"

namespace heatwave::shell {
namespace {

using Json = nlohmann::ordered_json;

/// Every status begins so.
constexpr std::string_view kBegin = "{\"frame\":";

Json rectangle(const view::Area& area) { return {area.x, area.y, area.width, area.height}; }

Json items_of(const session::Scene& scene) {
  Json items = Json::array();
  for (const session::Item& item : scene.items) {
    const core::Rect bounds = session::bounds(item.shape);
    items.push_back({{"id", item.id},
                     {"role", item.role.index()},
                     {"bounds", {bounds.x0, bounds.y0, bounds.x1, bounds.y1}}});
  }
  return items;
}

Json lab_of(const panels::PanelContext& context) {
  const session::LabStatus& lab = context.snapshot.lab;
  panels::PanelContext shown = context;
  const std::string experiment = panels::shown_experiment(context.ui).id;
  const auto result = panels::shown_result(shown);
  const auto runs = lab.results.find(experiment);
  return {{"running", lab.running},
          {"cancelling", lab.cancelling},
          {"measuring", lab.experiment},
          {"done", lab.progress.done},
          {"total", lab.progress.total},
          {"now", lab.progress.now},
          {"experiment", experiment},
          {"variant", panels::shown_variant(context.ui)},
          {"runs", runs == lab.results.end() ? 0 : runs->second.size()},
          {"measurements", result == nullptr ? 0 : result->report.measurements.size()},
          {"complete", result != nullptr && !result->recorded && result->complete},
          {"recorded", result != nullptr && result->recorded},
          {"swept", result == nullptr ? "" : result->report.swept},
          {"chart", static_cast<int>(context.ui.lab.chart)},
          {"detail", static_cast<int>(context.ui.lab.detail)},
          {"chart_area", context.ui.lab.chart_area},
          {"chart_missing", context.ui.lab.chart_missing}};
}

Json stage_of(const panels::PanelContext& context) {
  const session::StageStatus& status = context.snapshot.stage;
  const panels::StageUi& ui = context.ui.stage;
  const stage::Trace* trace = panels::shown_play(context);
  Json faults = Json::array();
  if (trace != nullptr) {
    for (const stage::Fault& fault : trace->faults) faults.push_back(stage::name_of(fault.kind));
  }
  const bool acted = trace != nullptr && ui.step > 0;
  const int sectors = acted ? trace->steps[static_cast<std::size_t>(ui.step) - 1].cost.sectors : 0;
  return {{"lesson", ui.lesson},
          {"version", status.settings.version},
          {"schedule", status.settings.schedule.text()},
          {"choices", status.settings.schedule.choices},
          {"warp", status.settings.warp},
          {"inputs", status.settings.inputs},
          {"plays", status.version},
          {"shown", trace != nullptr},
          {"step", ui.step},
          {"sectors", sectors},
          {"steps", trace == nullptr ? 0 : trace->steps.size()},
          {"playing", ui.playing},
          {"recording", ui.recording},
          {"faults", faults},
          {"candidates", trace == nullptr ? 0 : trace->candidates.size()},
          {"followed", ui.followed},
          {"asked", {ui.asked.array, ui.asked.index}},
          {"board_area", ui.board_area}};
}

const char* name_of(panels::Room room) {
  for (const panels::RoomEntry& entry : panels::kRooms) {
    if (entry.room == room) return entry.id;
  }
  return "";
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

}  // namespace

StatusFile::StatusFile() {
  const char* const path = std::getenv("HEATWAVE_STATUS");
  if (path == nullptr || *path == '\0') return;
  require_empty_or_ours(path);
  file_.open(path);
  if (!file_) refuse(path, "cannot be written");
}

void StatusFile::write(std::int64_t frame, const panels::PanelContext& context) {
  if (!file_.is_open()) return;
  const session::Snapshot& s = context.snapshot;
  const session::Point origin = context.mapping.to_window({0, 0});
  Json notices = Json::array();
  for (const session::Notice& notice : s.notices) notices.push_back(notice.text);
  const field::Survey& survey = s.report.survey;
  const Json line{
      {"frame", frame},
      {"frame_ms", context.timings.frame.newest(0)},
      {"ms",
       {{"step", context.timings.step.newest(0)},
        {"display_copy", context.timings.copy.newest(0)},
        {"draw", context.timings.draw.newest(0)},
        {"ui", context.timings.ui.newest(0)},
        {"present", context.timings.present.newest(0)}}},
      {"step", s.step},
      {"playing", s.playing},
      {"overflowed", s.overflowed},
      {"scene", s.scene.name},
      {"equation", s.scene.equation},
      {"width", s.scene.extent.width},
      {"height", s.scene.extent.height},
      {"pace", s.scene.pace.steps},
      {"items", items_of(s.scene)},
      {"selected", context.tools.selected()},
      {"tool", static_cast<int>(context.tools.settings().tool)},
      {"brush", context.tools.settings().brush},
      {"field_area", rectangle(context.mapping.area())},
      {"room", name_of(context.ui.room)},
      {"lab", lab_of(context)},
      {"stage", stage_of(context)},
      {"places", context.ui.places},
      {"origin", {origin.x, origin.y}},
      {"cell", context.mapping.scale()},
      {"unit", context.unit},
      {"dark", context.ui.dark},
      {"panel", context.ui.panel_shown},
      {"help", context.ui.help_shown},
      {"full_screen", context.ui.is_full_screen},
      {"can_undo", s.can_undo},
      {"probe", {survey.probe.x, survey.probe.y}},
      {"component",
       field::find_equation(s.scene.equation).components[session::shown_component(s.scene)].id},
      {"probe_value", survey.of(session::shown_component(s.scene)).probe_value},
      {"range", {context.colours.low, context.colours.high}},
      {"taken", s.exporting.taken},
      {"written", s.exporting.written},
      {"newest", s.exporting.newest},
      {"display", context.timings.display_path},
      {"backend", field::name_of(s.backend.backend)},
      {"device", s.backend.device},
      {"notices", notices}};
  // Names of files need not be UTF-8.
  file_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
}

}  // namespace heatwave::shell
