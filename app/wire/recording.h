// Recordings and scripts as they are read: what to do, and when.
#pragma once

#include <cstdint>
#include <filesystem>
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

struct Entry {
  std::size_t line = 0;            ///< of the file, for errors
  std::optional<std::int64_t> at;  ///< the field's step; none: at once
  std::int64_t milliseconds = 0;   ///< since the beginning
  std::variant<session::Envelope, Keyframe> what;
};

struct Recording {
  std::string file;     ///< for errors
  std::string program;  ///< the version that wrote it
  session::Scene scene;
  std::vector<Entry> entries;  ///< the last one of a recording is a keyframe
};

/// Throws core::Error, in one line that names the file's line, for all that is no recording.
/// `where` names the text.
Recording parse_recording(std::string_view text, const std::string& where);
Recording read_recording(const std::filesystem::path& path);

/// A script is what stands between a recording's header and its end; "at" may be left out, and any
/// command may stand in it. Empty lines, and those that begin with "#", are passed over.
std::vector<Entry> parse_script(std::string_view text, const std::string& where);
std::vector<Entry> read_script(const std::filesystem::path& path);

}  // namespace heatwave::wire
