// Runs a session along a recording or a script, step by step.
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

  [[nodiscard]] bool at_end() const { return next_ == entries_.size() && owed_ == 0; }
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
  std::int64_t owed_ = 0;  ///< steps that a script's command has requested
  int keyframes_ = 0;
  /// Step of the newest matching keyframe.
  std::optional<std::int64_t> newest_equal_;
};

}  // namespace heatwave::wire
