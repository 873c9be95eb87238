// Collects the experiments, each with the GPU's runs where this program has them.
#include "kernels/lab/catalogue.h"

#include <algorithm>

#include "kernels/core/find_by_id.h"
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {

#define HEATWAVE_DECLARE_EXPERIMENT(name) Experiment name();
HEATWAVE_EXPERIMENTS(HEATWAVE_DECLARE_EXPERIMENT)
#undef HEATWAVE_DECLARE_EXPERIMENT

namespace {

/// An experiment with what its .cu file can run.
Experiment complete(Experiment experiment, GpuRuns runs) {
  for (Variant& variant : experiment.variants) {
    if (variant.place != Place::gpu) continue;
    const auto run = runs.find(variant.id);
    if (run != runs.end()) variant.make = run->second;
  }
  return experiment;
}

}  // namespace

const std::vector<Experiment>& experiments() {
#define HEATWAVE_LIST_EXPERIMENT(name) complete(name(), name##_on_gpu()),
  static const std::vector<Experiment> all{HEATWAVE_EXPERIMENTS(HEATWAVE_LIST_EXPERIMENT)};
#undef HEATWAVE_LIST_EXPERIMENT
  return all;
}

const Experiment& find_experiment(const std::string& id) {
  return core::find_by_id(experiments(), id, [&] { return "there is no experiment '" + id + "'"; });
}

const Variant& find_variant(const Experiment& experiment, const std::string& id) {
  return core::find_by_id(experiment.variants, id, [&] {
    return "the experiment '" + experiment.id + "' has no variant '" + id + "'";
  });
}

std::string source_file(const Experiment& experiment, const Variant& variant) {
  if (!variant.source.empty()) return variant.source;
  std::string name = experiment.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return "kernels/lab/" + name + (variant.place == Place::cpu ? ".cpp" : ".cu");
}

}  // namespace heatwave::lab
