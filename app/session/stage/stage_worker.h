// Plays lessons of the stage on a thread of its own; the newest wish takes the place of the others.
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

#include "app/session/stage/stage_status.h"
#include "kernels/core/non_copyable.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

class StageWorker : core::NonCopyable {
 public:
  StageWorker();
  /// Gives up what is under way: a play ends at its next step.
  ~StageWorker();

  /// Begins a play with settings that are complete, in place of the one under way. Throws
  /// core::Error where the machine gives the program no thread.
  void play(const stage::Lesson& lesson, stage::PlaySettings settings);
  /// Waits until none is under way.
  void wait();

  /// Brings the status up to date; never waits for a play.
  void show_in(StageStatus& status);
  /// Why the newest play could not be, told once.
  std::optional<std::string> take_failure();

 private:
  using Clock = std::chrono::steady_clock;
  struct Wish {
    const stage::Lesson* lesson = nullptr;
    stage::PlaySettings settings;
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
  static void carry_out(const Wish& wish, const std::stop_token& stop, Shared& shared);
  static Played played(const Wish& wish, const std::stop_token& stop,
                       const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;  ///< also of every play that somebody still looks at
  std::jthread thread_;             ///< the last: it ends before what it uses does
};

}  // namespace heatwave::session
