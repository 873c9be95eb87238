// Runs the measuring thread, publishes its progress, and saves results.
#include "app/session/lab/lab_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/lab_table.h"
#include "app/json/json_check.h"
#include "app/session/lab/lab_results.h"
#include "app/system/child_process.h"
#include "app/system/folders.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler_messages.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLongestTiming(60);

std::string text_of(const lab::Parameter& parameter, std::int64_t value) {
  const std::string name = parameter.name_of(value);
  return name.empty() ? std::to_string(value) : name;
}

/// Returns the command line that times a kernel and writes the results.
std::vector<std::string> timing_command(const lab::Request& request, const fs::path& kernel,
                                        const fs::path& results) {
  std::vector<std::string> command{system::program_file().string(),
                                   "lab",
                                   request.experiment,
                                   "--variant",
                                   request.variants.front(),
                                   "--kernel",
                                   kernel.string(),
                                   "--seed",
                                   std::to_string(request.settings.seed),
                                   "--json",
                                   "--out",
                                   results.string()};
  for (const lab::Parameter& parameter : lab::find_experiment(request.experiment).parameters) {
    command.push_back("--" + parameter.id);
    command.push_back(text_of(parameter, request.settings[parameter.id]));
  }
  return command;
}

/// Measures a variant, and an edited kernel in its place, by this program in a process of its own:
/// a kernel that never ends, or that breaks its CUDA context, does not reach this process.
lab::Report measure_apart(const lab::Request& request, const std::string& kernel,
                          const lab::Observer& observer, const lab::Stop& stop) {
  const system::TemporaryFolder folder;
  const fs::path text = folder.path() / "kernel.cu";
  const fs::path results = folder.path() / "times.json";
  system::write_whole_text(text, kernel, system::Naming::exact);
  observer.progress({.done = 0, .total = 2, .now = "the edited kernel"});
  system::ChildProcess child(timing_command(request, text, results));
  const auto status = child.finish({.idle = kLongestTiming, .total = kLongestTiming}, stop);
  if (!status && stop.stop_requested()) return {};
  if (!status || *status == lab::kKernelTooSlow) {
    throw core::Error("the kernel did not end in time, and its process was killed");
  }
  if (!fs::exists(results)) throw core::Error(child.errors());
  exporting::RecordedLab lab =
      exporting::read_lab_json(system::whole_text(results, json::kMeasurementsBudget.bytes));
  if (lab.reports.empty()) throw core::Error(child.errors());
  // NVRTC's messages are no result that stands in the list.
  std::vector<lab::Measurement>& rows = lab.reports.front().measurements;
  if (!rows.empty() && rows.back().status == lab::Status::failed) {
    throw core::Error(rows.back().note);
  }
  for (const lab::Measurement& each : lab.reports.front().measurements) observer.measured(each);
  return std::move(lab.reports.front());
}

}  // namespace

void LabWorker::start(lab::Request request, Measure measure) {
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
    thread_ = std::jthread([this, request = std::move(request), measure = std::move(measure)](
                               const lab::Stop& stop) { work(request, measure, stop); });
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

void LabWorker::work(const lab::Request& request, const Measure& measure, const lab::Stop& stop) {
  std::optional<std::string> failure;
  try {
    run(request, measure, stop);
  } catch (const std::exception& error) {
    failure = words::words_of(error);
  }
  const std::lock_guard lock(mutex_);
  if (failure) failure_ = std::move(failure);
  running_ = false;
  cancelling_ = false;
  ended_ = Clock::now();
}

void LabWorker::run(const lab::Request& request, const Measure& measure, const lab::Stop& stop) {
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
    const lab::Report report =
        measure ? measure(request, observer, stop) : lab::measure(request, observer, stop);
    const std::vector<lab::Measurement>& rows = report.measurements;
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

void LabService::start(const lab::Request& request, LabWorker::Measure measure) {
  worker_.start(request, std::move(measure));
  kernel_.clear();
  if (hub_.manner != Manner::headless) return;
  worker_.wait();
  if (const auto failure = worker_.take_failure()) throw core::Error(*failure);
}

void LabService::apply(const RunLab& command, Gesture /*gesture*/) { start(command.request, {}); }

void LabService::apply(const TimeKernel& command, Gesture /*gesture*/) {
  const std::string reason = lab::why_no_edited_kernels();
  if (!reason.empty()) throw core::Error("the kernel cannot be timed: " + reason);
  if (command.request.variants.size() != 1) throw core::Error("a kernel belongs to one variant");
  start(command.request,
        [kernel = command.kernel](const lab::Request& request, const lab::Observer& observer,
                                  const lab::Stop& stop) {
          return measure_apart(request, kernel, observer, stop);
        });
  kernel_ = command.kernel;
  refused_.reset();
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
  const auto failure = worker_.take_failure();
  if (!failure) return;
  hub_.notices.add(Notice::Kind::error, words_of_failure(*failure, kernel_, refused_));
}

std::string words_of_failure(const std::string& failure, const std::string& kernel,
                             std::shared_ptr<const RefusedKernel>& refused) {
  if (kernel.empty()) return failure;
  std::vector<cuda_text::Diagnostic> mistakes = cuda_text::errors_in(failure);
  if (mistakes.empty()) return failure;
  const std::string first = fmt::format("The kernel does not compile: line {}: {}",
                                        mistakes.front().place.line, mistakes.front().text);
  const std::size_t others = mistakes.size() - 1;
  refused = std::make_shared<const RefusedKernel>(RefusedKernel{kernel, std::move(mistakes)});
  if (others == 0) return first;
  return fmt::format("{}, and {} more {}", first, others, others == 1 ? "error" : "errors");
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
