// Converts entry by entry.
#include "app/wire/minute_recording.h"

#include <variant>

namespace heatwave::wire {

Recording recording_of(const session::LoggedMinute& minute, std::int64_t step, std::uint64_t sum) {
  Recording recording{.file = "the last minute"};
  const auto& start = std::get<session::PutBack>(minute.entries.front().envelope.command);
  recording.scene = start.scene;
  for (const session::LoggedMinute::Entry& each : minute.entries) {
    Entry entry{.line = recording.entries.size() + 1,
                .at = each.step,
                .milliseconds = each.milliseconds,
                .what = sent_command(each.envelope)};
    // The first entry itself brings the field to its step.
    if (recording.entries.empty()) entry.at.reset();
    recording.entries.push_back(std::move(entry));
  }
  recording.entries.push_back({.line = recording.entries.size() + 1,
                               .at = step,
                               .milliseconds = minute.entries.back().milliseconds,
                               .what = Keyframe{sum}});
  return recording;
}

}  // namespace heatwave::wire
