// What was done to the field in the last minute, always: to be shown once more.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "app/session/envelope.h"

namespace heatwave::session {

/// It begins with a command that puts everything back as it was.
struct LoggedMinute {
  struct Entry {
    std::int64_t milliseconds = 0;  ///< since it began
    std::int64_t step = 0;          ///< at which the field stood
    Envelope envelope;
  };
  std::vector<Entry> entries;
};

/// Parts, each with the field as it was when it began; the oldest go when they are not needed any
/// more, or take too much of the memory.
class LastMinute {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  static constexpr std::chrono::seconds kLength{60};
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;

  explicit LastMinute(std::uint64_t most_bytes = kMostBytes) : most_bytes_(most_bytes) {}

  /// Whether a part should begin, for a field of so many bytes: at first, and every few seconds in
  /// which something has happened. Never where a minute of such fields is more than is kept.
  [[nodiscard]] bool wants_part(Time now, std::uint64_t field_bytes) const;
  /// With the scene and the field as they are; copying that has taken so long.
  void begin_part(Time now, PutBack start, Clock::duration took);
  /// The command took effect when the field stood at this step, and has brought it to that one.
  void note(Time now, std::int64_t step, Envelope envelope, std::int64_t step_after);
  /// After each frame: when the field began to go on, when it rested, and where it was meanwhile.
  void pass(Time now, std::int64_t step);
  /// The field is another one, which nothing here led to.
  void forget() {
    if (!held()) parts_.clear();
  }

  /// While it is shown nothing is kept. It goes on afterwards as if no time had passed.
  void hold(Time now) { held_since_ = now; }
  void go_on(Time now);
  [[nodiscard]] bool has_begun() const { return !parts_.empty(); }
  [[nodiscard]] bool held() const { return held_since_.has_value(); }

  /// None where nothing has happened.
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
    std::vector<Entry> entries;  ///< the first one puts all back
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
