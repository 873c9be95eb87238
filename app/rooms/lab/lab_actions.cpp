// Carries out the lab's actions, and knows what the lab shows.
#include "app/rooms/lab/lab_actions.h"

#include <algorithm>

#include "app/rooms/lab/result_table.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/catalogue.h"

namespace heatwave::panels {
namespace {

using Results = std::map<std::string, std::vector<std::shared_ptr<const session::LabResult>>>;

std::shared_ptr<const session::LabResult> result_at(const Results& results,
                                                    const std::string& experiment,
                                                    std::size_t place) {
  const auto found = results.find(experiment);
  if (found == results.end() || place >= found->second.size()) return nullptr;
  return found->second[place];
}

lab::Request request_for(PanelContext& context) {
  lab::Request request;
  request.experiment = shown_experiment(context.ui).id;
  request.settings = shown_settings(context.ui);
  request.repeats = context.ui.lab.repeats;
  return request;
}

/// What is measured here is what one wants to see.
void start(PanelContext& context, lab::Request request) {
  if (!why_no_run(context).empty()) return;
  context.ui.lab.recording[request.experiment] = 0;
  context.send(session::RunLab{std::move(request)});
}

bool is_good_first_choice(const lab::Variant& variant) {
  return variant.make && !variant.yardstick && !variant.wrong_on_purpose;
}

}  // namespace

const lab::Experiment& shown_experiment(UiState& ui) {
  const auto& all = lab::experiments();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&ui](const auto& e) { return e.id == ui.lab.experiment; });
  const lab::Experiment& shown = found == all.end() ? all.front() : *found;
  ui.lab.experiment = shown.id;
  return shown;
}

lab::Settings& shown_settings(UiState& ui) {
  const lab::Experiment& experiment = shown_experiment(ui);
  const auto found = ui.lab.settings.find(experiment.id);
  if (found != ui.lab.settings.end()) return found->second;
  return ui.lab.settings[experiment.id] = lab::initial_settings(experiment);
}

std::string& shown_variant(UiState& ui) {
  const lab::Experiment& experiment = shown_experiment(ui);
  std::string& chosen = ui.lab.selected[experiment.id];
  const auto& all = experiment.variants;
  const bool known = std::any_of(all.begin(), all.end(),
                                 [&chosen](const lab::Variant& v) { return v.id == chosen; });
  if (known || all.empty()) return chosen;
  const auto best = std::find_if(all.rbegin(), all.rend(), is_good_first_choice);
  chosen = best == all.rend() ? all.back().id : best->id;
  return chosen;
}

std::string& shown_sweep(UiState& ui) {
  const lab::Experiment& experiment = shown_experiment(ui);
  std::string& chosen = ui.lab.swept[experiment.id];
  if (!chosen.empty()) return chosen;
  const auto& all = experiment.parameters;
  const auto first = std::find_if(all.begin(), all.end(),
                                  [](const lab::Parameter& p) { return !p.sweep.empty(); });
  if (first != all.end()) chosen = first->id;
  return chosen;
}

std::shared_ptr<const session::LabResult> shown_result(PanelContext& context) {
  const std::string& experiment = shown_experiment(context.ui).id;
  const session::LabStatus& status = context.snapshot.lab;
  const std::size_t recording = context.ui.lab.recording[experiment];
  if (recording > 0) {
    if (auto recorded = result_at(status.recorded, experiment, recording - 1)) return recorded;
  }
  if (auto own = result_at(status.results, experiment, 0)) return own;
  if (status.running && status.experiment == experiment) return nullptr;  // it is about to come
  return result_at(status.recorded, experiment, 0);
}

std::shared_ptr<const session::LabResult> result_before(PanelContext& context) {
  const auto shown = shown_result(context);
  if (shown == nullptr || shown->recorded) return nullptr;
  return result_at(context.snapshot.lab.results, shown->report.experiment, 1);
}

std::string why_no_run(const PanelContext& context) {
  if (context.snapshot.lab.cancelling) return "The run that was cancelled is ending";
  return context.snapshot.lab.running ? "A run is under way" : "";
}

void run_all(PanelContext& context) { start(context, request_for(context)); }

void run_selected(PanelContext& context) {
  lab::Request request = request_for(context);
  request.variants = {shown_variant(context.ui)};
  start(context, std::move(request));
}

void run_sweep(PanelContext& context) {
  lab::Request request = request_for(context);
  request.sweep.parameter = shown_sweep(context.ui);
  for (const lab::Parameter& parameter : shown_experiment(context.ui).parameters) {
    if (parameter.id == request.sweep.parameter) request.sweep.values = parameter.sweep;
  }
  if (request.sweep.values.empty()) return;
  context.ui.lab.chart = LabChart::sweep;
  start(context, std::move(request));
}

void cancel_run(PanelContext& context) {
  if (context.snapshot.lab.running) context.send(session::CancelLab{});
}

void run_or_cancel(PanelContext& context) {
  if (context.snapshot.lab.running) {
    cancel_run(context);
  } else {
    run_all(context);
  }
}

void choose_experiment(PanelContext& context, const std::string& id) {
  context.ui.lab.experiment = id;
}

void choose_neighbour_experiment(PanelContext& context, int by) {
  const auto& all = lab::experiments();
  const auto here = &shown_experiment(context.ui) - all.data();
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  choose_experiment(context, all[static_cast<std::size_t>((here + by + count) % count)].id);
}

void select_neighbour_variant(PanelContext& context, int by) {
  const LabTable table = shown_table(context);
  const auto& rows = table.rows;
  std::string& chosen = shown_variant(context.ui);
  const auto here = std::find_if(rows.begin(), rows.end(),
                                 [&chosen](const LabRow& row) { return row.variant == chosen; });
  if (here == rows.end()) return;
  // In a sweep a variant has several rows.
  for (auto at = here - rows.begin() + by; at >= 0 && at < std::ssize(rows); at += by) {
    const std::string& variant = rows[static_cast<std::size_t>(at)].variant;
    if (variant == chosen) continue;
    chosen = variant;
    return;
  }
}

void reset_settings(PanelContext& context) {
  shown_settings(context.ui) = lab::initial_settings(shown_experiment(context.ui));
  context.ui.lab.repeats = LabUi{}.repeats;
}

}  // namespace heatwave::panels
