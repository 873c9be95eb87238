// Lists the experiments, their variants and what the side panel sets; shows what was found.
#include "app/rooms/lab/lab_findings.h"

#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_side.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr const char* kExperiment = "experiment";
constexpr const char* kVariant = "variant";
constexpr const char* kParameters = "Parameters";  ///< the group where an experiment's are set

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
  rooms::add_groups(all, side_groups());
  return all;
}

void show_found(LabView& context, const rooms::Finding& finding) {
  if (finding.kind == kExperiment) return choose_experiment(context, finding.id);
  if (finding.kind != kVariant) return context.model.folds.look_for(finding.id);
  const std::size_t end = finding.id.find('/');
  choose_experiment(context, finding.id.substr(0, end));
  choose_variant(context.model, finding.id.substr(end + 1));
}

}  // namespace heatwave::lab_room
