// Searches for a schedule under which a kernel goes wrong, and shortens it.
#pragma once

#include <optional>
#include <string>

#include "kernels/stage/lesson.h"

namespace heatwave::stage {

inline constexpr int kRandomSchedules = 400;  ///< that a search tries

/// A schedule that breaks a kernel.
struct FailingSchedule {
  /// The user's choices, from the first step to the last; lockstep or independent threads where no
  /// order of single threads fails.
  Schedule schedule;
  int decisive = 0;  ///< choices that matter; after them one thread runs after the other
  std::string what;  ///< "x is 8 at the end, and 9 in lockstep"; no full stop
  int steps = 0;     ///< steps of its play
  int plays = 0;     ///< plays that the search took
};

/// Plays the lesson under random schedules until one ends in a deadlock, a harmful access or
/// another result than one thread after the other gives (lockstep, where that fails). Then it
/// shortens that schedule as far as it still fails. If none does, it tries lockstep, in which lanes
/// wait for each other, and independent threads. A data race alone is no failure. None: no schedule
/// failed. Throws Cancelled when the watch cancels a play.
std::optional<FailingSchedule> find_failing_schedule(const Lesson& lesson,
                                                     const PlaySettings& settings,
                                                     const Watch& watch = {});

}  // namespace heatwave::stage
