// Lists the experiments, their variants, the charts and what the side panel sets; shows what was
// found.
#include "app/rooms/lab/lab_findings.h"

#include <array>
#include <string>

#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_side.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr const char* kExperiment = "experiment";
constexpr const char* kVariant = "variant";
constexpr const char* kChart = "chart";
constexpr const char* kParameters = "Parameters";  ///< the group where an experiment's are set

/// In the order of LabChart.
constexpr std::array<std::array<const char*, 2>, 5> kCharts{
    {{"Times of all variants", "bars, linear or logarithmic"},
     {"Sweep as curves", "times and rates over a parameter"},
     {"Roofline, or bandwidth", "what memory and arithmetic of the device allow"},
     {"Limits of all variants", "utilisation, occupancy, what holds each variant up"},
     {"Result of the variant chosen", "what came out: a picture, counts"}}};

}  // namespace

std::vector<rooms::Finding> findings_of(const LabModel& model) {
  std::vector<rooms::Finding> all;
  for (const lab::Experiment& each : lab::experiments()) {
    all.push_back({kExperiment, each.id, each.title, each.shows});
  }
  for (const lab::Experiment& each : lab::experiments()) {
    for (const lab::Variant& variant : each.variants) {
      all.push_back({kVariant, each.id + '/' + variant.id, variant.title, each.title});
    }
  }
  for (const lab::Parameter& each : shown_experiment(model).parameters) {
    all.push_back({rooms::kSetting, kParameters, each.title, each.help, true});
  }
  for (std::size_t i = 0; i < kCharts.size(); ++i) {
    all.push_back({kChart, std::to_string(i), kCharts.at(i)[0], kCharts.at(i)[1]});
  }
  rooms::add_groups(all, side_groups());
  return all;
}

void show_found(LabView& context, const rooms::Finding& finding) {
  if (finding.kind == kExperiment) return choose_experiment(context, finding.id);
  if (finding.kind == kChart) {
    context.model.chart = static_cast<LabChart>(std::stoi(finding.id));
    context.model.chart_place.in_front = true;
    return;
  }
  if (finding.kind != kVariant) return context.model.folds.look_for(finding.id);
  const std::size_t end = finding.id.find('/');
  choose_experiment(context, finding.id.substr(0, end));
  choose_variant(context.model, finding.id.substr(end + 1));
}

}  // namespace heatwave::lab_room
