// How a command travels, and what comes back.
#pragma once

#include <cstdint>
#include <string>

#include "app/session/command.h"

namespace heatwave::session {

/// Who sends commands. kHome is this program's own front; all others are outside.
using ClientId = std::uint32_t;
inline constexpr ClientId kHome = 0;

struct Envelope {
  ClientId client = kHome;
  std::uint64_t sequence = 0;  ///< the sender's own count; answers carry it
  Gesture gesture = 0;         ///< of this sender
  Command command;
};

/// Gestures of two clients are two, whatever numbers they gave them.
Gesture gesture_of(const Envelope& envelope);

/// What became of a command: to the one who sent it.
struct Answer {
  std::uint64_t sequence = 0;
  int item = 0;         ///< the number that a new item was given; 0: none
  std::string refusal;  ///< why it was not carried out, in words; empty: it was
};

}  // namespace heatwave::session
