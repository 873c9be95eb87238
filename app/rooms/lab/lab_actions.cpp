// Carries out the Lab's actions, and returns the experiment, settings and results that the Lab
// shows.

#include <algorithm>
#include <array>

#include "app/export/lab_table.h"
#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_kernel.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/variant_list.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {

namespace key = rooms::key;

namespace {

using Results = std::map<std::string, std::vector<std::shared_ptr<const session::LabResult>>>;

std::shared_ptr<const session::LabResult> result_at(const Results& results,
                                                    const std::string& experiment,
                                                    std::size_t place) {
  const auto found = results.find(experiment);
  if (found == results.end() || place >= found->second.size()) return nullptr;
  return found->second[place];
}

lab::Request request_for(const LabView& context) {
  lab::Request request;
  request.experiment = shown_experiment(context.model).id;
  request.settings = shown_settings(context.model);
  request.repeats = context.model.repeats;
  return request;
}

bool has_measured(const session::LabResult& result, const std::string& variant) {
  const auto& all = result.report.measurements;
  return std::any_of(all.begin(), all.end(), [&variant](const lab::Measurement& each) {
    return each.variant == variant && each.timed();
  });
}

/// Shows this machine's results before the run starts.
void start(LabView& context, lab::Request request) {
  if (!why_no_run(context).empty()) return;
  show_this_machine(context);
  context.send(session::RunLab{std::move(request)});
}

bool is_good_first_choice(const lab::Variant& variant) {
  return !variant.yardstick && !variant.wrong_on_purpose && variant.lower_precision.empty();
}

/// A program without CUDA has no code of these variants, only what was recorded of them.
bool has_gpu_code(const lab::Experiment& experiment) {
  return std::any_of(experiment.variants.begin(), experiment.variants.end(),
                     [](const lab::Variant& variant) {
                       return variant.processor == lab::Processor::gpu && variant.make != nullptr;
                     });
}

}  // namespace

const lab::Experiment& shown_experiment(const LabModel& model) {
  const auto& all = lab::experiments();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&model](const auto& e) { return e.id == model.experiment; });
  return found == all.end() ? all.front() : *found;
}

lab::Settings shown_settings(const LabModel& model) {
  const lab::Experiment& experiment = shown_experiment(model);
  const auto found = model.settings.find(experiment.id);
  return found != model.settings.end() ? found->second : lab::initial_settings(experiment);
}

lab::Settings& changed_settings(LabModel& model) {
  const lab::Experiment& experiment = shown_experiment(model);
  return model.settings.try_emplace(experiment.id, lab::initial_settings(experiment)).first->second;
}

std::string shown_variant(const LabModel& model) {
  const lab::Experiment& experiment = shown_experiment(model);
  const auto& all = experiment.variants;
  if (const auto chosen = model.selected.find(experiment.id); chosen != model.selected.end()) {
    const bool known = std::any_of(all.begin(), all.end(),
                                   [&](const lab::Variant& v) { return v.id == chosen->second; });
    if (known) return chosen->second;
  }
  if (all.empty()) return {};
  const bool needs_code = has_gpu_code(experiment);
  const auto best = std::find_if(all.rbegin(), all.rend(), [&](const lab::Variant& variant) {
    return is_good_first_choice(variant) && (variant.make != nullptr || !needs_code);
  });
  return best == all.rend() ? all.back().id : best->id;
}

void choose_variant(LabModel& model, const std::string& variant) {
  model.selected[shown_experiment(model).id] = variant;
}

std::string shown_sweep(const LabModel& model) {
  const lab::Experiment& experiment = shown_experiment(model);
  if (const auto chosen = model.sweep.parameters.find(experiment.id);
      chosen != model.sweep.parameters.end()) {
    return chosen->second;
  }
  const auto& all = experiment.parameters;
  const auto first = std::find_if(all.begin(), all.end(),
                                  [](const lab::Parameter& p) { return !p.sweep.empty(); });
  return first == all.end() ? std::string() : first->id;
}

