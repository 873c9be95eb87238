// The lab's service: measures experiments, and keeps and saves the results.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/session/command.h"
#include "app/session/hub.h"
#include "app/session/lab/lab_results.h"
#include "app/session/lab/lab_status.h"
#include "app/session/session.h"
#include "kernels/core/non_copyable.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::session {

/// Measures experiments on a separate thread, one request at a time, and keeps the results.
class LabWorker : core::NonCopyable {
 public:
  using Measure =
      std::function<lab::Report(const lab::Request&, const lab::Observer&, const lab::Stop&)>;

  /// Cancels the running measurement; a variant stops within milliseconds.
  ~LabWorker() = default;

  /// Measures with this function; empty: in this process. Throws core::Error when the request is
  /// invalid or another one is running.
  void start(lab::Request request, Measure measure = {});
  void cancel();
  [[nodiscard]] bool running() const;
  /// Waits until nothing is being measured.
  void wait();

  /// Updates the status. Never waits for a measurement: the lock protects only copies of pointers
  /// and short texts.
  void show_in(LabStatus& status) const;
  /// The newest run is first; empty: none yet.
  [[nodiscard]] LabRuns runs_of(const std::string& experiment) const;
  /// Returns why the newest run failed, once.
  std::optional<std::string> take_failure();

 private:
  using Clock = std::chrono::steady_clock;

  void work(const lab::Request& request, const Measure& measure, const lab::Stop& stop);
  void run(const lab::Request& request, const Measure& measure, const lab::Stop& stop);
  void note(const lab::Progress& progress);
  void show(const std::string& experiment, const LabRuns& runs);

  mutable std::mutex mutex_;  ///< guards all members below except the thread
  bool running_ = false;
  bool cancelling_ = false;
  std::string experiment_;
  lab::Progress progress_;
  Clock::time_point began_;
  Clock::time_point ended_;
  std::uint64_t version_ = 0;
  std::map<std::string, LabRuns> results_;
  std::optional<std::string> failure_;
  std::jthread thread_;  ///< last member: it ends before the members that it uses
};

class LabService {
 public:
  explicit LabService(Hub& hub) : hub_(hub) {}

  void apply(const RunLab& command, Gesture gesture);
  void apply(const TimeKernel& command, Gesture gesture);
  void apply(const CancelLab& command, Gesture gesture);
  void apply(const SaveLab& command, Gesture gesture);

  [[nodiscard]] bool is_measuring() const { return worker_.running(); }
  /// Reports why a run failed.
  void observe();
  /// Sets the fields that never change: this machine's GPU, and the recorded results.
  void introduce(LabStatus& status, const SessionOptions& options);
  void show_in(LabStatus& status) const {
    worker_.show_in(status);
    status.refused = refused_;
  }

 private:
  void start(const lab::Request& request, LabWorker::Measure measure);

  Hub& hub_;
  LabWorker worker_;
  std::string kernel_;  ///< edited kernel of the newest run; empty: none
  std::shared_ptr<const RefusedKernel> refused_;
};

/// Returns why a run with an edited kernel failed, for people: the first of the compiler's errors,
/// and how many there are. Keeps all of them in `refused`.
std::string words_of_failure(const std::string& failure, const std::string& kernel,
                             std::shared_ptr<const RefusedKernel>& refused);

}  // namespace heatwave::session
