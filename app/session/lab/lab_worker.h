// Measures experiments on a thread of its own, one request at a time, and keeps what came out.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/session/lab/lab_results.h"
#include "app/session/lab/lab_status.h"
#include "kernels/core/non_copyable.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::session {

class LabWorker : core::NonCopyable {
 public:
  /// Cancels what is under way; a variant stops within milliseconds of being asked.
  ~LabWorker() = default;

  /// Throws core::Error where the request cannot be carried out, or another is under way.
  void start(lab::Request request);
  void cancel();
  [[nodiscard]] bool running() const;
  /// Waits until none is under way.
  void wait();

  /// Brings the status up to date. It never waits for a measurement: what the lock guards are
  /// copies of pointers and of a few words.
  void show_in(LabStatus& status) const;
  /// The newest first; empty: none yet.
  [[nodiscard]] LabRuns runs_of(const std::string& experiment) const;
  /// Why the newest run broke off, told once.
  std::optional<std::string> take_failure();

 private:
  using Clock = std::chrono::steady_clock;

  void work(const lab::Request& request, const lab::Stop& stop);
  void measure(const lab::Request& request, const lab::Stop& stop);
  void note(const lab::Progress& progress);
  void show(const std::string& experiment, const LabRuns& runs);

  mutable std::mutex mutex_;  ///< guards all that follows but the thread
  bool running_ = false;
  bool cancelling_ = false;
  std::string experiment_;
  lab::Progress progress_;
  Clock::time_point began_;
  Clock::time_point ended_;
  std::uint64_t version_ = 0;
  std::map<std::string, LabRuns> results_;
  std::optional<std::string> failure_;
  std::jthread thread_;  ///< the last: it ends before what it uses does
};

}  // namespace heatwave::session
