// Leads a session along a recording or a script, step by step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/wire/recording.h"

namespace heatwave::wire {

class EntryPlayer {
 public:
  /// `file` names where the entries come from. The session stands where they begin. All must
  /// outlive the playback. `origin` is replay or one of the scripts'; in a replay a field that
  /// overflowed before overflows again and goes on.
  EntryPlayer(const std::vector<Entry>& entries, const std::string& file, session::Session& session,
              session::CommandOrigin origin);

  /// Does what is due at this step, then takes as many steps as there are until something else is,
  /// but at most so many; and no entry from that one on. Returns how many. Throws core::Error for
  /// what cannot be done, and where the field is not the recorded one.
  std::int64_t go_on(std::int64_t most_steps,
                     std::size_t end_entry = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] bool at_end() const { return next_ == entries_.size() && owed_ == 0; }
  /// Entries that are done.
  [[nodiscard]] std::size_t done() const { return next_; }
  /// How far it has come, to go on from there once more when the session is as it was then.
  struct Place {
    std::size_t next = 0;
    int keyframes = 0;
    std::optional<std::int64_t> newest_equal;
  };
  [[nodiscard]] Place place() const { return {next_, keyframes_, newest_equal_}; }
  void go_back(const Place& place);
  /// Check sums that were compared.
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
  std::int64_t owed_ = 0;  ///< steps that a script's command asked for
  int keyframes_ = 0;
  std::optional<std::int64_t> newest_equal_;  ///< step of the newest keyframe
};

}  // namespace heatwave::wire
