// Implements the Lab for the shell.
#include "app/rooms/lab/lab_room.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/conclusion.h"
#include "app/rooms/lab/lab_kernel.h"
#include "app/rooms/lab/variant_list.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/pane.h"
#include "app/ui/pen.h"
#include "app/ui/picker.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr const char* kExperiment = "experiment";
constexpr const char* kVariant = "variant";
constexpr const char* kChart = "chart";
constexpr const char* kParameters = "Parameters";  ///< panel group of an experiment's parameters

/// In the order of LabChart.
constexpr std::array<std::array<const char*, 2>, 6> kCharts{
    {{"Times of all variants", "bars, linear or logarithmic"},
     {"Sweep as curves", "times and rates over a parameter"},
     {"Roofline, or bandwidth", "limits of the device's memory and arithmetic"},
     {"Limits of all variants", "utilisation, occupancy, bottleneck of each variant"},
     {"Output of the chosen variant", "the result: a picture, counts, a number"},
     {"Occupancy of the chosen variant", "a multiprocessor and the blocks on it"}}};

/// One button for both, so that it cancels the run that it started.
void draw_run_or_cancel(LabView& context) {
  const session::LabStatus& status = context.snapshot.lab;
  const ui::ButtonLook look{.primary = !status.running,
                            .width = 136,
                            .height = 40,
                            .text = status.running ? "Cancel" : "Run all"};
  const std::string keys = status.running
                               ? context.keys_of("cancel") + ", " + context.keys_of("run_or_cancel")
                               : context.keys_of("run_or_cancel");
  const std::string reason = status.cancelling ? "The run that was cancelled is ending" : "";
  if (icon_button(context, "run or cancel", status.running ? ui::Icon::stop : ui::Icon::play,
                  status.running ? "Ends the run; what has been measured stays."
                                 : "Measures every variant of this experiment.",
                  keys, reason, look)) {
    run_or_cancel(context);
  }
  ImGui::SameLine(0, 24 * context.unit);
}

/// A line of text above, a line of text or a bar below; only the bar moves.
void draw_progress(LabView& context, float width) {
  const session::LabStatus& status = context.snapshot.lab;
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + width;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const lab::Experiment* experiment = experiment_of(status.experiment);
  std::string now = status.cancelling ? "Cancelling …" : status.progress.now;
  if (experiment != nullptr && experiment->id != shown_experiment(context.model).id) {
    now = experiment->title + ": " + now;  // names the experiment because another one is shown
  }
  std::string count = fmt::format("   {:.1f}\u00A0s", status.seconds);
  if (status.progress.total > 0) {  // 0: the amount of work is not known yet
    count = fmt::format("{} of {}", status.progress.done, status.progress.total) + count;
  }
  const float count_width = ImGui::CalcTextSize("000 of 000   000.0 s").x;
  list.PushClipRect(from, {right - count_width - 8 * u, from.y + 40 * u}, true);
  list.AddText({from.x, from.y + 2 * u}, ui::packed_colour(context.theme.text), now.c_str());
  list.PopClipRect();
  list.AddText({right - ImGui::CalcTextSize(count.c_str()).x, from.y + 2 * u},
               ui::packed_colour(context.theme.dim), count.c_str());
  const float part = status.progress.total > 0 ? static_cast<float>(status.progress.done) /
                                                     static_cast<float>(status.progress.total)
                                               : 0.0F;
  const ImVec2 low{from.x, from.y + 28 * u};
  const ImVec2 high{right, from.y + 36 * u};
  list.AddRectFilled(low, high, ui::packed_colour(context.theme.raised), 4 * u);
  if (part > 0) {
    list.AddRectFilled(low, {low.x + width * part, high.y}, ui::packed_colour(context.theme.accent),
                       4 * u);
  }
  ui::space({width, 40 * u});
  explain(context, "The current measurement, and how many are done.");
  ImGui::SameLine(0, 24 * u);
}

/// Returns the number of rows in which two sources side by side differ; 0: one source is shown.
std::size_t differing_lines(const CodeModel& code) {
  if (code.other.empty()) return 0;
  return static_cast<std::size_t>(
      std::count_if(code.pairs.begin(), code.pairs.end(),
                    [](const ui::LinePair& pair) { return !pair.is_equal; }));
}

/// Returns the size of the pictures of all stored results; each picture counts once.
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

std::vector<rooms::Finding> LabRoom::findings(const session::Snapshot& /*snapshot*/) const {
  std::vector<rooms::Finding> all;
  for (const lab::Experiment& each : lab::experiments()) {
    all.push_back({kExperiment, each.id, each.title, each.shows});
  }
  for (const lab::Experiment& each : lab::experiments()) {
    for (const lab::Variant& variant : each.variants) {
      all.push_back({kVariant, each.id + '/' + variant.id, variant.title, each.title});
    }
  }
  for (const lab::Parameter& each : shown_experiment(model_).parameters) {
    all.push_back({rooms::kSetting, kParameters, each.title, each.help, true});
  }
  for (std::size_t i = 0; i < kCharts.size(); ++i) {
    all.push_back({kChart, std::to_string(i), kCharts.at(i)[0], kCharts.at(i)[1]});
  }
  rooms::add_groups(all, side_groups());
  return all;
}

