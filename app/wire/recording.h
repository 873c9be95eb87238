// Recordings and scripts as they are read: what to do, and when.
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

/// A command and who sent it. Entries that repeat a command share it.
struct SentCommand {
  session::ClientId client = session::kHome;
  std::uint64_t sequence = 0;
  session::Gesture gesture = 0;
  std::shared_ptr<const session::Command> command;  ///< never null
};
SentCommand sent_command(const session::Envelope& envelope);

struct Entry {
  std::size_t line = 0;            ///< of the file, for errors
  std::optional<std::int64_t> at;  ///< the field's step; none: at once
  std::int64_t milliseconds = 0;   ///< since the beginning
  std::variant<SentCommand, Keyframe> what;
};

/// The field's step after an entry that found it at step `at`. What undo and redo lead to is not
/// known before: none.
std::optional<std::int64_t> step_after(const Entry& entry, std::int64_t at);

/// The steps that playing the entries takes, as far as that is known before.
std::int64_t steps_of(const std::vector<Entry>& entries);

struct Recording {
  std::string file;     ///< for errors
  std::string program;  ///< the version that wrote it
  scene::Scene scene;
  std::vector<Entry> entries;  ///< the last one of a complete recording is a keyframe
  /// The last line that is whole, where the recording has no end; none: it is complete.
  std::optional<std::size_t> breaks_off_after;
};

/// Which numbers of steps may lie between two lines of a recording.
enum class StepGaps : std::uint8_t {
  plausible,  ///< those that a field can take in the time between the lines
  any,
};

/// A recording without its end is read up to where it breaks off. Throws core::Error, in one line
/// that names the file's line, for all that is no recording. `where` names the text.
Recording parse_recording(std::string_view text, const std::string& where,
                          StepGaps gaps = StepGaps::plausible);
Recording read_recording(const std::filesystem::path& path, StepGaps gaps = StepGaps::plausible);

/// A sentence that says where a recording breaks off; empty: it is complete.
std::string told_of_break(const Recording& recording);

/// A script is what stands between a recording's header and its end; "at" may be left out, and any
/// command may stand in it. Empty lines, and those that begin with "#", are passed over.
std::vector<Entry> parse_script(std::string_view text, const std::string& where);
std::vector<Entry> read_script(const std::filesystem::path& path);

}  // namespace heatwave::wire