std::size_t shown_recording(const LabView& context) {
  const std::string& experiment = shown_experiment(context.model).id;
  const session::LabStatus& status = context.snapshot.lab;
  const auto recorded = status.recorded.find(experiment);
  const std::size_t recordings = recorded == status.recorded.end() ? 0 : recorded->second.size();
  const auto chosen = context.model.recording.find(experiment);
  if (chosen != context.model.recording.end()) return std::min(chosen->second, recordings);
  const bool is_coming = status.running && status.experiment == experiment;
  // A picture of occupancy needs a launch, and one on paper times: a recording has them until this
  // machine has measured.
  const bool needs_some = context.model.chart == LabChart::occupancy || context.is_for_picture;
  if (is_coming || (status.no_gpu.empty() && !needs_some)) return 0;
  const auto own = result_at(status.results, experiment, 0);
  const auto& [told_experiment, variant] = context.model.told_of;
  const bool told = told_experiment == experiment && !variant.empty();
  if (own != nullptr && (!told || has_measured(*own, variant))) return 0;
  for (std::size_t i = 0; told && i < recordings; ++i) {
    const session::LabResult& each = *recorded->second[i];
    const bool suits = context.model.chart != LabChart::sweep || !each.report.swept.empty();
    if (suits && has_measured(each, variant)) return i + 1;
  }
  return own != nullptr ? 0 : std::min<std::size_t>(1, recordings);
}

std::shared_ptr<const session::LabResult> shown_result(const LabView& context) {
  const std::string& experiment = shown_experiment(context.model).id;
  const session::LabStatus& status = context.snapshot.lab;
  const std::size_t recording = shown_recording(context);
  return recording > 0 ? result_at(status.recorded, experiment, recording - 1)
                       : result_at(status.results, experiment, 0);
}

std::shared_ptr<const session::LabResult> result_before(const LabView& context) {
  const auto shown = shown_result(context);
  if (shown == nullptr || shown->recorded) return nullptr;
  return result_at(context.snapshot.lab.results, shown->report.experiment, 1);
}

std::string why_no_run(const LabView& context) {
  if (context.snapshot.lab.cancelling) return "The run that was cancelled is ending";
  return context.snapshot.lab.running ? "A run is under way" : "";
}

std::string unavailable_reason(const LabView& context, const lab::Variant& variant) {
  if (variant.processor == lab::Processor::cpu) return "";
  const std::string& no_gpu = context.snapshot.lab.no_gpu;
  if (!no_gpu.empty()) return "It needs a CUDA GPU: " + no_gpu;
  return variant.make ? "" : "This program has no such code";
}

namespace {

/// Returns the reason why the chosen variant cannot run now; empty: it can.
std::string why_no_run_of_chosen(const LabView& context) {
  const std::string reason = why_no_run(context);
  if (!reason.empty()) return reason;
  const lab::Experiment& experiment = shown_experiment(context.model);
  return unavailable_reason(context, lab::find_variant(experiment, shown_variant(context.model)));
}

}  // namespace

void show_this_machine(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  context.model.recording[experiment.id] = 0;
  const std::string reason =
      unavailable_reason(context, lab::find_variant(experiment, shown_variant(context.model)));
  if (reason.empty()) return;
  const auto& all = experiment.variants;
  const auto best = std::find_if(all.rbegin(), all.rend(), [&context](const lab::Variant& variant) {
    return is_good_first_choice(variant) && unavailable_reason(context, variant).empty();
  });
  if (best == all.rend()) return;
  if (context.model.selected.contains(experiment.id)) {
    context.commands.tell("The variant chosen cannot run here. " + reason +
                          ". Chosen instead: " + best->title + ".");
  }
  choose_variant(context.model, best->id);
}

void run_all(LabView& context) { start(context, request_for(context)); }

void run_selected(LabView& context) {
  if (!why_no_run_of_chosen(context).empty()) return;
  lab::Request request = request_for(context);
  request.variants = {shown_variant(context.model)};
  start(context, std::move(request));
}

void run_sweep(LabView& context) {
  lab::Request request = request_for(context);
  request.sweep.parameter = shown_sweep(context.model);
  for (const lab::Parameter& parameter : shown_experiment(context.model).parameters) {
    if (parameter.id == request.sweep.parameter) request.sweep.values = parameter.sweep;
  }
  if (request.sweep.values.empty()) return;
  context.model.chart = LabChart::sweep;
  start(context, std::move(request));
}

