// Runs the measuring thread, publishes its progress, and saves results.
#include "app/session/lab/lab_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/lab_table.h"
#include "app/session/lab/lab_results.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {

void LabWorker::start(lab::Request request) {
  if (running()) {
    throw core::Error("the lab is still measuring: wait until it is done, or cancel it");
  }
  lab::check(request);
  const std::lock_guard lock(mutex_);
  cancelling_ = false;
  experiment_ = request.experiment;
  progress_ = {0, 0, "what this machine can do"};
  began_ = Clock::now();
  failure_.reset();
  try {
    thread_ = std::jthread([this, request = std::move(request)](const lab::Stop& stop) {  //
      work(request, stop);
    });
  } catch (const std::system_error& error) {
    throw core::Error(std::string("the system cannot start another thread: ") +
                      error.code().message());
  }
  running_ = true;
}

void LabWorker::cancel() {
  const std::lock_guard lock(mutex_);
  if (!running_) return;  // the measurement has ended by itself
  cancelling_ = true;
  thread_.request_stop();
}

bool LabWorker::running() const {
  const std::lock_guard lock(mutex_);
  return running_;
}

void LabWorker::wait() {
  if (thread_.joinable()) thread_.join();
}

void LabWorker::work(const lab::Request& request, const lab::Stop& stop) {
  std::optional<std::string> failure;
  try {
    measure(request, stop);
  } catch (const std::exception& error) {
    failure = words::words_of(error);
  }
  const std::lock_guard lock(mutex_);
  if (failure) failure_ = std::move(failure);
  running_ = false;
  cancelling_ = false;
  ended_ = Clock::now();
}

void LabWorker::measure(const lab::Request& request, const lab::Stop& stop) {
  GrowingRun run(request, lab::this_machine(), runs_of(request.experiment));
  int wanted = 0;
  bool whole = false;
  const auto end = [&] {
    run.finish(whole);
    show(request.experiment, run.runs());
    if (run.why_kept().empty()) return;
    const std::lock_guard lock(mutex_);
    failure_ = run.why_kept();
  };
  const lab::Observer observer{.progress =
                                   [&](const lab::Progress& progress) {
                                     wanted = progress.total;
                                     note(progress);
                                   },
                               .measured =
                                   [&](const lab::Measurement& measurement) {
                                     run.add(measurement);
                                     show(request.experiment, run.runs());
                                   }};
  try {
    const auto rows = lab::measure(request, observer, stop).measurements;
    whole = static_cast<int>(rows.size()) == wanted &&
            std::none_of(rows.begin(), rows.end(), [](const lab::Measurement& m) {
              return m.status == lab::Status::cancelled;
            });
  } catch (...) {
    end();
    throw;
  }
  end();
}

void LabWorker::note(const lab::Progress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
}

void LabWorker::show(const std::string& experiment, const LabRuns& runs) {
  const std::lock_guard lock(mutex_);
  if (runs.empty()) return;
  results_[experiment] = runs;
  ++version_;
}

LabRuns LabWorker::runs_of(const std::string& experiment) const {
  const std::lock_guard lock(mutex_);
  const auto at = results_.find(experiment);
  return at == results_.end() ? LabRuns{} : at->second;
}

void LabWorker::show_in(LabStatus& status) const {
  const std::lock_guard lock(mutex_);
  status.running = running_;
  status.cancelling = cancelling_;
  status.experiment = experiment_;
  status.progress = progress_;
  status.seconds =
      std::chrono::duration<double>((running_ ? Clock::now() : ended_) - began_).count();
  if (status.version == version_) return;
  status.results = results_;
  status.version = version_;
}

std::optional<std::string> LabWorker::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, std::nullopt);
}

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
