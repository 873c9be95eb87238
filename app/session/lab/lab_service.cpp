// Measures, cancels, and saves results.
#include "app/session/lab/lab_service.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "app/export/lab_table.h"
#include "app/session/lab/recorded_lab.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
void LabService::apply(const RunLab& command, Gesture /*gesture*/) {
  worker_.start(command.request);
  if (hub_.manner != Manner::headless) return;
  worker_.wait();
  if (const auto failure = worker_.take_failure()) throw core::Error(*failure);
}

void LabService::apply(const CancelLab& /*command*/, Gesture /*gesture*/) { worker_.cancel(); }

void LabService::apply(const SaveLab& command, Gesture /*gesture*/) {
  const lab::Experiment& experiment = lab::find_experiment(command.experiment);
  const LabRuns runs = worker_.runs_of(experiment.id);
  if (runs.empty()) {
    throw core::Error(fmt::format("nothing was measured yet that could be saved: run {} first",
                                  experiment.title));
  }
  const std::string text = exporting::lab_text(command.format, {runs.front()->report});
  const std::string name =
      fmt::format("lab-{}{}", experiment.id, entry_of(command.format).extension);
  const auto written = saved_text(hub_.export_folder, text, command.path, name);
  hub_.notices.add(Notice::Kind::info,
                   fmt::format("Saved the measurements as {}", written.string()));
}

void LabService::observe() {
  if (const auto failure = worker_.take_failure()) hub_.notices.add(Notice::Kind::error, *failure);
}

void LabService::introduce(LabStatus& status, const SessionOptions& options) {
  if (options.names_gpu) {
    const core::CudaStatus cuda = core::cuda_status();
    if (cuda.usable) {
      status.gpu = cuda.devices.front().name;
    } else {
      status.no_gpu = cuda.reason;
    }
  }
  if (options.recorded_labs.empty()) return;
  RecordedLabs recorded = read_recorded_labs(options.recorded_labs);
  status.recorded = std::move(recorded.results);
  for (const std::string& failure : recorded.failures) {
    hub_.notices.add(Notice::Kind::warning, failure);
  }
}

}  // namespace heatwave::session
