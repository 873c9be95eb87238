// The thread that measures, and what is told of it.
#include "app/session/lab/lab_worker.h"

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

#include "app/words/word_lists.h"
#include "kernels/core/error.h"

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
    throw core::Error(std::string("this system gives the program no second thread: ") +
                      error.code().message());
  }
  running_ = true;
}

void LabWorker::cancel() {
  const std::lock_guard lock(mutex_);
  if (!running_) return;  // it has come to its end by itself
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

}  // namespace heatwave::session