namespace {

void cancel_run(LabView& context) {
  if (context.snapshot.lab.running) context.send(session::CancelLab{});
}

}  // namespace

void run_or_cancel(LabView& context) {
  if (context.snapshot.lab.running) {
    cancel_run(context);
  } else {
    run_all(context);
  }
}

void choose_experiment(LabView& context, const std::string& id) { context.model.experiment = id; }

namespace {

/// Chooses the next experiment (1) or the previous one (−1); wraps around.
void choose_neighbour_experiment(LabView& context, int by) {
  const auto& all = lab::experiments();
  const auto here = &shown_experiment(context.model) - all.data();
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  choose_experiment(context, all[static_cast<std::size_t>((here + by + count) % count)].id);
}

/// Chooses the variant below (1) or above (−1) in the list; stops at the ends.
void select_neighbour_variant(LabView& context, int by) {
  const LabList list = shown_list(context);
  std::vector<std::string> ids;
  for (const LabRow& row : list.rows) {
    // A variant and its edited kernel have a row each.
    if (std::find(ids.begin(), ids.end(), row.variant) == ids.end()) ids.push_back(row.variant);
  }
  ids.insert(ids.end(), list.folded.begin(), list.folded.end());
  const auto here = std::find(ids.begin(), ids.end(), shown_variant(context.model));
  const auto next = here - ids.begin() + by;
  if (next < 0 || next >= std::ssize(ids)) return;
  choose_variant(context.model, ids[static_cast<std::size_t>(next)]);
}

}  // namespace

void move_divider(LabView& context, float by) {
  ChartPlace& place = context.model.chart_place;
  if (place.takes_turns) {
    place.in_front = by > 0;
    return;
  }
  place.share = std::clamp(place.drawn_share + by, ChartPlace::kLeastShare, ChartPlace::kMostShare);
}

void toggle_guess(LabView& context) {
  GuessModel& guess = context.model.guess;
  guess = {.on = !guess.on, .revealed = 0};
  context.model.chart = guess.on ? LabChart::times : context.model.chart;
}

void reveal(LabView& context, int by) {
  GuessModel& guess = context.model.guess;
  if (!guess.on || (by < 0 && guess.revealed == 0)) return;
  guess.revealed += static_cast<std::size_t>(by);
  const LabList list = shown_list(context);
  // The newest time's row is chosen, so that the class sees it and its source.
  for (const LabRow& row : list.rows) {
    if (row.is_hidden) break;
    if (row.measurement != nullptr && row.measurement->timed()) {
      choose_variant(context.model, row.variant);
    }
  }
  if (list.hidden() == 0) guess = {};
}

void look_for_sweep(LabView& context) {
  const auto shown = shown_result(context);
  if (shown == nullptr || !shown->recorded || !shown->report.swept.empty()) return;
  const std::string& experiment = shown_experiment(context.model).id;
  const auto& recorded = context.snapshot.lab.recorded.at(experiment);
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    if (recorded[i]->report.swept.empty()) continue;
    context.model.recording[experiment] = i + 1;
    return;
  }
}

void reset_settings(LabView& context) {
  context.model.settings.erase(shown_experiment(context.model).id);
  context.model.repeats = kRepeats;
}

namespace {

constexpr const char* kMeasure = "Measure";
constexpr const char* kChoose = "Choose";
constexpr const char* kGuess = "Guess";
constexpr const char* kSave = "Save";

constexpr float kDividerStep = 0.05F;

/// Returns the variant before the chosen one in the ladder; empty: it is the first.
std::string variant_before(const LabView& context) {
  const auto& all = shown_experiment(context.model).variants;
  const std::string chosen = shown_variant(context.model);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].id == chosen) return all[i - 1].id;
  }
  return {};
}

std::string why_no_other_source(const LabView& context) {
  const bool has_one = !context.model.code.other.empty() || !variant_before(context).empty();
  return has_one ? "" : "The first variant is chosen";
}

/// Shows the source of the variant before beside the chosen one's, or that alone.
void toggle_other_source(LabView& context) {
  show_other_source(context, context.model.code.other.empty() ? variant_before(context) : "");
  context.model.detail = LabDetail::source;
}