void LabRoom::show_found(const rooms::Finding& finding, const rooms::Frame& frame) {
  LabView context = view(frame);
  if (finding.kind == kExperiment) return choose_experiment(context, finding.id);
  if (finding.kind == kChart) {
    context.model.chart = static_cast<LabChart>(std::stoi(finding.id));
    context.model.chart_place.in_front = true;
    if (context.model.chart == LabChart::sweep) look_for_sweep(context);
    return;
  }
  if (finding.kind != kVariant) return context.model.folds.look_for(finding.id);
  const std::size_t end = finding.id.find('/');
  choose_experiment(context, finding.id.substr(0, end));
  choose_variant(context.model, finding.id.substr(end + 1));
}

void LabRoom::add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) {
  const session::LabStatus& lab = frame.snapshot.lab;
  const std::string experiment = shown_experiment(model_).id;
  const auto result = shown_result(view(frame));
  const auto beside = result_beside(view(frame));
  const auto runs = lab.results.find(experiment);
  const LabList list = shown_list(view(frame));
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
                   {"linear", model_.list.linear},
                   {"beside", beside == nullptr ? "" : beside->when},
                   {"detail", static_cast<int>(model_.detail)},
                   {"shows_mark", model_.code.shows_mark},
                   {"first_line", model_.code.first_line},
                   {"code_lines", model_.code.lines},
                   {"code_lines_in_sight", model_.code.lines_in_sight},
                   {"editing", model_.code.kernel != nullptr},
                   {"chart_area", model_.chart_place.area.by_size()},
                   {"chart_missing", model_.chart_place.missing},
                   {"axis_length", model_.list.axis_length},
                   {"key", model_.list.key},
                   {"figures", static_cast<int>(model_.list.figures)},
                   {"guesses", model_.guess.on},
                   {"hidden", list.hidden()},
                   {"rows", list.rows.size()},
                   {"folded", list.folded.size()},
                   {"share", model_.chart_place.share},
                   {"drawn_share", model_.chart_place.drawn_share},
                   {"takes_turns", model_.chart_place.takes_turns},
                   {"chart_in_front", model_.chart_place.in_front},
                   {"other_source", model_.code.other},
                   {"differing_lines", differing_lines(model_.code)}};
}

void LabRoom::lay_out(const rooms::Layout& layout, const session::Snapshot& /*snapshot*/,
                      float /*unit*/) {
  constexpr std::string_view kSource = "source/";
  const auto named = std::ranges::find_if(
      layout.named, [&](const std::string& place) { return place.starts_with(kSource); });
  const std::string wanted = named == layout.named.end() ? "" : named->substr(kSource.size());
  if (std::exchange(model_.code.named, wanted) == wanted) return;
  model_.chart_place.in_front = wanted.empty();
}

void LabRoom::begin(const rooms::Frame& frame, double /*seconds*/) {
  model_.chart_place.area = {};
  LabView context = view(frame);
  keep_kernel(context);
  model_.guess.hidden = model_.guess.on ? shown_list(view(frame)).hidden() : 0;
  // Beside a picture of the chosen variant's blocks the best variant is another subject.
  const bool has_conclusion = model_.guess.hidden == 0 && model_.chart != LabChart::occupancy;
  model_.conclusion.words = has_conclusion ? best_words(context) : std::nullopt;
}

rooms::Reveals LabRoom::reveals() const {
  return {.next = model_.guess.hidden > 0, .newest = model_.guess.on && model_.guess.revealed > 0};
}

void LabRoom::reveal(int by, const rooms::Frame& frame) {
  LabView context = view(frame);
  lab_room::reveal(context, by);
}

void LabRoom::place_divider(float share) {
  model_.chart_place.share = std::clamp(share, ChartPlace::kLeastShare, ChartPlace::kMostShare);
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
                                         bar, buttons, choices, shown.id,
                                         model_.guess.hides_words() ? "" : shown.shows);
  if (pressed >= 0) show(choices[static_cast<std::size_t>(pressed)].id);
}

void LabRoom::draw_side(const rooms::Frame& frame, const ui::Box& area) {
  LabView view = this->view(frame);
  draw_group_list(view, area, "lab side", model_.folds, groups_of(view, side_groups()));
}

void LabRoom::draw_transport(const rooms::Frame& frame, const ui::Box& area) {
  LabView context = view(frame);
  const float u = context.unit;
  const ui::Pane pane("lab transport", area, rooms::transport_padding(area, u));
  ui::draw_edge(context, {area.left, area.top}, {area.right, area.top});
  draw_run_or_cancel(context);
  const float left = area.width() - ImGui::GetCursorPosX() - 16 * u;
  if (context.snapshot.lab.running) {
    draw_progress(context, std::min(left, 640 * u));
  } else {
    draw_best(context, left);
  }
}

void LabRoom::draw_over(const rooms::Frame& frame, const ui::Box& window) {
  // A saved picture shows all rows, including those that need scrolling.
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
  constexpr std::array kParts = {"times",       "sweep",   "roofline",
                                 "utilisation", "outcome", "occupancy"};
  return {.area = model_.chart_place.area,
          .part = kParts.at(static_cast<std::size_t>(model_.chart))};
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
  model_.list.figures = lab.figures;
  model_.guess = {.on = lab.guess, .revealed = 0};
  model_.code.kernel.reset();
  model_.code.wanted_kernel = lab.kernel;
}

void LabRoom::note_sight(session::Sight& sight) const {
  sight.lab = {.experiment = shown_experiment(model_).id,
               .variant = shown_variant(model_),
               .settings = shown_settings(model_),
               .chart = model_.chart,
               .detail = model_.detail,
               .figures = model_.list.figures,
               .guess = model_.guess.on,
               .kernel = model_.code.kernel != nullptr && model_.code.kernel->is_changed()
                             ? model_.code.kernel->text()
                             : std::string()};
}

}  // namespace heatwave::lab_room
