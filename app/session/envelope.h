// A command with its sender and origin, and the answer to it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/session/command.h"

namespace heatwave::session {

/// Number of a sender of commands. kHome is this program's own window; all others are outside it.
using ClientId = std::uint32_t;
inline constexpr ClientId kHome = 0;

/// Origin of a command, which decides whether it may touch files.
enum class CommandOrigin : std::uint8_t {
  window,          ///< a person at this program's window, or its command line
  script,          ///< a script file
  writing_script,  ///< a script file with permission to write files
  lecture,
  replay,
  network,
};

struct Envelope {
  ClientId client = kHome;
  CommandOrigin origin = CommandOrigin::window;
  ClientRole role = ClientRole::home;
  std::uint64_t sequence = 0;  ///< number given by the sender; answers carry it
  Gesture gesture = 0;         ///< gesture number given by the sender
  Command command;
  /// Sequence numbers of later commands that were merged into this one.
  std::vector<std::uint64_t> merged;
};

/// Returns why this sender may not send this command, as a phrase; empty: it may. This is the only
/// function that knows roles, file permissions, and the size limits for outside commands.
std::string why_not_permitted(const Envelope& envelope);

/// Combines client and gesture number, so that gestures of two clients never coincide.
Gesture gesture_of(const Envelope& envelope);

/// Result of a command, for its sender.
struct Answer {
  std::uint64_t sequence = 0;
  int item = 0;         ///< number of a new item; 0: none
  std::string refusal;  ///< reason for a refusal; empty: the command was carried out
};

}  // namespace heatwave::session
