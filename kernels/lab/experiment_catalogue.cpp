// The experiments are collected here, and their source files located.
#include "kernels/lab/experiment_catalogue.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "kernels/core/find_by_id.h"

namespace heatwave::lab {

#define HEATWAVE_DECLARE_EXPERIMENT(name) \
  namespace name##_experiment {           \
    Experiment experiment();              \
  }
HEATWAVE_EXPERIMENTS(HEATWAVE_DECLARE_EXPERIMENT)
#undef HEATWAVE_DECLARE_EXPERIMENT

const std::vector<Experiment>& experiments() {
#define HEATWAVE_LIST_EXPERIMENT(name) name##_experiment::experiment(),
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

namespace {

constexpr std::string_view kDeviceCode = "_kernels.cuh";
constexpr std::string_view kLaunchers = "_launch.cu";

/// Returns "kernels/lab/experiments/dot/dot", the path of an experiment's files without their
/// endings.
std::string stem_of(const Experiment& experiment) {
  std::string name = experiment.id;
  std::replace(name.begin(), name.end(), '-', '_');
  return "kernels/lab/experiments/" + name + "/" + name;
}

}  // namespace

std::string source_file(const Experiment& experiment, const Variant& variant) {
  if (!variant.source.empty()) return variant.source;
  const std::string stem = stem_of(experiment);
  if (variant.processor == Processor::cpu) return stem + "_experiment.cpp";
  return stem + std::string(variant.yardstick ? kLaunchers : kDeviceCode);
}

std::vector<std::string> source_files(const Experiment& experiment, const Variant& variant) {
  std::string file = source_file(experiment, variant);
  if (!file.ends_with(kDeviceCode) && !file.ends_with(kLaunchers)) return {std::move(file)};
  std::string launchers = file.ends_with(kDeviceCode)
                              ? file.substr(0, file.size() - kDeviceCode.size()).append(kLaunchers)
                              : stem_of(experiment).append(kLaunchers);
  std::vector<std::string> files;
  if (file != launchers) files.push_back(std::move(file));
  files.push_back(std::move(launchers));
  if (!experiment.copies.empty()) files.push_back(experiment.copies);
  for (const char* const shared :
       {"lab/bench/launch.cuh", "core/cuda_buffers.h", "core/cuda_check.h", "lab/bench/gpu_run.cu",
        "core/cuda_stream.h"}) {
    files.push_back(std::string("kernels/") + shared);
  }
  return files;
}

}  // namespace heatwave::lab
