// Recordings and scripts: commands and their times, in memory and in files. The format of a
// recording, line by line, each a JSON object:
//
//   {"heatwave": "recording", "version": 1, "program": "1.2.0", "scene": {…}}
//   {"at": 120, "ms": 16, "g": 3, "do": "move-item", "id": 2, "by": [1, 0]}
//   {"at": 122, "ms": 17, "by": [0, 1]}
//   {"at": 240, "ms": 900, "sum": "89abcdef01234567"}
//   {"at": 300, "ms": 5, "end": true, "sum": "0123456789abcdef"}
//
// `at` is the field's step when the command took effect, `ms` the milliseconds since the line
// before. A line without `do` repeats the command before it: a field that the line leaves out keeps
// its value. `g` is the gesture; `client` is the sender and `n` the sender's sequence number where
// that is not this program's own window. `sum` is the check sum of the field after all lines
// before. A recording whose last line has no `end` broke off: the program that wrote it was ended.
//
// Older versions wrote `from` for `client`, and lost the step of each `add-probe`: its point was
// called `at`.
#pragma once

#include <array>
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
#include "app/session/journal.h"
#include "app/session/last_minute.h"
#include "app/wire/command_json.h"

namespace heatwave::wire {

// The keys of the lines
inline constexpr const char* kFormatKey = "heatwave";
inline constexpr const char* kFormatWord = "recording";
inline constexpr int kFormatVersion = 1;
inline constexpr const char* kStepKey = "at";
inline constexpr const char* kTimeKey = "ms";
inline constexpr const char* kGestureKey = "g";
inline constexpr const char* kClientKey = "client";
inline constexpr const char* kFormerClientKey = "from";
inline constexpr const char* kSequenceKey = "n";
inline constexpr const char* kSumKey = "sum";
inline constexpr const char* kEndKey = "end";

/// Keys beside a command's fields in its line; no field may have one of these names.
inline constexpr std::array<std::string_view, 8> kReservedKeys{
    kCommandKey, kStepKey, kTimeKey, kGestureKey, kClientKey, kSequenceKey, kSumKey, kEndKey};

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

/// Returns the last minute as a recording without a file. It ends at `step`, where the field has
/// the check sum `sum`.
Recording recording_of(const session::LoggedMinute& minute, std::int64_t step, std::uint64_t sum);

/// Makes journals for SessionOptions that write a session to a recording (.hwrec). `program` names
/// the program's version in the header.
session::JournalFactory recording_writers(std::string program);

}  // namespace heatwave::wire
