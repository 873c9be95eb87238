// Recordings and scripts in memory: commands and their times.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/envelope.h"

namespace heatwave::wire {

/// The field's check sum at this point.
struct Keyframe {
  std::uint64_t sum = 0;
};

/// A command with its sender. Entries that repeat a command share it.
struct SentCommand {
  session::ClientId client = session::kHome;
  std::uint64_t sequence = 0;
  session::Gesture gesture = 0;
  std::shared_ptr<const session::Command> command;  ///< never null
};
SentCommand sent_command(const session::Envelope& envelope);

struct Entry {
  std::size_t line = 0;            ///< line in the file, for errors
  std::optional<std::int64_t> at;  ///< the field's step; none: at once
  std::int64_t milliseconds = 0;   ///< time since the beginning
  std::variant<SentCommand, Keyframe> what;
};

/// Returns the field's step after an entry at step `at`; none: undo and redo may lead to any step.
std::optional<std::int64_t> step_after(const Entry& entry, std::int64_t at);

/// Returns the number of steps that playing the entries takes, as far as it is known in advance.
std::int64_t steps_of(const std::vector<Entry>& entries);

struct Recording {
  std::string file;     ///< path for errors
  std::string program;  ///< version that wrote it
  scene::Scene scene;
  std::vector<Entry> entries;  ///< a complete recording ends with a keyframe
  /// Number of the last complete line of a recording without an end; none: it is complete.
  std::optional<std::size_t> breaks_off_after;
};

/// Permitted numbers of steps between two lines of a recording.
enum class StepGaps : std::uint8_t {
  plausible,  ///< numbers that a field can take in the time between the lines
  any,
};

/// Reads a recording; an incomplete one is read up to its last complete line. Throws core::Error,
/// in one line with the file's line, for an invalid recording. `where` names the text.
Recording parse_recording(std::string_view text, const std::string& where,
                          StepGaps gaps = StepGaps::plausible);
Recording read_recording(const std::filesystem::path& path, StepGaps gaps = StepGaps::plausible);

/// Returns a sentence on where a recording breaks off; empty: it is complete.
std::string told_of_break(const Recording& recording);

/// Reads a script: lines like those between a recording's header and its end, but "at" is optional
/// and all commands are permitted. Empty lines, and those that begin with "#", are ignored.
std::vector<Entry> parse_script(std::string_view text, const std::string& where);
std::vector<Entry> read_script(const std::filesystem::path& path);

}  // namespace heatwave::wire
