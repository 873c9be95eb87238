// Long work of the Stage that runs beside the frames: the search for a schedule that breaks a
// kernel, and the check of a solution.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>

#include "app/rooms/stage/stage_view.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::stage_room {

class StageTask : core::NonCopyable {
 public:
  /// Takes the result over into the room; called in a frame.
  using TakeOver = std::function<void(StageView&)>;

  /// Starts the work on another thread. Throws core::Error when the system provides none.
  explicit StageTask(std::function<TakeOver(const stage::Watch&)> work);
  /// Cancels the work, which ends at its next step.
  ~StageTask();

  [[nodiscard]] bool is_done() const;
  /// Takes over the result, or shows why there is none. Precondition: is_done().
  void take_over(StageView& context);

 private:
  std::atomic<bool> cancelled_ = false;
  std::future<TakeOver> result_;
};

/// Takes over the result of finished work.
void keep_task(StageView& context);
/// Returns why no work can be started; empty: it can.
std::string why_no_task(const StageView& context);

/// Searches for a schedule that breaks the shown kernel, and plays it.
void find_break(StageView& context);

}  // namespace heatwave::stage_room
