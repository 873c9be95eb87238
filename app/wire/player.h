// Plays a recording in time, and seeks in it: forward by doing it, back by moments that were kept.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/session/session.h"
#include "app/wire/entry_player.h"
#include "app/wire/recording.h"

namespace heatwave::wire {

/// The time at which each entry of a recording is done, in seconds. That is when a person did it;
/// what nobody has watched is over in no time and gets a pace that can be watched.
std::vector<double> time_line(const std::vector<Entry>& entries);

class Player {
 public:
  /// The session stands where the recording begins. Both must outlive the player.
  Player(const Recording& recording, session::Session& session);

  /// The length of the recording, where the field stands, and where it is to come to; in seconds.
  [[nodiscard]] double seconds() const { return begin_.empty() ? 0.0 : begin_.back(); }
  [[nodiscard]] double reached() const { return reached_; }
  [[nodiscard]] double wanted() const { return wanted_; }
  [[nodiscard]] bool at_end() const { return playback_.at_end(); }

  void go_to(double second);
  /// So much time passes; a field that cannot keep up is waited for.
  void pass(double seconds);
  /// To the field's next step, or past the commands that stand before it.
  void one_step();
  /// To stay where it is, before whatever could not be done.
  void stay();
  /// Brings the field to where it is wanted, or for about so long nearer to it. Throws core::Error
  /// where the field is not the recorded one.
  void go_on(std::chrono::nanoseconds budget);

  /// What the moments that are kept may take of the memory.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;

 private:
  using Clock = std::chrono::steady_clock;

  /// A moment to come back to.
  struct Mark {
    double second = 0.0;
    EntryPlayer::Place place;
    std::int64_t start = 0;
    std::shared_ptr<const session::Session::Kept> kept;
  };

  /// Where the newest entry that was done stands in time, and the next one.
  [[nodiscard]] double newest_begin() const;
  [[nodiscard]] double next_begin() const { return begin_[playback_.done()]; }
  [[nodiscard]] std::int64_t next_step() const;
  /// The part of the way to the next entry at which the field is at this step.
  [[nodiscard]] double time_at(std::int64_t step) const;
  /// A little of the way; false when it is there.
  bool go_a_little();
  void take_steps(std::int64_t steps);
  void go_back();
  void keep_mark();
  /// The first mark beyond a moment.
  std::vector<Mark>::iterator mark_after(double second);

  const Recording& recording_;
  session::Session& session_;
  EntryPlayer playback_;
  std::vector<double> begin_;
  std::int64_t start_ = 0;  ///< the field's step after the newest entry
  double wanted_ = 0.0;
  double reached_ = 0.0;
  std::int64_t chunk_ = 1;  ///< steps that take a few milliseconds
  double spacing_ = 0.0;    ///< seconds between marks
  Clock::time_point mark_allowed_;
  std::vector<Mark> marks_;  ///< by their time; the first one is the beginning
};

}  // namespace heatwave::wire
