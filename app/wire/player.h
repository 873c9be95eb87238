// Plays recordings and scripts: step by step, or in time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/wire/recording.h"

namespace heatwave::wire {

/// Runs a session along a recording or a script, step by step.
class EntryPlayer {
 public:
  /// `file` names the source of the entries in errors. The session must be in the state before the
  /// first entry. All arguments must outlive the player. `origin` is replay or one of the scripts';
  /// in a replay a field that overflowed before overflows again and continues.
  EntryPlayer(const std::vector<Entry>& entries, const std::string& file, session::Session& session,
              session::CommandOrigin origin);

  /// Applies the entries for the current step, then takes the steps up to the next entry, at most
  /// `most_steps`; `end_entry` and later entries are not applied. Returns the number of steps.
  /// Throws core::Error for an entry that cannot be applied, and when the field differs from the
  /// recorded one.
  std::int64_t go_on(std::int64_t most_steps,
                     std::size_t end_entry = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] bool at_end() const { return next_ == entries_.size() && pending_steps_ == 0; }
  /// Number of applied entries.
  [[nodiscard]] std::size_t done() const { return next_; }
  /// A position to return to, together with the session's state.
  struct Place {
    std::size_t next = 0;
    int keyframes = 0;
    std::optional<std::int64_t> newest_equal;
  };
  [[nodiscard]] Place place() const { return {next_, keyframes_, newest_equal_}; }
  void go_back(const Place& place);
  /// Number of check sums that were compared.
  [[nodiscard]] int keyframes() const { return keyframes_; }

 private:
  std::int64_t take(std::int64_t steps);
  void do_entry(const Entry& entry);
  void carry_out(const Entry& entry, const SentCommand& command);
  void compare(const Keyframe& keyframe);

  const std::vector<Entry>& entries_;
  const std::string& file_;
  session::Session& session_;
  session::CommandOrigin origin_;
  std::size_t next_ = 0;
  std::int64_t pending_steps_ = 0;  ///< steps of a script's command that have not run yet
  int keyframes_ = 0;
  /// Step of the newest matching keyframe.
  std::optional<std::int64_t> newest_equal_;
};

/// Returns the time of each entry of a recording, in seconds. Recordings made without a window take
/// hardly any time, so they get a watchable pace.
std::vector<double> time_line(const std::vector<Entry>& entries);

/// Plays a recording in time and seeks in it: forward by computing, back by saved states.
class Player {
 public:
  /// The session must be in the state at the recording's beginning. Both must outlive the player.
  Player(const Recording& recording, session::Session& session);

  /// The length of the recording, the field's current time, and the target time, in seconds.
  [[nodiscard]] double seconds() const { return entry_times_.empty() ? 0.0 : entry_times_.back(); }
  [[nodiscard]] double reached() const { return reached_; }
  [[nodiscard]] double wanted() const { return wanted_; }
  [[nodiscard]] bool at_end() const { return playback_.at_end(); }

  void go_to(double second);
  /// Lets time pass; if the field cannot keep up, time waits for it.
  void pass(double seconds);
  /// Runs the field by one step, or, if commands come before its next step, applies them.
  void one_step();
  /// Stops here, before an entry that failed.
  void stay();
  /// Moves the field towards the target time for about `budget`. Throws core::Error when the field
  /// differs from the recorded one.
  void go_on(std::chrono::nanoseconds budget);

  /// Limit of the memory for saved states, in bytes.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;

 private:
  using Clock = std::chrono::steady_clock;

  /// A saved state to return to.
  struct Mark {
    double second = 0.0;
    EntryPlayer::Place place;
    std::int64_t start = 0;
    std::shared_ptr<const session::Session::Kept> kept;
  };

  /// Return the times of the newest applied entry and of the next one, in seconds.
  [[nodiscard]] double applied_entry_time() const;
  [[nodiscard]] double next_entry_time() const { return entry_times_[playback_.done()]; }
  [[nodiscard]] std::int64_t next_step() const;
  /// Returns the time at which the field reaches this step.
  [[nodiscard]] double time_at(std::int64_t step) const;
  /// Runs a few steps or applies one entry; returns false when the target is reached.
  bool advance_chunk();
  void take_steps(std::int64_t steps);
  void go_back();
  void keep_mark();
  /// Returns the first mark after this time.
  std::vector<Mark>::iterator mark_after(double second);

  const Recording& recording_;
  session::Session& session_;
  EntryPlayer playback_;
  std::vector<double> entry_times_;  ///< time of each entry, in seconds
  std::int64_t start_ = 0;           ///< the field's step after the newest entry
  double wanted_ = 0.0;
  double reached_ = 0.0;
  std::int64_t chunk_ = 1;  ///< steps that take a few milliseconds
  double spacing_ = 0.0;    ///< seconds between marks
  Clock::time_point mark_allowed_;
  std::vector<Mark> marks_;  ///< sorted by time; the first is the beginning
};

}  // namespace heatwave::wire
