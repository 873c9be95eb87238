// How a command travels, from which origin, and what comes back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/session/command.h"

namespace heatwave::session {

/// Who sends commands. kHome is this program's own front; all others are outside.
using ClientId = std::uint32_t;
inline constexpr ClientId kHome = 0;

/// Where a command comes from, which decides whether it may touch files.
enum class CommandOrigin : std::uint8_t {
  window,          ///< a person at this program's own window, or its command line
  script,          ///< a script file
  writing_script,  ///< a script file that the person has allowed to write files
  lecture,
  replay,
  network,
};

struct Envelope {
  ClientId client = kHome;
  CommandOrigin origin = CommandOrigin::window;
  ClientRole role = ClientRole::home;
  std::uint64_t sequence = 0;  ///< the sender's own count; answers carry it
  Gesture gesture = 0;         ///< of this sender
  Command command;
  std::vector<std::uint64_t> merged;  ///< sequences of later commands that have become part of it
};

/// Why this sender may not send this command, as a phrase; empty: it may. The one place that knows
/// roles, who may touch files, and how large a command from outside may be.
std::string why_not_permitted(const Envelope& envelope);

/// Gestures of two clients are two, whatever numbers they gave them.
Gesture gesture_of(const Envelope& envelope);

/// What became of a command: to the one who sent it.
struct Answer {
  std::uint64_t sequence = 0;
  int item = 0;         ///< the number that a new item was given; 0: none
  std::string refusal;  ///< why it was not carried out, in words; empty: it was
};

}  // namespace heatwave::session
