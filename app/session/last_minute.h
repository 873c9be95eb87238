// A permanent log of the last minute's changes to the field, which can be shown again.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "app/session/envelope.h"

namespace heatwave::session {

/// A log that begins with a command which restores the initial state.
struct LoggedMinute {
  struct Entry {
    std::int64_t milliseconds = 0;  ///< time since the log's beginning
    std::int64_t step = 0;          ///< the field's step at that time
    Envelope envelope;
  };
  std::vector<Entry> entries;
};

/// Parts of the log, each with the field at its beginning. The oldest are dropped when they are no
/// longer needed or use too much memory.
class LastMinute {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  static constexpr std::chrono::seconds kLength{60};
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;

  explicit LastMinute(std::uint64_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  /// Returns whether a new part should begin: at first, and at intervals in which something has
  /// happened. `field_bytes`: size of the field. False if a minute of such fields exceeds the
  /// memory limit.
  [[nodiscard]] bool wants_part(Time now, std::uint64_t field_bytes) const;
  /// Begins a part with the current scene and field. `took`: time for copying them.
  void begin_part(Time now, PutBack start, Clock::duration took);
  /// Records a command that took effect at `step` and brought the field to `step_after`.
  void note(Time now, std::int64_t step, Envelope envelope, std::int64_t step_after);
  /// Records after each frame when the field starts and stops, and its step in between.
  void pass(Time now, std::int64_t step);
  /// Drops the log, because the field was replaced by another.
  void forget() {
    if (!held()) parts_.clear();
  }

  /// Pauses the log while it is shown. Afterwards it continues as if no time had passed.
  void hold(Time now) { held_since_ = now; }
  void go_on(Time now);
  [[nodiscard]] bool has_begun() const { return !parts_.empty(); }
  [[nodiscard]] bool held() const { return held_since_.has_value(); }

  /// Returns the log; none: nothing has happened.
  [[nodiscard]] std::optional<LoggedMinute> logged() const;
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct Entry {
    Time when;
    std::int64_t step = 0;
    Envelope envelope;
  };
  struct Part {
    Time begin;
    std::vector<Entry> entries;  ///< the first one restores the state
    std::uint64_t bytes = 0;
  };

  void add(Time now, std::int64_t step, Envelope envelope);
  void drop_old(Time now);

  std::uint64_t most_bytes_;
  std::deque<Part> parts_;
  Time part_allowed_{};
  std::int64_t seen_step_ = 0;
  bool moving_ = false;
  std::optional<Time> held_since_;
};

}  // namespace heatwave::session