std::string why_no_reveal(const LabView& context) {
  return shown_list(context).hidden() > 0 ? "" : "No time is hidden";
}

std::string why_no_hiding(const LabView& context) {
  if (!context.model.guess.on) return "No time is hidden";
  return context.model.guess.revealed > 0 ? "" : "All times are hidden";
}

std::string why_no_picture(const LabView& context) {
  return context.writer_has_room ? "" : rooms::kNoRoomForPictures;
}

void copy_table(LabView& context) {
  const auto result = shown_result(context);
  if (result == nullptr) {
    context.commands.tell("There are no measurements to copy yet.");
  } else {
    context.send(session::CopyText{exporting::lab_markdown({result->report}),
                                   "Copied the measurements as a Markdown table."});
  }
}

const auto kActions = std::to_array<rooms::ActionRow<LabView>>({
    {{"run_or_cancel", {{key::kSpace}}, "Space", "run all variants, or cancel", kMeasure},
     run_or_cancel},
    {{"run_selected",
      {{key::kEnter}, {key::kKeypadEnter}},
      "Enter",
      "run the variant chosen",
      kMeasure,
      false,
      true},
     run_selected,
     why_no_run_of_chosen},
    {{"cancel", {{key::kEscape}}, "Esc", "cancel, close the help", kMeasure}, cancel_run},

    {{"next_experiment", {{'N'}}, "N", "next experiment", kChoose},
     [](LabView& context) { choose_neighbour_experiment(context, 1); }},
    {{"previous_experiment", {{'N', false, true}}, "Shift N", "previous experiment", kChoose},
     [](LabView& context) { choose_neighbour_experiment(context, -1); }},
    {{"previous_variant", {{key::kUp}}, "Up, Down", "variant above or below", kChoose, true},
     [](LabView& context) { select_neighbour_variant(context, -1); }},
    {{"next_variant", {{key::kDown}}, "", "", kChoose, true},
     [](LabView& context) { select_neighbour_variant(context, 1); }},
    {{"linear_axis", {{'L'}}, "L", "times from zero, or logarithmic", kChoose},
     [](LabView& context) { context.model.list.linear = !context.model.list.linear; }},
    {{"run_beside", {{'B'}}, "B", "another run in the same chart", kChoose}, choose_next_beside},

    {{"higher_divider",
      {{key::kUp, false, true}},
      "Shift Up, Down",
      "more of the source, or a larger chart",
      kChoose,
      true},
     [](LabView& context) { move_divider(context, -kDividerStep); }},
    {{"lower_divider", {{key::kDown, false, true}}, "", "", kChoose, true},
     [](LabView& context) { move_divider(context, kDividerStep); }},

    {{"other_source", {{'D'}}, "D", "the variant before beside the source", kChoose},
     toggle_other_source,
     why_no_other_source},

    {{"edit", {{'E'}}, "E", "edit the kernel, or close the editor", kChoose, false, true},
     toggle_kernel,
     why_no_kernel},

    {{"guess_first", {{'G'}}, "G", "hide the times for a guess, or show all", kGuess},
     toggle_guess},
    {{"reveal_next", {{key::kRight}}, "Right", "show the next time; or Page Down", kGuess},
     [](LabView& context) { reveal(context, 1); },
     why_no_reveal},
    {{"hide_newest", {{key::kLeft}}, "Left", "hide the newest time again; or Page Up", kGuess},
     [](LabView& context) { reveal(context, -1); },
     why_no_hiding},

    {{"save_chart", {{'S'}}, "S", "the chart as PNG", kSave, false, true},
     [](LabView& context) { context.send(session::SaveRoomPng{}); },
     why_no_picture},
    {{"save_window", {{'S', false, true}}, "Shift S", "the window as PNG", kSave, false, true},
     [](LabView& context) { context.send(session::SaveWindowPng{}); },
     why_no_picture},
    {{"copy_table", {{'C', true}}, "Ctrl C", "copy the table as Markdown", kSave}, copy_table},
});

}  // namespace

std::span<const rooms::ActionRow<LabView>> LabView::actions() { return kActions; }

}  // namespace heatwave::lab_room
