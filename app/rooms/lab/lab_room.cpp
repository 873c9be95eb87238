// The lab as the shell knows it.
#include "app/rooms/lab/lab_room.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "app/rooms/lab/beside.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_findings.h"
#include "app/rooms/lab/lab_place.h"
#include "app/rooms/lab/lab_side.h"
#include "app/rooms/lab/lab_transport.h"
#include "app/ui/picker.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

/// Of all results that are kept; each picture once.
std::size_t bytes_of_pictures(const session::LabStatus& lab) {
  std::set<std::shared_ptr<const lab::Picture>> pictures;
  for (const auto& [experiment, runs] : lab.results) {
    for (const auto& run : runs) {
      for (const lab::Measurement& row : run->report.measurements) {
        if (row.outcome.picture != nullptr) pictures.insert(row.outcome.picture);
      }
    }
  }
  std::size_t bytes = 0;
  for (const auto& picture : pictures) bytes += picture->cells.size() * sizeof(float);
  return bytes;
}

}  // namespace

std::string LabRoom::title(const session::Snapshot& /*snapshot*/) const {
  return shown_experiment(model_).title;
}

std::string LabRoom::file_name(const session::Snapshot& /*snapshot*/) const {
  return "lab-" + shown_experiment(model_).id;
}

std::vector<rooms::Finding> LabRoom::findings(const session::Snapshot& /*snapshot*/) const {
  return findings_of(model_);
}

void LabRoom::show_found(const rooms::Finding& finding, const rooms::Frame& frame) {
  LabView view = this->view(frame);
  lab_room::show_found(view, finding);
}

void LabRoom::add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) {
  const session::LabStatus& lab = frame.snapshot.lab;
  const std::string experiment = shown_experiment(model_).id;
  const auto result = shown_result(view(frame));
  const auto beside = result_beside(view(frame));
  const auto runs = lab.results.find(experiment);
  status["lab"] = {{"running", lab.running},
                   {"cancelling", lab.cancelling},
                   {"measuring", lab.experiment},
                   {"done", lab.progress.done},
                   {"total", lab.progress.total},
                   {"now", lab.progress.now},
                   {"experiment", experiment},
                   {"variant", shown_variant(model_)},
                   {"picture_bytes", bytes_of_pictures(lab)},
                   {"runs", runs == lab.results.end() ? 0 : runs->second.size()},
                   {"measurements", result == nullptr ? 0 : result->report.measurements.size()},
                   {"complete", result != nullptr && !result->recorded && result->complete},
                   {"recorded", result != nullptr && result->recorded},
                   {"swept", result == nullptr ? "" : result->report.swept},
                   {"chart", static_cast<int>(model_.chart)},
                   {"linear", model_.bars.linear},
                   {"beside", beside == nullptr ? "" : beside->when},
                   {"detail", static_cast<int>(model_.detail)},
                   {"shows_mark", model_.code.shows_mark},
                   {"chart_area", model_.chart_place.area.by_size()},
                   {"chart_missing", model_.chart_place.missing},
                   {"longest_bar", model_.bars.longest}};
}

void LabRoom::begin(const rooms::Frame& /*frame*/, double /*seconds*/) {
  model_.chart_place.area = {};
}

void LabRoom::draw(const rooms::Frame& frame, const rooms::Layout& layout) {
  LabView view = this->view(frame);
  draw_lab_place(view, layout.room);
}

void LabRoom::draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) {
  const lab::Experiment& shown = shown_experiment(model_);
  std::vector<ui::Choice> choices;
  for (const lab::Experiment& each : lab::experiments()) {
    choices.push_back({each.id, each.title, ui::first_sentence(each.shows)});
  }
  const int pressed = draw_choice_in_bar(frame,
                                         {.id = "experiment",
                                          .title = shown.title,
                                          .help = "Choose an experiment.",
                                          .keys = frame.keys_of("next_experiment")},
                                         bar, buttons, choices, shown.id, shown.shows);
  if (pressed >= 0) show(choices[static_cast<std::size_t>(pressed)].id);
}

void LabRoom::draw_side(const rooms::Frame& frame, const ui::Box& area) {
  LabView view = this->view(frame);
  draw_lab_side(view, area);
}

void LabRoom::draw_transport(const rooms::Frame& frame, const ui::Box& area) {
  LabView view = this->view(frame);
  draw_lab_transport(view, area);
}

void LabRoom::draw_over(const rooms::Frame& frame, const ui::Box& window) {
  // A picture has all rows, also those that a person scrolls to.
  if (!frame.is_for_picture || model_.chart_place.missing <= 0) return;
  LabView view = this->view(frame);
  draw_whole_chart(view, window);
}

ui::Box LabRoom::place_of_notices(const rooms::Layout& layout, float unit) const {
  constexpr float kLeastWidth = 400;
  ui::Box place = model_.free_place;
  if (place.width() < kLeastWidth * unit) return layout.room;
  place.bottom += 16 * unit;
  return place;
}

rooms::Picture LabRoom::picture(const session::Snapshot& /*snapshot*/) const {
  constexpr std::array kCharts = {"bars", "sweep", "roofline", "utilisation", "outcome"};
  return {.area = model_.chart_place.area,
          .part = kCharts.at(static_cast<std::size_t>(model_.chart))};
}

void LabRoom::show(const std::string& experiment) {
  if (!experiment.empty()) model_.experiment = experiment;
}

void LabRoom::look_at(const session::Sight& sight) {
  if (!sight.lab) return;
  const session::LabSight& lab = *sight.lab;
  model_.experiment = lab.experiment;
  model_.settings[lab.experiment] = lab.settings;
  if (lab.variant.empty()) {
    model_.selected.erase(lab.experiment);
  } else {
    model_.selected[lab.experiment] = lab.variant;
  }
  model_.recording.erase(lab.experiment);
  model_.told_of = {lab.experiment, lab.variant};
  model_.chart = lab.chart;
  model_.detail = lab.detail;
  model_.table.column = lab.column;
  model_.table.column_is_due = true;
}

void LabRoom::note_sight(session::Sight& sight) const {
  sight.lab = {.experiment = shown_experiment(model_).id,
               .variant = shown_variant(model_),
               .settings = shown_settings(model_),
               .chart = model_.chart,
               .detail = model_.detail,
               .column = model_.table.column};
}

}  // namespace heatwave::lab_room
