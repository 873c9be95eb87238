// The stage's service: plays lessons on another thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/session/command.h"
#include "app/session/hub.h"
#include "app/session/snapshot.h"
#include "kernels/core/non_copyable.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// Plays lessons on another thread, one at a time.
class StageWorker : core::NonCopyable {
 public:
  StageWorker();
  /// Cancels the running play, which ends at its next step.
  ~StageWorker();

  /// Starts a play with complete settings in place of the running one. In a window it ends before
  /// the first choice that is not among the candidates: other inputs may lead to other steps.
  /// Throws core::Error when the system provides no thread.
  void play(stage::Lesson lesson, stage::PlaySettings settings, Manner manner);
  /// Waits until no play is running.
  void wait();

  /// Updates the status; never waits for a play.
  void show_in(StageStatus& status);
  /// Returns why the newest play failed, once.
  std::optional<std::string> take_failure();

 private:
  using Clock = std::chrono::steady_clock;
  struct Request {
    stage::Lesson lesson;
    stage::PlaySettings settings;
    Manner manner = Manner::frame;
    std::uint64_t number = 0;
  };
  struct Played {
    std::string lesson;
    stage::PlaySettings settings;
    std::shared_ptr<const stage::Trace> trace;
    stage::Totals totals;
  };
  struct Shared;

  static void work(const std::stop_token& stop, Shared& shared);
  static void carry_out(const Request& request, const std::stop_token& stop, Shared& shared);
  static Played played(const Request& request, const std::stop_token& stop,
                       const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;  ///< shared with the deleters of all traces in use
  std::jthread thread_;             ///< last member: it ends before the members that it uses
};

class StageService {
 public:
  explicit StageService(Hub& hub) : hub_(hub) {}

  void apply(const PlayLesson& command, Gesture gesture);
  /// Returns the newest play with all its settings. None: nothing has been played.
  [[nodiscard]] const std::optional<PlayLesson>& newest() const { return newest_; }
  /// Plays this again unless it is the newest play. None: the newest play stays.
  void go_back(const std::optional<PlayLesson>& play);

  /// Reports why a play failed.
  void observe();
  void show_in(StageStatus& status) { worker_.show_in(status); }

 private:
  Hub& hub_;
  StageWorker worker_;
  std::optional<PlayLesson> newest_;
};

}  // namespace heatwave::session
